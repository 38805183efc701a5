// What the room should hear of a table that follows another: sentences for the voice, cues for
// the sounds. Pure.
/** @import {Table} from "./types" */

import { say } from "./catalogue.js";
import { headline, isAnother, underWay } from "./reading.js";
import { advice } from "./words.js";

/** Rulings that everybody should hear in the referee's own words. */
const TOLD = ["catches", "calls_uno", "suggests", "trades", "round_won", "eliminated", "reload_due", "pile_used_up"]
  .map((key) => `ruling.${key}`);
const TIMES = ["", "once", "twice"];

/** Whose turn it is, or who hits and how often: the one sentence that the table waits for. @param {Table} table */
export function call(table) {
  if (!table.state) return "";
  const [owed] = table.state.owed;
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
  const told = fresh(before, now).filter(({ key }) => TOLD.includes(key)).map(({ key, values }) => say(key, values));
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
