// Fair draws, in a player's words: the code before a game, the words of one's own, and afterwards
// that the seed fits. What is whole and hexadecimal is shown on a tap.

import { html, nothing } from "/vendor/lit-html.js";
import { told } from "../words.js";

const DIGITS = 16; // of a code, to recognise it by

/** The first digits of a code, in groups for the eye. */
const short = (code) => code.slice(0, DIGITS).replace(/(.{4})(?=.)/g, "$1 ");

const more = (summary, inside) => html`<details class="fair panel"><summary>${summary}</summary>${inside}</details>`;

const whole = (name, code) => html`<p><b>${name}</b> <code tabindex="0">${code}</code></p>`;

/** At set-up: the code of the game to come, and the players' words. `draft` and `set` are set-up's. */
export function sealedView({ table }, draft, set) {
  const code = table.fairness.next;
  return html`<div class="words">
    ${more(html`The draws are sealed already: code <b>${short(code)}</b>`, html`
      <p>How many cards each press gives comes from a secret that the referee has already, and from your words,
        which it could not know. Note the code, or take a picture: when the game is over the secret is shown, and
        it has to fit.</p>${whole("Code", code)}`)}
    <label>Words of your own, for fair draws (if you like)
      <input type="text" maxlength="200" autocomplete="off" placeholder="Everybody may add some"
        .value=${draft.words ?? ""} @input=${(event) => set({ words: event.target.value })}></label></div>`;
}

/** The line about a game's draws: while it runs, and once it is over. */
export function fairView(fairness) {
  if (!fairness) return html`<p class="fair-line">This game was begun by a version that did not seal draws, so they cannot be checked.</p>`;
  const { seal, seed, report } = fairness;
  const words = seal.words ? html`<p><b>Your words</b> “<bdi>${seal.words}</bdi>”</p>` : nothing;
  const codes = html`${words}${whole("Code", seal.commitment)}${whole("Receipt", seal.receipt)}`;
  if (!report) {
    return more(html`The draws are sealed: code <b>${short(seal.commitment)}</b>`, html`
      <p>Nobody can change them any more without being found out. When the game is over, the secret they come
        from is shown.</p>${codes}`);
  }
  const found = report.remarks.map(told).join(" ");
  const said = report.in_order
    ? html`Fair draws: the secret fits the code <b>${short(seal.commitment)}</b> from before the game`
    : html`<b>The draws are not correct.</b> ${found}`;
  return more(said, html`${report.in_order ? html`<p>${found}</p>` : nothing}
    <p>Compare the code with your note. To check it without this machine, export the game and run
      <code>rollerdeck verify</code> on your own.</p>
    ${codes}${whole("Secret", seed)}`);
}
