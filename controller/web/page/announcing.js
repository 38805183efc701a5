// What the room should hear of a table that follows another: sentences for the voice, cues for
// the sounds. Pure.
/** @import {Table} from "./types" */

import { say } from "./catalogue.js";
import { fitting, headline, isAnother, pressForRest, remaining, underWay } from "./reading.js";
import { advice } from "./words.js";

/** Rulings that everybody should hear in the referee's own words. */
const TOLD = ["catches", "calls_uno", "suggests", "trades", "round_won", "eliminated", "reload_due", "pile_used_up"]
  .map((key) => `ruling.${key}`).concat("log.undoes", "log.undoes_hit");
const TIMES = ["", "once", "twice"];

/** How a play is said aloud: shorter than it is written. */
const PLAYS = {
  "ruling.plays": "page.play", "ruling.plays_calling": "page.play_calling",
  "ruling.plays_on": "page.play_on", "ruling.plays_on_calling": "page.play_on_calling",
};

/** A ruling in few words. @param {{key: string, values: Record<string, any>} | null | undefined} ruling */
export const shortly = (ruling) => (ruling ? say(PLAYS[ruling.key] ?? ruling.key, ruling.values) : "");

/** Who has to match what, or hits and how often: the one sentence that the table waits for. @param {Table} table */
export function call(table) {
  if (!table.state) return "";
  const [owed] = table.state.owed;
  const rest = remaining(table);
  if (rest) return `${rest.by}: ${pressForRest(rest.cards)}`;
  const fits = table.state.phase === "play" && fitting(table.state);
  if (fits) return `${table.state.turn}, ${fits}`;
  if (table.state.phase !== "hits" || owed.draws) return headline(table)[0];
  const { by, player, hits, until_fire: untilFire } = owed;
  const often = untilFire ? "until cards come" : TIMES[hits] ?? `${hits} times`;
  return `${by} hits ${often}${by === player ? "" : `, for ${player}`}`;
}

const fresh = (before, now) => now.log.filter(({ seq }) => seq > before.seq);
const newFaults = (before, now) => now.launcher.faults.filter((fault) => !before.launcher.faults.includes(fault));

/** Sentences, in the order in which they are said.
 * @param {Table | null} before
 * @param {Table} now */
export function spoken(before, now) {
  if (!before || isAnother(before, now)) return now.state ? [call(now)] : [];
  const news = fresh(before, now);
  const play = news.findLast(({ key }) => key in PLAYS); // what lies on top now
  const told = news.filter((one) => one === play || TOLD.includes(one.key)).map(shortly);
  return [...told, ...newFaults(before, now).map(advice), ...(call(now) === call(before) ? [] : [call(now)])].filter(Boolean);
}

const CUES = Object.entries({ plays: "card", turned_up: "card", calls_uno: "uno", catches: "caught", trades: "card",
  round_won: "won", game_won: "won" });
const cueOf = ({ key }) => CUES.find(([start]) => key.startsWith(`ruling.${start}`))?.[1];

/** Names of sounds. A real launcher dings by itself.
 * @param {Table | null} before
 * @param {Table} now
 * @returns {string[]} */
export function cues(before, now) {
  if (!before || isAnother(before, now)) return [];
  const heard = fresh(before, now).map(cueOf).filter(Boolean);
  if (newFaults(before, now).length) heard.push("alarm");
  const [was, is] = [before.launcher.hit, now.launcher.hit];
  const pressed = underWay(now) && !(underWay(before) && was?.number === is?.number);
  if (pressed && now.launcher.simulated) heard.push("ding");
  const out = is ? is.out - (was?.number === is.number ? was.out : 0) : 0;
  return [...heard, ...Array(Math.max(out, 0)).fill("flick")];
}

/** The newest entry of the log: its play or other deed, and what follows from it, of several players together.
 * @param {Table["log"]} log */
export function newest(log) {
  const lines = log.filter(({ seq }) => seq === log.at(-1)?.seq);
  const alike = (one) => lines.filter(({ key, values }) => key === "ruling.owes_hits" && key === one.key && values.n === one.values.n);
  return lines.flatMap((one) => {
    const group = alike(one);
    if (group.length < 2) return [one];
    const names = group.map(({ values }) => values.player);
    return one === group[0] ? [{ ...one, key: "page.each_owes_hits", values: { names, n: one.values.n } }] : [];
  });
}
