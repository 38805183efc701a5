// Who still has to hit or draw, for whom, how often: counted down by name, for the whole room.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { clause } from "./log.js";
import { bdi, worded } from "./worded.js";

/** One mark a press: they go one by one. More than these are a number only. */
const MOST_PIPS = 12;

const pips = ({ hits, draws }) => Array.from({ length: Math.min(hits ?? draws ?? 1, MOST_PIPS) },
  () => html`<i></i>`);

const WORDS = {
  hits: { own: "ui.owed.hits", others: "ui.owed.hits_for" },
  draws: { own: "ui.owed.draws", others: "ui.owed.draws_for" },
  until: { own: "ui.owed.until", others: "ui.owed.until_for" },
};

/** What an entry of `owed` is of.
 * @param {import("../types").Owed} one
 * @returns {"hits" | "draws" | "until"} */
export const kindOf = ({ draws, until_fire: untilFire }) => (untilFire ? "until" : draws ? "draws" : "hits");

/** "2 hits", "4 cards to draw", "press until cards come", and for whom. */
const owing = (one) => worded(WORDS[kindOf(one)][one.by === one.player ? "own" : "others"],
  { n: one.draws ?? one.hits ?? 1 }, { player: bdi(one.player) });

/** One entry: by whom, how much, for whom; `alone`: on the page of who owes it. */
export const owedLine = (one, alone = false) => html`<li>
  ${alone ? nothing : html`<b><bdi>${one.by}</bdi></b>`}
  <span class="much">${owing(one)} ${alone ? nothing : clause(one.reason)}</span>
  <span class="pips" data-open=${Boolean(one.until_fire)} aria-hidden="true">${pips(one)}</span></li>`;

export const owedView = ({ table: { state } }) => (state.owed.length
  ? html`<section class="panel owed" aria-label=${say("ui.owed.title")}><ol aria-label=${say("ui.owed.list")}>${state.owed.map((one) => owedLine(one))}</ol></section>`
  : nothing);
