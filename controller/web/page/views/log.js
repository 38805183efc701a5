// The rulings, newest first, each with its clause.

import { guard } from "../vendor/directives/guard.js";
import { repeat } from "../vendor/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html.js";
import { addressed } from "../addressing.js";
import { newest } from "../announcing.js";
import { language, say } from "../catalogue.js";
import { SILENT } from "../narrating.js";
import { told } from "../words.js";
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
export function latest({ table, reader = null }) {
  const isAsked = ({ key, values }) => reader !== null && values.player === reader && SILENT.includes(key); // the headline says so
  const lines = newest(table.log).filter((line, nth) => !nth || !isAsked(line));
  if (!lines.length) return nothing;
  const [play, ...rest] = lines.map((line) => told(addressed(line, reader)));
  const follows = rest.join(" ");
  const long = play.length + follows.length > ROOM;
  // a line of its own for each deed: one that is worded as the one before is heard, too
  return html`${repeat([play], () => lines[0].seq, () => html`<span>${play} <span class=${long ? "sr" : nothing}>${follows}</span></span>`)}
    ${reader === null ? clause(lines[0].clause) : nothing}`;
}

/** The lines, newest first, each with a key of its own: a new line leaves the rows of the others alone. */
function keyed(log) {
  const times = new Map();
  return log.toReversed().map((entry) => {
    const nth = times.get(entry.seq) ?? 0;
    times.set(entry.seq, nth + 1);
    return { entry, key: `${entry.seq}.${nth}` };
  });
}

/** @param {{entry: any, key: string}} line @param {string | null} reader @param {boolean} why */
const row = ({ entry }, reader, why) => guard([entry, reader, why, language()], () =>
  html`<li data-key=${entry.key}>${why ? clause(entry.clause) : nothing}<span>${told(addressed(entry, reader))}</span></li>`);

/** On a player's phone the rules behind what is said wait for a question. @param {any} view */
export const whyKey = ({ ui, act }) => html`<button type="button" class="plain why" data-builds aria-pressed=${Boolean(ui.why)}
  @click=${() => act.show({ why: !ui.why })}>${say("ui.log.why")}</button>`;

/** On a phone the log waits to be opened; afterwards it stays as it was put. `open`: on any screen; `under`: something
 * lies over it; `reader`: whose phone it is, or null. */
export const logView = ({ table, ui, act, open, under = false, reader = null }) => guard([table.log, ui.wholeLog, ui.why, open, under, reader, language()], () => {
  const why = reader === null || Boolean(ui.why);
  const lines = keyed(table.log);
  const shown = ui.wholeLog ? lines : lines.slice(0, FEW);
  return html`<details class="log panel" ?open=${ui.wide || open} ?hidden=${under}>
    <summary><h2>${say("ui.log.title")}</h2></summary>
    ${reader === null ? nothing : whyKey({ ui, act })}
    <ol aria-label=${say("ui.log.list")} tabindex="0" data-why=${why}>${repeat(shown, ({ key }) => key, (line) => row(line, reader, why))}</ol>
    ${shown.length < lines.length ? tapButton(say("ui.log.all", { n: lines.length }), () => act.show({ wholeLog: true }), { kind: "plain" }) : nothing}
  </details>`;
});
