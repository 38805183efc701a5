// The languages that this device can show, each by its own name for itself: one tap changes everything.

import { html, nothing } from "../vendor/lit-html.js";
import { language, say } from "../catalogue.js";
import { LANGUAGES } from "../languages.js";

/** @param {any} view */
export const languagesView = ({ act }) => (LANGUAGES.length < 2 ? nothing
  : html`<div class="languages" role="group" aria-label=${say("ui.languages.label")}>${LANGUAGES.map(({ language: code, name, dir }) =>
    html`<button type="button" class="switch" data-builds lang=${code} dir=${dir} aria-pressed=${code === language().language}
      @click=${() => act.set({ language: code })}>${name}</button>`)}</div>`);
