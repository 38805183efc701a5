// The bar at the top: which game this is, whether the launcher is there, and this device's switches.

import { guard } from "../vendor/directives/guard.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { language, say, word } from "../catalogue.js";
import { inTrouble, readersOf } from "../seen.js";

const ICONS = {
  sound: svg`<path d="M4 9v6h4l5 4V5L8 9Z"/><path class="on" d="M16 9q2 3 0 6M18.500 6.500q4 5.500 0 11"/>`,
  voice: svg`<path d="M4 5h16v11H11l-4 4v-4H4Z"/><path class="on" d="M8 9h8M8 12h5"/>`,
  again: svg`<path d="M5 12a7 7 0 1 0 2-5M7 3v4h4"/>`,
  theme: svg`<circle cx="12" cy="12" r="8"/><path class="half" d="M12 4a8 8 0 0 1 0 16Z"/>`,
};

const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`;

const NAMES = { sound: "ui.topbar.sound", voice: "ui.topbar.voice" };

const toggle = (name, { ui, act }) => html`<button type="button" class="switch" data-builds role="switch"
  aria-checked=${Boolean(ui.settings[name])} @click=${() => act.set({ [name]: !ui.settings[name] })}>
  ${icon(name)}<span>${say(NAMES[name])}</span></button>`;

/** Say it again here, for whom the voice was too quick. */
const againKey = (act) => html`<button type="button" class="switch" data-builds aria-keyshortcuts="A"
  @click=${() => act.again()}>${icon("again")}<span>${say("ui.topbar.again")}</span></button>`;

/** Sound, voice, dark or light: remembered by this device. */
export const switches = ({ ui, act }) => html`<div class="switches" role="group" aria-label=${say("ui.topbar.device")}>
  ${toggle("sound", { ui, act })}${toggle("voice", { ui, act })}${ui.settings.voice ? againKey(act) : nothing}
  <button type="button" class="switch" data-builds role="switch" aria-checked=${ui.settings.worn === "dark"}
    @click=${() => act.set({ theme: ui.settings.worn === "dark" ? "light" : "dark" })}>${icon("theme")}<span>${say("ui.topbar.dark")}</span></button>
</div>`;

export function topBar(view) {
  const { table, ui } = view;
  const { link } = table.launcher;
  const reads = readersOf(table).length ? (inTrouble(table).length ? "down" : "up") : null;
  return guard([table.game.edition, table.state.round, link, reads, ui.settings, language()], () => html`<div class="top"><b class="brand">Rollerdeck</b>
    <span class="edition">${word(table.game.edition, "edition")}</span><span>${say("ui.topbar.round", { round: table.state.round })}</span>
    <span class="link" data-link=${link}>${say(link === "up" ? "ui.topbar.launcher" : "ui.topbar.no_launcher")}</span>${
      reads ? html`<span class="link" data-link=${reads}>${say("ui.topbar.reader")}</span>` : nothing}
    ${switches(view)}</div>`);
}
