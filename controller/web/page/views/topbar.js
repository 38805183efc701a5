// The bar at the top: which game this is, whether the launcher is there, and this device's switches.

import { guard } from "/vendor/directives/guard.js";
import { html, svg } from "/vendor/lit-html.js";
import { language, word } from "../catalogue.js";
import { capital } from "../words.js";

const ICONS = {
  sound: svg`<path d="M4 9v6h4l5 4V5L8 9Z"/><path class="on" d="M16 9q2 3 0 6M18.500 6.500q4 5.500 0 11"/>`,
  voice: svg`<path d="M4 5h16v11H11l-4 4v-4H4Z"/><path class="on" d="M8 9h8M8 12h5"/>`,
  theme: svg`<circle cx="12" cy="12" r="8"/><path class="half" d="M12 4a8 8 0 0 1 0 16Z"/>`,
};

const icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`;

const toggle = (name, { ui, act }) => html`<button type="button" class="switch" data-builds role="switch"
  aria-checked=${Boolean(ui.settings[name])} @click=${() => act.set({ [name]: !ui.settings[name] })}>
  ${icon(name)}<span>${capital(name)}</span></button>`;

/** Sound, voice, dark or light: remembered by this device. */
export const switches = ({ ui, act }) => html`<div class="switches" role="group" aria-label="This device">
  ${toggle("sound", { ui, act })}${toggle("voice", { ui, act })}
  <button type="button" class="switch" data-builds role="switch" aria-checked=${ui.settings.worn === "dark"}
    @click=${() => act.set({ theme: ui.settings.worn === "dark" ? "light" : "dark" })}>${icon("theme")}<span>Dark</span></button>
</div>`;

export function topBar(view) {
  const { table, ui } = view;
  const { link } = table.launcher;
  return guard([table.game.edition, table.state.round, link, ui.settings, language()], () => html`<div class="top"><b class="brand">Rollerdeck</b>
    <span class="edition">${word(table.game.edition, "edition")}</span><span>Round ${table.state.round}</span>
    <span class="link" data-link=${link}>${link === "up" ? "Launcher" : "No launcher"}</span>
    ${switches(view)}</div>`);
}
