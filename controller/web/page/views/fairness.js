// Fair draws, in a player's words: the code before a game, the words of one's own, and afterwards
// that the seed fits. What is whole and hexadecimal is shown on a tap.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { told } from "../words.js";
import { bdi, worded } from "./worded.js";

const DIGITS = 16; // of a code, to recognise it by

/** The first digits of a code, in groups for the eye. */
const short = (code) => code.slice(0, DIGITS).replace(/(.{4})(?=.)/g, "$1 ");

const more = (summary, inside) => html`<details class="fair panel"><summary>${summary}</summary>${inside}</details>`;

const whole = (name, code) => html`<p><b>${name}</b> <code tabindex="0">${code}</code></p>`;

/** At set-up: the code of what is to come, by default of the game, and the players' words. `draft` and `set` are set-up's. */
export function sealedView({ table }, draft, set, code = table.fairness.next) {
  return html`<details class="fold words"><summary><h2>${say("ui.fairness.title")}</h2>
      <small>${draft.words?.trim() ? say("ui.fairness.words") : say("ui.fairness.no_words")}</small></summary>
    <p>${worded("ui.fairness.next_code", {}, { code: html`<b>${short(code)}</b>` })}</p>
    <p>${say("ui.fairness.how")}</p>${whole(say("ui.fairness.code"), code)}
    <label>${say("ui.fairness.own_words")}
      <input type="text" maxlength="200" autocomplete="off" placeholder=${say("ui.fairness.everybody")}
        .value=${draft.words ?? ""} @input=${(event) => set({ words: event.target.value })}></label></details>`;
}

/** The line about draws: while their game runs, and once it is over. `command` checks them. */
export function fairView(fairness, command = "rollerdeck verify") {
  if (!fairness) return html`<p class="fair-line">${say("ui.fairness.no_proof")}</p>`;
  const { seal, seed, report } = fairness;
  const words = seal.words ? html`<p><b>${say("ui.fairness.your_words")}</b> ${worded("ui.fairness.quoted", {}, { words: bdi(seal.words) })}</p>` : nothing;
  const codes = html`${words}${whole(say("ui.fairness.code"), seal.commitment)}${whole(say("ui.fairness.receipt"), seal.receipt)}`;
  const code = html`<b>${short(seal.commitment)}</b>`;
  if (!report) {
    return more(worded("ui.fairness.running", {}, { code }), html`<p>${say("ui.fairness.running.why")}</p>${codes}`);
  }
  const found = report.remarks.map(told).join(" ");
  const said = report.in_order ? worded("ui.fairness.fits", {}, { code }) : html`<b>${found}</b>`;
  return more(said, html`${report.in_order ? html`<p>${found}</p>` : nothing}
    <p>${worded("ui.fairness.compare", {}, { command: html`<code>${command}</code>` })}</p>
    ${codes}${whole(say("ui.fairness.secret"), seed)}`);
}
