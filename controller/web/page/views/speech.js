// How much this device says aloud, while it speaks at all.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { LEVELS } from "../narrating.js";

const NAMES = { turns: "ui.speech.turns", plays: "ui.speech.plays", everything: "ui.speech.everything" };

/** @param {any} view */
export const speechView = ({ ui, act }) => (ui.settings.voice
  ? html`<div class="languages" role="group" aria-label=${say("ui.speech.label")}>${LEVELS.map((level) =>
    html`<button type="button" class="switch" data-builds aria-pressed=${level === ui.settings.level}
      @click=${() => act.set({ level })}>${say(NAMES[level])}</button>`)}</div>` : nothing);
