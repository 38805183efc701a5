// Whether this device scans with one key, and how quickly the light moves on.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";

/** So many seconds the light stays at most, by choice; 0: there is no scanning. */
const INTERVALS_S = [0, 1, 2, 4];

/** @param {any} view */
export const scanView = ({ ui, act }) => html`<p><small>${say("ui.scan.label")}</small></p>
  <div class="languages" role="group" aria-label=${say("ui.scan.label")}>${INTERVALS_S.map((seconds) => html`<button type="button" class="switch" data-builds aria-pressed=${seconds === (ui.settings.scan ?? 0)}
    @click=${() => act.set({ scan: seconds })}>${seconds ? say("ui.scan.every", { n: seconds }) : say("ui.scan.off")}</button>`)}</div>`;
