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
  return html`<details class="fold words"><summary><h2>Fair draws</h2>
      <small>${draft.words?.trim() ? "with words of your own" : "no words of your own"}</small></summary>
    <p>The code of the next game is <b>${short(code)}</b>.</p>
    <p>Two things decide how many cards each press gives: a secret that the referee has already chosen, and the
      words that you type here. The code belongs to the secret: write the code down, or take a picture of it. When
      the game is over, the secret is shown, and you can check that it fits the code.</p>${whole("Code", code)}
    <label>Words of your own, which change the random draws (optional)
      <input type="text" maxlength="200" autocomplete="off" placeholder="Everybody may add words"
        .value=${draft.words ?? ""} @input=${(event) => set({ words: event.target.value })}></label></details>`;
}

/** The line about a game's draws: while it runs, and once it is over. */
export function fairView(fairness) {
  if (!fairness) return html`<p class="fair-line">This game was begun with a version of Rollerdeck that kept no proof of its random draws, so nobody can check them.</p>`;
  const { seal, seed, report } = fairness;
  const words = seal.words ? html`<p><b>Your words</b> “<bdi>${seal.words}</bdi>”</p>` : nothing;
  const codes = html`${words}${whole("Code", seal.commitment)}${whole("Receipt", seal.receipt)}`;
  if (!report) {
    return more(html`Nobody can change the random draws of this game: their code is <b>${short(seal.commitment)}</b>`, html`
      <p>The code belongs to a secret, and this secret decides how many cards each press gives. If anybody changed
        the secret now, the code would no longer fit it. When the game is over, the secret is shown.</p>${codes}`);
  }
  const found = report.remarks.map(told).join(" ");
  const said = report.in_order
    ? html`Fair draws: the secret fits the code <b>${short(seal.commitment)}</b> that was shown before the game`
    : html`<b>${found}</b>`;
  return more(said, html`${report.in_order ? html`<p>${found}</p>` : nothing}
    <p>Compare this code with the one that you wrote down. To check the draws on another machine, export the game and run
      <code>rollerdeck verify</code> there.</p>
    ${codes}${whole("Secret", seed)}`);
}
