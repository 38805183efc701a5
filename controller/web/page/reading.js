// What the table object says, in the terms of a screen: who is meant, and what is asked of them.
// Pure.
/** @import {Launcher, Owed, State, Table} from "./types" */

import { say } from "./catalogue.js";
import { andWaiting, questionOf } from "./seen.js";
import { cardName, parts } from "./words.js";

/** The players at the table, in seating order. @param {Pick<Table, "game" | "state">} table */
export function seated({ game, state }) {
  if (!state) return game?.players ?? [];
  const first = game.players.filter((name) => Object.hasOwn(state.hands, name));
  return [...first, ...Object.keys(state.hands).filter((name) => !first.includes(name))];
}

/** How many cards a player holds: none until the launcher has dealt the opening hand. @param {Pick<Table, "state" | "undealt">} table
 * @param {string} name */
export const handOf = ({ state, undealt }, name) => (undealt.includes(name) ? 0 : state.hands[name]);

/** How many cards the launcher, or the draw pile, holds: the opening hands that are still to come, too.
 * @param {Pick<Table, "state" | "undealt">} table */
export const insideOf = ({ state, undealt }) => undealt.reduce((sum, name) => sum + (state.hands[name] ?? 0), state.launcher);

/** The players, who leads first: with the most points, or where points are bad the fewest. Who is out comes last, and of
 * these who was out sooner. @param {Pick<Table, "game" | "state">} table */
export function ranked(table) {
  const { state: { eliminated, scores }, game } = table;
  const sign = (game.scoring ?? "winner") === "winner" ? -1 : 1;
  const out = (name) => (eliminated.includes(name) ? eliminated.length - eliminated.indexOf(name) : 0);
  return seated(table).toSorted((one, other) => out(one) - out(other) || sign * ((scores[one] ?? 0) - (scores[other] ?? 0)));
}

/** Who has won, or until then all who lead with the same points: nobody before the first points.
 * @param {Pick<Table, "game" | "state">} table */
export function leaders(table) {
  const { phase, winner, scores, eliminated } = table.state;
  if (phase === "game_over") return [winner].flat();
  const names = ranked(table);
  const points = (name) => scores[name] ?? 0;
  if (!names.some(points)) return [];
  return names.filter((name) => !eliminated.includes(name) && points(name) === points(names[0]));
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

/** "Press for 3 more cards". @param {number} n */
export const pressForRest = (n) => say("ui.reading.press_rest", { n });

/** "Bo: press for 3 more cards". @param {{by: string, cards: number}} rest */
export const pressesForRest = ({ by, cards }) => say("ui.reading.player_press_rest", { player: by, n: cards });

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

const CHOOSES = ["color", "choose"];
/** What whose turn it is has to choose before anybody plays. @param {Table} table */
export const choosing = (table) => (CHOOSES.includes(table.state.phase) ? offersOf(table, ...CHOOSES) : []);

/** A colour that was called, and that the referee was not told: who may say it. The game goes on without it. @param {Table} table */
export const unheard = (table) => (CHOOSES.includes(table.state.phase) ? [] : offersOf(table, "color"));

/** Whose finger is waited for, or null. @param {Table} table */
export function actor({ state, legal }) {
  if (!state) return null;
  if (["hits", "reload"].includes(state.phase)) return state.owed[0]?.by ?? null;
  if (state.phase === "challenge") return legal.find((offer) => offer.do === "challenge")?.by ?? state.owed[0]?.by;
  return state.turn;
}

/** Can what is owed first be answered with a card? @param {Pick<Table, "state" | "legal">} table */
export const mayAnswer = ({ state, legal }) => ["hits", "reload"].includes(state.phase) && legal.some((offer) => offer.do === "play");

/** The kinds of cards that answer it, as messages. @param {Pick<Table, "legal">} table */
const answering = ({ legal }) => [...new Set(legal.filter((offer) => offer.do === "play").map(({ card }) => parts(card).kind))]
  .map((kind) => ({ key: "ui.reading.answer_kind", values: { kind } }));

/** "Or answer: Hit 2"; nothing where no card can. @param {Table} table */
const orAnswer = (table) => (mayAnswer(table) ? say("ui.reading.or_answer", { kinds: answering(table) }) : "");

/** The plays out of turn, of the card that equals the top one: each by somebody else. @param {Table} table */
export const jumpsIn = (table) => (table.state.phase === "play" ? offersOf(table, "play").filter(({ by }) => by !== table.state.turn) : []);

/** Does a hit instead of a play go on until cards come? @param {Pick<Table, "game">} table */
export const hitsOn = ({ game }) => game.options?.own_hits === "until_cards";

/** Do players hit before they can pass, where others draw? @param {Pick<Table, "game">} table */
export const hitsFirst = ({ game }) => game.options?.play_after_hit === true;

/** What fits a card of this kind, beside its colour: "an 8", "a 2", "another Skip". @param {string} kind */
const like = (kind) => {
  if (!/^\d$/.test(kind)) return { key: "ui.reading.like_kind", values: { kind } };
  return { key: kind === "8" ? "ui.reading.like_eight" : "ui.reading.like_number", values: { number: kind } };
};

/** What may lie on the top card, wilds aside: `color`, and `like` where the card is of a colour itself; null where anything may.
 * @param {Pick<Table, "state" | "color_only">} table */
export function fitting({ state: { color, top }, color_only: colorOnly }) {
  if (!color || !top) return null;
  const { color: printed, kind } = parts(top);
  return printed && !colorOnly ? { color, like: like(kind) } : { color };
}

/** What to do: match the top card, play a wild, or what is offered instead of a play. */
const MATCH = {
  play: { color: "ui.reading.match_color", either: "ui.reading.match" },
  draw: { color: "ui.reading.match_color_or_draw", either: "ui.reading.match_or_draw" },
  hit: { color: "ui.reading.match_color_or_hit", either: "ui.reading.match_or_hit" },
  hitsOn: { color: "ui.reading.match_color_or_hit_on", either: "ui.reading.match_or_hit_on" },
};

function match(table) {
  const fits = fitting(table);
  if (!fits) return say(table.state.top ? "ui.reading.match_called" : "ui.reading.play_any");
  const [other] = offersOf(table, "draw", "hit");
  const instead = other?.do === "hit" && hitsOn(table) ? "hitsOn" : other?.do ?? "play";
  return say(MATCH[instead][fits.like ? "either" : "color"], fits);
}

/** Who reads a headline: the whole room, the player whom it asks for something, or another player. On a phone, an instruction is
 * for its own player alone. @typedef {"room" | "asked" | "other"} Reader */

/** The line that everybody reads first, and the one under it. @param {Table} table @param {Reader} reader */
export function headline(table, reader = "room") {
  const [big, small] = questionOf(table) ?? ofPhase(table, reader);
  return [big, andWaiting(table, small)];
}

/** @param {Table} table @param {Reader} reader @returns {string[]} */
function ofPhase(table, reader) {
  const { state, launcher } = table;
  const who = actor(table);
  const [owed] = state.owed;
  const rest = remaining(table);
  if (rest) return [reader === "other" ? pressesForRest(rest) : pressForRest(rest.cards), reader === "asked" ? say("ui.launcher.so_far", { n: rest.out }) : say("ui.reading.rest_so_far", { player: rest.by, n: rest.out })];
  const stopped = launcher.link !== "up" ? say("ui.reading.no_answer") : STOPPED[launcher.hit?.stage] && say(STOPPED[launcher.hit?.stage]);
  const top = () => ({ card: cardName(state.top) });
  switch (state.phase) {
    case "dealer": return tied(table)
      ? [say("ui.reading.draw_again", { names: tied(table) }), say("ui.reading.highest_deals")] : [say("ui.reading.who_deals"), say("ui.reading.draw_for_deal")];
    case "turn_up": if (dealing(table)) return dealt(table, stopped, reader);
      return [say("ui.reading.turn_up"), say(withLauncher(table) ? "ui.reading.deals_launcher" : "ui.reading.deals_pile", { player: state.dealer })];
    case "color": return [say("ui.reading.calls_color", { player: who }), say("ui.reading.on_top", top())];
    case "choose": return [say("ui.reading.chooses", { player: who }), say("ui.reading.on_top_whom", top())];
    case "drawn": return [say("ui.reading.turn", { player: who }), say(hitsFirst(table) ? "ui.reading.has_hit" : "ui.reading.drawn")];
    case "challenge": return [say("ui.reading.challenge", { player: who }), say("ui.reading.challenged", { player: who })];
    case "hits": return owed.draws
      ? [say("ui.reading.draws", { player: who, n: owed.draws }), orAnswer(table)]
      : mayAnswer(table) && !stopped ? [say("ui.reading.owes", { player: who, n: owed.hits }), orAnswer(table)]
      : [say(owed.until_fire ? "ui.reading.hits_until" : "ui.reading.hits", { player: who }), stopped ?? hitsToGo(owed, reader)];
    case "reload": return withLauncher(table)
      ? [say("ui.reading.reload"), say("ui.reading.reload_how")]
      : [say("ui.reading.shuffle"), say("ui.reading.shuffle_how")];
    case "count": return [roundWon(table) ?? say("ui.reading.count"), reader === "room" ? say("ui.reading.count_how") : ""];
    case "round_over": return [roundWon(table) ?? say("ui.reading.round_over", { round: state.round }), say("ui.reading.round_over_then")];
    case "game_over": return [won(state), ""];
    default: return [say("ui.reading.turn", { player: who }), underWay(table) ? stopped ?? say("ui.reading.coming") : match(table)];
  }
}

/** That somebody has won the round: told before its count, and after it; null: nobody has.
 * @param {Pick<Table, "round_winner" | "state">} table */
export function roundWon({ round_winner: player, state: { phase, round } }) {
  if (!player) return null;
  return phase === "count" ? say("ui.reading.round_won", { player }) : say("ui.reading.won_round", { player, round });
}

const TIE = "ruling.draw_again";
const DRAWN = "ruling.draws_for_deal";

/** Who drew the same highest number for the deal and draws again, by the log; null: nobody.
 * @param {Pick<Table, "log">} table
 * @returns {string[] | null} */
export function tied({ log }) {
  const at = log.findLastIndex(({ key }) => [...BEGINNINGS, TIE].includes(key));
  if (log[at]?.key !== TIE) return null;
  let drawn = 0; // since then; fewer than none where the draw that tied was taken back
  for (const { key } of log.slice(at + 1)) drawn += key === DRAWN ? 1 : key === "log.undoes" ? -1 : 0;
  return drawn < 0 ? null : log[at].values.names;
}

/** Is an opening hand due from the launcher? @param {Table} table */
export const dealing = ({ state, launcher: { hit } }) => state.phase === "turn_up" && hit !== null;

function dealt(table, stopped, reader) {
  const { state: { hands }, launcher: { hit } } = table;
  return [say("ui.reading.take_hand", { player: hit.by, n: hands[hit.by] }),
    stopped ?? (underWay(table) ? say("ui.reading.coming") : reader === "other" ? "" : say("ui.reading.deal_how"))];
}

const STOPPED = { broken: "ui.reading.broken", confirm: "ui.reading.confirm" };

function hitsToGo({ by, player, hits, until_fire: untilFire }, reader) {
  if (reader !== "room") {
    if (by === player) return reader === "other" && !untilFire ? say("ui.owed.hits", { n: hits }) : "";
    return untilFire ? say("ui.owed.until_for", { player }) : say("ui.owed.hits_for", { n: hits, player });
  }
  if (untilFire) return by === player ? say("ui.reading.until_to_go") : say("ui.reading.until_to_go_for", { player });
  return by === player ? say("ui.reading.to_go", { n: hits }) : say("ui.reading.to_go_for", { n: hits, player });
}

function won({ winner }) {
  if (winner === null) return say("ui.reading.nobody_won");
  const names = [winner].flat();
  return say("ui.reading.won", { names, n: names.length });
}

/** Milliseconds that are left on the turn clock, so long after the referee said how it stands.
 * @param {NonNullable<Table["clock"]>} clock @param {number} ms */
export const leftOf = ({ limit_s: limit, elapsed_ms: elapsed, runs }, ms) => Math.max(0, 1000 * limit - elapsed - (runs ? ms : 0));

/** Is the time up of whom the table waits for? @param {Pick<Table, "clock">} table */
export const isUp = ({ clock }) => (clock ? leftOf(clock, 0) === 0 : false);

/** Has somebody's time run out between two tables? @param {Pick<Table, "clock">} before @param {Pick<Table, "clock">} now */
export const runsOut = (before, now) => isUp(now) && !isUp(before);

/** Whether the launcher has a part in this game. @param {Pick<Table, "draw_pile">} table */
export const withLauncher = ({ draw_pile: drawPile }) => !drawPile;

/** What the log says where a game begins, or goes on after it was left. */
const BEGINNINGS = ["log.game", "log.goes_on"];
const begun = ({ log }) => log.findLast(({ key }) => BEGINNINGS.includes(key))?.seq;

/** How many rulings a table has: `LOG_LINES` of `controller/games/record.py`. */
const LOG_LINES = 200;

/** Whether `now` shows another game, or session of draws, than `before`. The log is short, so a game's beginning leaves
 * it after a while: then it is still the same game, unless nothing of what is there was seen before.
 * @param {Pick<Table, "seq" | "log" | "draws">} before
 * @param {Pick<Table, "seq" | "log" | "draws">} now */
export function isAnother(before, now) {
  if (before.draws?.session !== now.draws?.session) return true;
  const first = begun(now);
  if (first !== undefined) return first !== begun(before);
  return now.log.length >= LOG_LINES && now.log[0].seq > before.seq;
}
