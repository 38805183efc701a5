// What of a table is one device's own: which offers it may send, and when its person is called on.
// The referee decides (controller/seats/rights.py); this keeps back what it would refuse. Pure.
/** @import {Me, Table} from "./types" */

import { say } from "./catalogue.js";
import { actsForAll, hasSeat } from "./me.js";
import { actor, dealing, mayAnswer, offersOf, roundWon, seated } from "./reading.js";
import { isAskedAnew, ownOf } from "./seen.js";

/**
 * Who acts at a device: everybody (`all`), one player, or nobody (a player who is null).
 * @typedef {{all: boolean, player: string | null}} Rights
 */

/** @type {Rights} */
export const EVERYBODY = { all: true, player: null };

/** @type {(player: string | null) => Rights} */
export const alone = (player) => ({ all: false, player });

/** Who may act at a device that shows the whole table. @param {Me} me @returns {Rights} */
export const rightsOf = (me) => (actsForAll(me) ? EVERYBODY : alone(hasSeat(me) ? me.player : null));

/** Does this player play now? @param {Table} table @param {string | null} player */
export const plays = ({ state }, player) => player !== null && Boolean(state) && Object.hasOwn(state.hands, player);

/** Which view a device begins with: its "seat", the "table", or for who only looks on the table without keys.
 * @param {Table} table
 * @param {Me} me
 * @returns {"seat" | "table" | "onlooker"} */
export function beginsWith(table, me) {
  if (hasSeat(me)) return plays(table, me.player) ? "seat" : "onlooker";
  return actsForAll(me) ? "table" : "onlooker";
}

/** What a device shows now, and who acts there: its own view, or the whole table where its person went there.
 * @param {Table} table
 * @param {{me: Me, wholeTable?: boolean}} ui
 * @returns {{side: "seat" | "table" | "onlooker", rights: Rights}} */
export function sideOf(table, { me, wholeTable }) {
  const side = beginsWith(table, me);
  if (side === "seat" && !wholeTable) return { side, rights: alone(me.player) };
  const rights = rightsOf(me);
  if (rights.all && (side === "table" || wholeTable)) return { side: "table", rights };
  return side === "seat" ? { side: "table", rights } : { side: "onlooker", rights: alone(null) };
}

/** The table with the offers that may be said at a device and the questions that are for it, and no others.
 * @param {Table} table
 * @param {Rights} rights
 * @returns {Table} */
export function offering(table, { all, player }) {
  if (all) return table;
  return { ...table, sightings: ownOf(table.sightings, player),
    legal: table.legal.filter((_, nth) => player !== null && table.legal_seats[nth].includes(player)) };
}

/** May a finger at this device be on the simulated button now? @param {Table} table @param {Rights} rights */
export const mayPress = ({ launcher: { hit } }, { all, player }) => all || (hit !== null && hit.by === player);

/** May this device say how many cards a hit gave? @param {Table} table @param {Rights} rights */
export const maySettle = ({ launcher: { hit } }, { all, player }) =>
  all || (hit !== null && player !== null && [hit.by, hit.owner].includes(player));

/** May anybody at this device clear a fault? @param {Rights} rights */
export const mayClear = ({ all, player }) => all || player !== null;

/** The smallest number to which this device may set a player's hand, or null where it may not: a seat
 * says 0 by playing the last card. @param {Table} table the referee's @param {Rights} rights @param {string} name */
export function leastHand(table, { all, player }, name) {
  if (!table.legal.some((offer) => offer.do === "set" && offer.needs?.includes("hands"))) return null;
  return all ? 0 : player === name ? 1 : null;
}

/** What a player still owes: presses or draws by their hand, in order. @param {Table} table @param {string} player */
export const debtsOf = ({ state }, player) => state.owed.filter(({ by }) => by === player);

/** What is asked of a player now: "deal" (draw for it), "turn_up", "press", "play", "count" …, or null.
 * @param {Table} table
 * @param {string} player
 * @returns {string | null} */
export function calledOn(table, player) {
  const { state, launcher: { hit }, legal } = table;
  const due = (deed) => legal.some((offer) => offer.do === deed && offer.player === player);
  switch (state.phase) {
    case "dealer": return due("dealer_draw") ? "deal" : null;
    case "turn_up": return dealing(table) ? (hit?.by === player ? "press" : null) : state.dealer === player ? "turn_up" : null;
    case "count": return due("count") ? "count" : null;
    case "round_over": case "game_over": return null;
    case "hits": case "reload": return actor(table) === player ? "press" : null;
    default: return actor(table) === player ? "play" : null;
  }
}

/** Did `now` call on a player who was not called on before, or ask of a card that was seen?
 * @param {Table | null} before
 * @param {Table} now
 * @param {string | null} player */
export function isCalled(before, now, player) {
  if (player === null || !before?.state || !now.state || !plays(now, player)) return false;
  return isAskedAnew(before, now, player) || calledOn(now, player) !== null && (!plays(before, player) || calledOn(before, player) === null);
}

/** Who comes after the one who is waited for, as far as the referee can tell; or null. @param {Pick<Table, "upcoming">} table */
export const nextAfter = ({ upcoming }) => upcoming[0] ?? null;

/** How many others act before a player: 1 for who is next; 0 where that is not known. @param {Pick<Table, "upcoming">} table @param {string} player */
export const turnsUntil = ({ upcoming }, player) => upcoming.indexOf(player) + 1;

/** How a player's key for UNO looks: it is "due" where the play leaves one card, or has left one; it "may" matter while a play asks for
 * more, as for cards under it or whom to trade with; else it rests. It works all the same.
 * @param {Table} table
 * @param {string} player
 * @param {import("./types").Ask | null} ask
 * @returns {"due" | "may" | "rest"} */
export function unoLook(table, player, ask) {
  const { uno, phase, hands } = table.state;
  if (uno?.player === player && !uno.called) return "due";
  const mayPlay = ["play", "drawn"].includes(phase) ? calledOn(table, player) === "play" : mayAnswer(table) && actor(table) === player;
  if (mayPlay && hands[player] - 1 - (ask?.draft?.length ?? 0) === 1) return "due";
  return mayPlay && ask?.offers.some((offer) => offer.do === "play") ? "may" : "rest";
}

/** Everybody whose hand is not counted yet. @param {Table} table the referee's */
export const stillCounting = (table) => [...new Set(offersOf(table, "count").map(({ player }) => player))];

/** The others as they sit, seen from a player's place: the one on the left first. @param {Table} table @param {string} player */
export function othersFrom(table, player) {
  const names = seated(table);
  const at = names.indexOf(player);
  return [...names.slice(at + 1), ...names.slice(0, at)];
}

/** The headline of a round or a game that is won, said to this player; null: nothing is won, or the table's own words say it.
 * @param {Table} table @param {string | null} player */
export function winSaidTo(table, player) {
  const { state: { phase, winner, round }, round_winner: ofRound } = table;
  if (phase === "game_over") return winner === player ? say("ui.seat.game_won") : null;
  if (!["count", "round_over"].includes(phase)) return null;
  if (ofRound !== player) return roundWon(table);
  return phase === "count" ? say("ui.seat.round_won") : say("ui.seat.won_round", { round });
}

/** Has this player won what is over? @param {Table} table @param {string | null} player */
export const hasWon = ({ state: { phase, winner }, round_winner: ofRound }, player) =>
  player !== null && (phase === "game_over" ? [winner].flat().includes(player) : ["count", "round_over"].includes(phase) && ofRound === player);
