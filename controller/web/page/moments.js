// What is worth a moment of everybody's eyes and ears when one table follows another: a round or a game that is won, a
// catch, a full launcher's worth of cards, UNO, a trade, and a press that gave nothing. Pure.
/** @import {Table} from "./types" */

import { dryStreak } from "./flights.js";
import { isAnother } from "./reading.js";

/** A press gives at most so many cards (LCH-1). */
export const MOST_CARDS = 12;

/** `kind` is how it looks and sounds; the rest is what is said.
 * @typedef {{kind: string, key: string, values: Record<string, any>}} Moment */

/** @type {(kind: string, key: string) => (values: Record<string, any>) => Moment} */
const as = (kind, key) => (values) => ({ kind, key, values });

/** By ruling, the most important first.
 * @type {[string, (values: Record<string, any>, now: Table) => Moment | null][]} */
const MOMENTS = [
  ["ruling.game_won", as("game", "ui.reading.won")],
  ["ruling.round_won", as("round", "ui.reading.round_won")],
  ["ruling.catches", as("caught", "ui.moment.caught")],
  ["ruling.hits", (values) => (values.n >= MOST_CARDS ? as("most", "ui.moment.most")(values) : null)],
  ["ruling.calls_uno", as("uno", "ui.moment.uno")],
  ["ruling.trades", as("trade", "ui.moment.trade")],
  ["ruling.hits_nothing", (_, now) => dryMoment(dryStreak(now))],
];

/** A press that gave nothing: of several in a row it is said how many; null: cards have come since.
 * @param {number} n @returns {Moment | null} */
function dryMoment(n) {
  if (!n) return null;
  return n > 1 ? as("dry", "ui.moment.dry_row")({ n }) : as("dry", "ui.moment.dry")({});
}

/** What the log says where a round begins. */
const DEALS = "ruling.deals";

/** Rulings since `before`, of the round that is played now: a page that was away for long shows nothing of the rounds before.
 * @param {Table} before @param {Table} now */
export const news = (before, { log }) => log.slice(log.findLastIndex(({ key }) => key === DEALS) + 1).filter(({ seq }) => seq > before.seq);

const WINS = { round: "ui.seat.round_won", game: "ui.seat.game_won" };

/** Does somebody win a round or the game? @param {Moment} moment */
export const isWin = ({ kind }) => kind in WINS;

/** A moment as it is told at this player's own seat; null: at a screen for everybody.
 * @param {Moment} moment @param {string | null} player @returns {Moment & {isOwnWin: boolean}} */
export function toldAt(moment, player) {
  const { kind, values: { player: winner, names = [winner] } } = moment;
  if (!isWin(moment) || player === null || names.length > 1 || names[0] !== player) return { ...moment, isOwnWin: false };
  return { kind, key: WINS[kind], values: {}, isOwnWin: true };
}

/** The greatest moment since `before`; null: there was none, or another game is on the table.
 * @param {Table | null} before @param {Table} now @returns {Moment | null} */
export function momentOf(before, now) {
  if (!before?.state || !now.state || isAnother(before, now)) return null;
  const lines = news(before, now);
  for (const [key, make] of MOMENTS) {
    const line = lines.findLast((candidate) => candidate.key === key);
    const moment = line && make(line.values, now);
    if (moment) return moment;
  }
  return null;
}
