// What the person at this device had seen when the finger went down. Pure.
//
// Who taps what has just appeared under the finger meant what was there before. So a table counts
// as seen when it has been on the screen for a while, except for what this device's own taps did.

import { partsOf } from "./tag.js";

/** So long has a table to be on the screen before a finger can mean it. */
export const SEEN_MS = 600;

/**
 * What a device has painted, oldest first, and what its own taps did: entry `seq` came straight
 * after entry `after`.
 * @typedef {{journal: string, seq: number, at: number}} Painted
 * @typedef {{painted: Painted[], own: {after: number, seq: number}[]}} Sight
 */

/** @type {Sight} */
export const NOTHING = { painted: [], own: [] };

/** The sight after a table with `tag` was painted at `at`. Of what is long past the newest is kept.
 * @param {Sight} sight
 * @param {string} tag
 * @param {number} at
 * @returns {Sight} */
export function painted(sight, tag, at) {
  const now = { ...partsOf(tag), at };
  const known = sight.painted.at(-1);
  if (known && known.journal === now.journal && known.seq === now.seq) return sight;
  const long = sight.painted.findLastIndex((one) => one.at <= at - SEEN_MS);
  const own = known?.journal === now.journal ? sight.own.filter(({ seq }) => seq > sight.painted[Math.max(long, 0)].seq) : [];
  return { painted: [...sight.painted.slice(Math.max(long, 0)), now], own };
}

/** The sight after this device's own tap made entry `seq`, straight after entry `after`.
 * @param {Sight} sight
 * @param {{seq?: number, after?: number | null}} done
 * @returns {Sight} */
export function did(sight, { seq, after }) {
  if (seq === undefined || typeof after !== "number") return sight;
  return { ...sight, own: [...sight.own, { after, seq }] };
}

/** What somebody meant whose finger went down at `down`: the newest table painted long enough
 * before, or where there is none the oldest; null where nothing was painted yet.
 * @param {Sight} sight
 * @param {number} down
 * @returns {Painted | null} */
export function meant(sight, down) {
  return sight.painted.findLast(({ at }) => at <= down - SEEN_MS) ?? sight.painted[0] ?? null;
}

/** What a seat's tap goes by: it can only be its own player's act, so whatever is painted may be meant at once.
 * @param {Sight} sight
 * @returns {Painted | null} */
export const newest = (sight) => sight.painted.at(-1) ?? null;

/** The tag to send for what was meant: with what this device's own taps have done since, as far as
 * nobody else did anything between.
 * @param {Sight} sight
 * @param {Painted | null} seen
 * @returns {string | null} */
export function tagOf(sight, seen) {
  if (!seen) return null;
  const seq = [...sight.own].sort((one, other) => one.seq - other.seq)
    .reduce((known, own) => (own.after <= known && own.seq > known ? own.seq : known), seen.seq);
  return `${seen.journal}-${seq}`;
}

/** Was the newest table painted too late for a finger that went down at `down`?
 * @param {Sight} sight
 * @param {number} down */
export const isNews = (sight, down) => sight.painted.length > 1 && meant(sight, down) !== sight.painted.at(-1);

/** Refusals because somebody else was quicker. */
const LATE = ["stale", "too_late"];

/** What a person is told of a refusal: not that they were late, where their page could not know that.
 * @param {{code: string, clause: string | null, key: string, values: object, tag?: string}} answer
 * @param {(tag: string | undefined) => boolean} isBehind */
export const refusalTo = (answer, isBehind) => (LATE.includes(answer.code) && isBehind(answer.tag)
  ? { ...answer, clause: null, key: "page.behind", values: {} } : answer);

/** How the log begins to tell of what came out of the launcher. */
const COUNTS = ["ruling.hits", "ruling.draws", "log.dealt"];

/** What a press of this device did, once the count of that hit is shown: its entry and the one
 * before, where nothing else happened meanwhile; else null.
 * @param {number} before the number of the table at the press
 * @param {{seq: number, key: string}[]} log */
export function pressed(before, log) {
  const fresh = log.filter(({ seq }) => seq > before);
  const one = fresh.length > 0 && fresh.every(({ seq }) => seq === fresh[0].seq);
  const counted = one && COUNTS.some((start) => fresh[0].key.startsWith(start));
  return counted ? { after: before, seq: fresh[0].seq } : null;
}
