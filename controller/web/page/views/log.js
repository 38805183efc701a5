// The rulings, newest first, each with its clause.

import { html, nothing } from "/vendor/lit-html.js";
import { say } from "../catalogue.js";

// On a phone the log waits to be opened; afterwards it stays as it was put.
const roomy = matchMedia("(min-width: 900px)").matches;

/** The clause behind a ruling, where it has one. */
export const clause = (id) => (id ? html`<span class="clause">${id}</span>` : nothing);

/** The newest ruling alone: what has just happened, under the headline. */
export function latest({ table }) {
  const last = table.log.at(-1);
  return last ? html`<p class="latest" role="status"><span>${say(last.key, last.values)}</span> ${clause(last.clause)}</p>` : nothing;
}

export function logView({ table }) {
  const entries = [...table.log].reverse();
  return html`<details class="log panel" ?open=${roomy}>
    <summary><h2>What happened</h2></summary>
    <ol aria-label="Log" tabindex="0">${entries.map((entry) =>
      html`<li data-key=${entry.key}>${clause(entry.clause)}<span>${say(entry.key, entry.values)}</span></li>`)}</ol>
  </details>`;
}
