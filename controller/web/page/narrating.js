// What this device says aloud of a table that follows another: keys with values, in the order in
// which they are said. Pure. It says what the room's own voice says (controller/voice): a test holds
// both against each other, over whole games.
/** @import {Table} from "./types" */

import { dealing, hitsFirst, isAnother, mayAnswer, remaining, runsOut, underWay, withLauncher } from "./reading.js";
import { newsOf, spoken } from "./seen.js";
import { parts } from "./words.js";

/** How much is said: a voice of one level also says what those before it say. */
export const LEVELS = ["turns", "plays", "everything"];

/** One sentence. `happened`: it stays true; others are said as long as they are.
 * @typedef {{key: string, values: Record<string, any>, level: string, happened: boolean}} Utterance */

const plays = (key) => ({ level: "plays", key, moves: true });
const after = (level, moves, prefix, names) => Object.fromEntries(names.map((name) => [`${prefix}.${name}`, { level, moves }]));

/** How each ruling is said: from which level on; in other words, if those are shorter or easier to
 * hear; and whether it moves the game, so that people hear again what the table waits for. A ruling that is not here belongs to everything. */
export const FACTS = {
  "ruling.plays": plays("spoken.play"), "ruling.plays_calling": plays("spoken.play_calling"),
  "ruling.plays_on": plays("spoken.play_on"), "ruling.plays_on_calling": plays("spoken.play_on_calling"),
  "ruling.hits": plays("spoken.came"), "ruling.hits_nothing": plays("spoken.came_nothing"),
  "log.uncertain": { level: "plays", key: "spoken.uncertain", moves: false },
  "ruling.game_won": { level: "turns", moves: false },
  "ruling.blocks": { level: "plays", key: "spoken.blocks", moves: false },
  "ruling.grabs": { level: "plays", key: "spoken.grabs", moves: false },
  "ruling.grabs_from": { level: "plays", key: "spoken.grabs_from", moves: false },
  "ruling.sets_tower": { level: "everything", key: "spoken.sets_tower", moves: false },
  "ruling.sets_tower_free": { level: "everything", key: "spoken.sets_tower_free", moves: false },
  ...after("plays", true, "ruling", ["turned_up", "draws", "passes", "calls", "chooses", "trades", "rotates", "reloads", "reshuffles",
    "finds_guilty", "finds_innocent", "hits_void", "draws_void", "hits_out_of_order", "hits_out_of_order_nothing"]),
  ...after("plays", false, "ruling", ["skips", "reverses", "jumps_in", "towers_go_back", "calls_uno", "catches", "suggests",
    "house_rule", "goes_back", "deals", "more_than_a_press", "more_than_launcher_held",
    "more_than_pile_held", "too_many_dealt", "reload_due", "pile_used_up", "round_won", "scores", "eliminated"]),
  ...after("plays", true, "log", ["game", "goes_on", "dealt", "undoes", "undoes_hit"]),
  ...after("plays", false, "log", ["weighed_more", "weighed_more_series"]),
};
const OTHER = { level: "everything", moves: false };

/** Never said: what the table waits for is said by itself, and what is wrong until somebody has looked. */
export const SILENT = ["ruling.begins", "ruling.asks", "ruling.round_over", "ruling.owes_hits", "ruling.owes_hits_for",
  "ruling.owes_draws", "ruling.owes_until_cards", "ruling.may_answer", "log.lost"];

/** What the table waits for where no cards are left, and what happened before, which asks for the same. */
const OUT_OF_CARDS = ["refusal.launcher_empty", "ruling.pile_used_up"];
const RUNNING_OUT = ["ruling.reload_due", "ruling.pile_used_up"];

/** A ruling in other words, if those are shorter or easier to hear.
 * @param {{key: string, values: Record<string, any>}} ruling */
export const shorter = ({ key, values }) => ({ key: FACTS[key]?.key ?? key, values });

const turns = (key, values = {}) => ({ key, values, level: "turns", happened: false });

function ofTurn({ state: { turn: player, top, color }, color_only: colorOnly }) {
  if (!color || !top) return turns("spoken.turn", { player });
  const { color: printed, kind } = parts(top);
  return printed && !colorOnly ? turns("spoken.turn_match", { player, color, kind }) : turns("spoken.turn_color", { player, color });
}

function ofOwed(table) {
  const { state: { phase, owed: [owed] } } = table;
  const { by, player: owner, hits, draws, until_fire: untilFire } = owed;
  if (phase === "challenge") return turns("spoken.challenge", { player: owner, n: draws ?? hits });
  if (mayAnswer(table)) return turns(draws ? "spoken.answer_or_draw" : "spoken.answer_or_press", { player: by, n: draws ?? hits });
  if (!withLauncher(table) || draws) return turns("ruling.owes_draws", { player: by, n: draws ?? hits });
  if (by === owner) return untilFire ? turns("spoken.press_until", { player: by }) : turns("spoken.press", { player: by, n: hits });
  return untilFire ? turns("spoken.press_until_for", { player: by, owner }) : turns("spoken.press_for", { player: by, n: hits, owner });
}

const ALONE = { dealer: "spoken.dealer", count: "ruling.round_over", round_over: "spoken.next_round" };
const OF_PLAYER = { color: "spoken.color", choose: "ruling.asks", drawn: "spoken.drawn", hit: "spoken.has_hit" };

function ofPhase(table) {
  const { state } = table;
  const { turn: player } = state;
  const phase = state.phase === "drawn" && hitsFirst(table) ? "hit" : state.phase;
  if (phase in ALONE) return turns(ALONE[phase]);
  if (phase === "reload") return turns(withLauncher(table) ? "refusal.launcher_empty" : "ruling.pile_used_up");
  if (["hits", "challenge"].includes(phase)) return ofOwed(table);
  if (!player) return null;
  if (phase === "play") return ofTurn(table);
  return phase in OF_PLAYER ? turns(OF_PLAYER[phase], { player }) : null;
}

/** What the table waits for, in one sentence; null while cards come, while a fault has to be cleared, or after the game.
 * @param {Table} table */
export function call(table) {
  const { state, launcher: { hit, faults, link } } = table;
  if (!state) return null;
  if (hit?.stage === "confirm" && link === "up") return turns("spoken.confirm", { player: hit.owner });
  if (hit?.stage === "running" || (state.phase === "hits" && (faults.length || link !== "up"))) return null;
  const seen = spoken(table);
  if (seen) return turns(seen.key, seen.values);
  if (underWay(table)) {
    const rest = remaining(table);
    return rest && turns("spoken.rest", { player: rest.by, n: rest.cards });
  }
  if (state.phase !== "turn_up") return ofPhase(table);
  if (hit && dealing(table)) return turns("spoken.hand", { player: hit.owner, n: state.hands[hit.owner] });
  return state.dealer ? turns("spoken.turn_up", { player: state.dealer }) : null;
}

/** @type {Pick<Table["launcher"], "faults" | "link" | "why">} */
const WHOLE = { faults: [], link: "up", why: null };

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What begins to stop the game, and what stops it no more. @param {Table | null} before @param {Table} now */
function troubles(before, { launcher: { faults, link, why } }) {
  const was = before?.launcher ?? WHOLE;
  const said = was.link === "up" && link !== "up" ? [turns("spoken.away")] : [];
  for (const fault of faults) if (!was.faults.includes(fault)) said.push(turns(`advice.${fault}`));
  if (link === "up" && why && !isSame(why, was.why)) said.push(turns(why.key, why.values));
  const stood = was.faults.length > 0 || was.link !== "up";
  if (stood && link === "up" && !faults.length) said.push({ key: "spoken.ready", values: {}, level: "plays", happened: true });
  return said;
}

/** What is said between two moments; of a table that is seen first, or of another game, only what it waits for.
 * @param {Table | null} before @param {Table} now @returns {Utterance[]} */
export function narrate(before, now) {
  const next = call(now);
  if (!before || isAnother(before, now)) return next ? [next] : [];
  const lines = now.log.filter(({ seq }) => seq > before.seq);
  const facts = lines.filter(({ key }) => !SILENT.includes(key))
    .map((line) => ({ ...shorter(line), level: (FACTS[line.key] ?? OTHER).level, happened: true }));
  const anew = lines.some(({ key }) => FACTS[key]?.moves) || !isSame(next, call(before));
  const news = newsOf(before, now);
  const seen = news ? [{ key: news.key, values: news.values, level: "turns", happened: true }] : [];
  const happens = [...seen, ...troubles(before, now)];
  if (runsOut(before, now)) happens.push({ key: "spoken.time_up", values: { player: now.clock?.player }, level: "plays", happened: false });
  if (!next || !anew) return [...facts, ...happens];
  const first = OUT_OF_CARDS.includes(next.key) ? facts.filter(({ key }) => !RUNNING_OUT.includes(key)) : facts;
  return [...first, ...happens, next];
}

/** What is said if somebody wants to hear it again: the last deed, and what is so now.
 * @param {Utterance[]} told what was told of the last change that was told at all
 * @param {Table} now @returns {Utterance[]} */
export function again(told, now) {
  const next = call(now);
  return [...told.filter(({ happened }) => happened), ...troubles(null, now), ...(next ? [next] : [])];
}

/** Those that a voice of this level says. @param {Utterance[]} utterances @param {string} level */
export const upTo = (utterances, level) => utterances.filter((one) => LEVELS.indexOf(one.level) <= LEVELS.indexOf(level));
