// The rulings, newest first, each with its clause.

import { guard } from "../vendor/directives/guard.js";
import { repeat } from "../vendor/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html.js";
import { newest } from "../announcing.js";
import { language, say } from "../catalogue.js";
import { tapButton } from "./controls.js";

/** A new line moves every row under it, and each of them is laid out and painted again: a few rows are enough. */
const FEW = 30;

/** The clause behind a ruling, where it has one. */
export const clause = (id) => (id ? html`<span class="clause">${id}</span>` : nothing);

/** So many letters have room beside the headline, on any screen. */
const ROOM = 70;

/** The place of what has just happened, under the headline; `heard` alone where something else has its place. */
export const latestPlace = ({ table }, heard = false) => (table.log.length ? html`<p id="latest" class=${heard ? "sr" : "latest"} role="status" data-brief></p>` : nothing);

/** What has just happened: the play, and what follows from it, which is for ears and for the log alone where it is too long. */
export function latest({ table }) {
  const lines = newest(table.log);
  if (!lines.length) return nothing;
  const [play, ...rest] = lines.map(({ key, values }) => say(key, values));
  const follows = rest.join(" ");
  const long = play.length + follows.length > ROOM;
  return html`<span>${play} <span class=${long ? "sr" : nothing}>${follows}</span></span>
    ${clause(lines[0].clause)}`;
}

/** The lines, newest first, each with a key of its own: a new line leaves the rows of the others alone. */
function keyed(log) {
  const told = new Map();
  return log.toReversed().map((entry) => {
    const nth = told.get(entry.seq) ?? 0;
    told.set(entry.seq, nth + 1);
    return { entry, key: `${entry.seq}.${nth}` };
  });
}

/** @param {{entry: any, key: string}} line */
const row = ({ entry }) => guard([entry, language()], () =>
  html`<li data-key=${entry.key}>${clause(entry.clause)}<span>${say(entry.key, entry.values)}</span></li>`);

/** On a phone the log waits to be opened; afterwards it stays as it was put. `open`: on any screen; `under`: something
 * lies over it. */
export const logView = ({ table, ui, act, open, under = false }) => guard([table.log, ui.wholeLog, open, under, language()], () => {
  const lines = keyed(table.log);
  const shown = ui.wholeLog ? lines : lines.slice(0, FEW);
  return html`<details class="log panel" ?open=${ui.wide || open} ?hidden=${under}>
    <summary><h2>${say("ui.log.title")}</h2></summary>
    <ol aria-label=${say("ui.log.list")} tabindex="0">${repeat(shown, ({ key }) => key, row)}</ol>
    ${shown.length < lines.length ? tapButton(say("ui.log.all", { n: lines.length }), () => act.show({ wholeLog: true }), { kind: "plain" }) : nothing}
  </details>`;
});
