// What the table object says, in the terms of a screen: who is meant, and what is asked of them.
// Pure.
/** @import {Launcher, Owed, State, Table} from "./types" */

import { capital, cardName, colorName, counted, kindName, listed, parts } from "./words.js";

/** The players at the table, in seating order. @param {Pick<Table, "game" | "state">} table */
export function seated({ game, state }) {
  if (!state) return game?.players ?? [];
  const first = game.players.filter((name) => Object.hasOwn(state.hands, name));
  return [...first, ...Object.keys(state.hands).filter((name) => !first.includes(name))];
}

/** The deck of the edition that is played: `[{card, count, points}]`. */
export const deckOf = ({ table, ui }) => ui.editions.find(({ id }) => id === table.game.edition)?.cards ?? [];

/** Was the button pressed for this hit? Then the referee takes no other word until it is counted.
 * @param {{launcher: Launcher}} table */
export const underWay = ({ launcher: { hit } }) => hit !== null && hit.requested !== null;

/** Does the button rest for a moment, so that a press does not count yet? @param {{launcher: Launcher}} table */
export const resting = ({ launcher: { link, faults, hit } }) => link === "up" && !faults.length && hit?.stage === "breath";

/** A hit that a fault broke off, and whose remaining cards a press gives now: who presses, how many are out,
 * how many remain; or null. @param {{launcher: Launcher}} table */
export const remaining = ({ launcher: { link, faults, hit } }) =>
  (link === "up" && !faults.length && hit?.stage === "armed" && hit.requested !== null
    ? { by: hit.by, out: hit.out, cards: hit.requested - hit.out } : null);

/** "press for 3 more cards". @param {number} n */
export const pressForRest = (n) => (n === 1 ? "press for the last card" : `press for ${n} more cards`);

/** What people say at any time: the referee hears it while cards are coming, too. */
export const CALLS = ["uno", "catch", "suggested"];

/** What may be said now of these deeds.
 * @param {Table} table
 * @param {string[]} deeds */
export function offersOf(table, ...deeds) {
  const now = underWay(table)
    ? deeds.filter((word) => CALLS.includes(word) && table.launcher.hit?.stage === "running") : deeds;
  return table.legal.filter((offer) => now.includes(offer.do));
}

/** Whose finger is waited for, or null. @param {Table} table */
export function actor({ state, legal }) {
  if (!state) return null;
  if (["hits", "reload"].includes(state.phase)) return state.owed[0]?.by ?? null;
  if (state.phase === "challenge") return legal.find((offer) => offer.do === "challenge")?.by ?? state.owed[0]?.by;
  return state.turn;
}

/** The members of `owed` in words: "2 hits", "4 draws", "hits until cards come". @param {Owed} owed */
export function owing({ hits, draws, until_fire: untilFire }) {
  if (untilFire) return "hits until cards come";
  return draws ? counted(draws, "draw") : counted(hits, "hit");
}

const ELSE = { draw: "draw a card", hit: "hit once" };

/** "an 8", "a 2", "another Skip". */
const like = (kind) => `${/^\d$/.test(kind) ? (kind === "8" ? "an" : "a") : "another"} ${kindName(kind)}`;

/** "match red or an 8": what may lie on the top card, wilds aside; null where anything may.
 * @param {Pick<State, "color" | "top">} state */
export function fitting({ color, top }) {
  if (!color || !top) return null;
  const { color: printed, kind } = parts(top);
  return `match ${colorName(color)}${printed ? ` or ${like(kind)}` : ""}`;
}

function match(table) {
  const fits = fitting(table.state);
  if (!fits) return "Play a card.";
  const ways = [fits, "play a wild", ...offersOf(table, "draw", "hit").map((offer) => ELSE[offer.do]).slice(0, 1)];
  return `${capital(ways.slice(0, -1).join(", "))}, or ${ways.at(-1)}.`;
}

/** The one line that the whole room reads, and the one under it. @param {Table} table */
export function headline(table) {
  const { state, launcher } = table;
  const who = actor(table);
  const [owed] = state.owed;
  const rest = remaining(table);
  if (rest) return [capital(pressForRest(rest.cards)), `${rest.by} presses. ${counted(rest.out, "card")} came out so far.`];
  const stopped = launcher.link === "up" ? STOPPED[launcher.hit?.stage] : "The launcher does not answer: see below.";
  switch (state.phase) {
    case "dealer": return ["Who deals?", "Everybody draws a card. The player with the highest number deals."];
    case "turn_up": if (dealing(table)) return dealt(table, stopped);
      return ["Turn up the first card", `${state.dealer} deals, turns up a card and puts the other cards ${withLauncher(table) ? "into the launcher" : "on the draw pile"}.`];
    case "color": return [`${who} calls a colour`, `${cardName(state.top)} lies on top.`];
    case "choose": return [`${who} chooses`, `${cardName(state.top)} lies on top. Which player does it hit?`];
    case "drawn": return [`${who}'s turn`, "Play the card just drawn if it fits, or pass."];
    case "challenge": return [`${who}: draw, or challenge?`, `A Wild Draw Four was played on ${who}.`];
    case "hits": return owed.draws
      ? [`${who} draws ${counted(owed.draws, "card")}`, ""]
      : [`${who} hits${owed.until_fire ? " until cards come" : ""}`, stopped ?? hitsToGo(owed)];
    case "reload": return withLauncher(table)
      ? ["Reload the launcher", "The launcher is empty. Shuffle the discard pile, except its top card, and put it into the launcher."]
      : ["Shuffle the pile", "The draw pile is empty. Shuffle the discard pile, except its top card, into a new draw pile."];
    case "count": return ["Count the hands", "Count the cards that the other players still hold."];
    case "round_over": return [`Round ${state.round} is over`, "Look at the scores, then deal again."];
    case "game_over": return [`${winners(state)} won the game`, ""];
    default: return [`${who}'s turn`, underWay(table) ? stopped ?? "Cards are coming." : match(table)];
  }
}

/** Is an opening hand due from the launcher? @param {Table} table */
export const dealing = ({ state, launcher: { hit } }) => state.phase === "turn_up" && hit !== null;

function dealt(table, stopped) {
  const { state: { hands }, launcher: { hit } } = table;
  const rest = "Put the whole deck into the launcher and press its button, or deal by hand.";
  return [`${hit.by}: take your ${counted(hands[hit.by], "card")}`, stopped ?? (underWay(table) ? "Cards are coming." : rest)];
}

const STOPPED = { broken: "The launcher stopped: clear its fault first.", confirm: "First enter how many cards came." };

function hitsToGo({ by, player, hits, until_fire: untilFire }) {
  const cards = by === player ? "" : ` The cards are for ${player}.`;
  return `${untilFire ? "Keep pressing until cards come." : `${counted(hits, "press", "presses")} to go.`}${cards}`;
}

const winners = ({ winner }) => (winner === null ? "Nobody" : listed([winner].flat()));

/** Whether the launcher has a part in this game: where there are towers, only a house may say so. @param {Table} table */
export const withLauncher = ({ state, game }) => !state.towers || game.options?.draw_from === "launcher";

/** What the log says where a game begins, or goes on after it was left. */
const BEGINNINGS = ["log.game", "log.goes_on"];
const begun = ({ log }) => log.findLast(({ key }) => BEGINNINGS.includes(key))?.seq;

/** How many rulings a table has: `LOG_LINES` of `controller/games/record.py`. */
const LOG_LINES = 200;

/** Whether `now` shows another game than `before`. The log is short, so a game's beginning leaves
 * it after a while: then it is still the same game, unless nothing of what is there was seen before.
 * @param {Pick<Table, "seq" | "log">} before
 * @param {Pick<Table, "seq" | "log">} now */
export function isAnother(before, now) {
  const first = begun(now);
  if (first !== undefined) return first !== begun(before);
  return now.log.length >= LOG_LINES && now.log[0].seq > before.seq;
}
