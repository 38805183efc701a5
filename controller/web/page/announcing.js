// What the room should hear and read of a table that follows another, apart from speech: cues for the
// sounds, and the newest entry in short. Pure.
/** @import {Table} from "./types" */

import { say } from "./catalogue.js";
import { momentOf, news } from "./moments.js";
import { shorter } from "./narrating.js";
import { isAnother, runsOut, underWay } from "./reading.js";

/** A ruling in few words. @param {{key: string, values: Record<string, any>} | null | undefined} ruling */
export function shortly(ruling) {
  if (!ruling) return "";
  const { key, values } = shorter(ruling);
  return say(key, values);
}

const newFaults = (before, now) => now.launcher.faults.filter((fault) => !before.launcher.faults.includes(fault));

const CUES = Object.entries({ plays: "card", turned_up: "card", calls_uno: "uno", catches: "caught", trades: "trade",
  hits_nothing: "dry", round_won: "won", game_won: "won" });
const cueOf = ({ key }) => CUES.find(([start]) => key.startsWith(`ruling.${start}`))?.[1];

/** A Hit-Fire of so many presses without a card, before cards came, is a long one. */
const LONG_FIRE = 3;

/** Did a long Hit-Fire end with these lines?
 * @param {Table} before @param {Table} now */
function endsLongFire(before, now) {
  const at = now.log.findIndex(({ seq, key }) => seq > before.seq && key === "ruling.hits");
  if (at < 0 || !before.state?.owed[0]?.until_fire) return false;
  const hits = now.log.slice(0, at).filter(({ key }) => key.startsWith("ruling.hits"));
  return hits.length - 1 - hits.findLastIndex(({ key }) => key !== "ruling.hits_nothing") >= LONG_FIRE;
}

/** Names of sounds. A real launcher dings by itself. A page that slept hears each sound once.
 * @param {Table | null} before
 * @param {Table} now
 * @returns {string[]} */
export function cues(before, now) {
  if (!before || isAnother(before, now)) return [];
  const heard = [...new Set(news(before, now).map(cueOf).filter(Boolean))];
  if (newFaults(before, now).length) heard.push("alarm");
  if (runsOut(before, now)) heard.push("gong");
  if (endsLongFire(before, now)) heard.push("sting");
  if (momentOf(before, now)?.kind === "most") heard.push("sting");
  if (isPressed(before, now)) heard.push(...(now.launcher.simulated ? ["ding"] : []), "roll1");
  return [...heard, ...Array(newlyOut(before, now)).fill("flick")];
}

/** Was the button pressed between two tables? @param {Table} before @param {Table} now */
export const isPressed = (before, now) => underWay(now) && !(underWay(before) && before.launcher.hit?.number === now.launcher.hit?.number);

/** How many cards of the hit that is under way the sensor has counted since `before`. @param {Table} before @param {Table} now */
export function newlyOut({ launcher: { hit: was } }, { launcher: { hit: is } }) {
  return is ? Math.max(0, is.out - (was?.number === is.number ? was.out : 0)) : 0;
}

/** The card before that it was played out of turn: where there is little room, the first line alone is shown.
 * @param {Table["log"]} lines */
const playFirst = (lines) => (lines[0]?.key === "ruling.jumps_in" ? [...lines.slice(1, 2), lines[0], ...lines.slice(2)] : lines);

/** The newest entry of the log: its play or other deed, and what follows from it, of several players together.
 * @param {Table["log"]} log */
export function newest(log) {
  const lines = playFirst(log.filter(({ seq }) => seq === log.at(-1)?.seq));
  const alike = (one) => lines.filter(({ key, values }) => key === "ruling.owes_hits" && key === one.key && values.n === one.values.n);
  return lines.flatMap((one) => {
    const group = alike(one);
    if (group.length < 2) return [one];
    const names = group.map(({ values }) => values.player);
    return one === group[0] ? [{ ...one, key: "page.each_owes_hits", values: { names, n: one.values.n } }] : [];
  });
}
