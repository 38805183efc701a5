// The turn clock: how much of a player's time is left. The referee says how long it has waited and that the
// time is up; between its words the page counts on.
/** @import {Table} from "./types" */

import { say } from "./catalogue.js";

/** Is the time up of whom the table waits for? @param {Pick<Table, "clock">} table */
export const isUp = ({ clock: shown }) => (shown ? leftOf(shown, 0) === 0 : false);

/** Has somebody's time run out between two tables? @param {Pick<Table, "clock">} before @param {Pick<Table, "clock">} now */
export const runsOut = (before, now) => isUp(now) && !isUp(before);

/** Milliseconds that are left, so long after the referee's word. @param {NonNullable<Table["clock"]>} clock @param {number} ms */
export const leftOf = ({ limit_s: limit, elapsed_ms: elapsed, runs }, ms) => Math.max(0, 1000 * limit - elapsed - (runs ? ms : 0));

/** @type {Table["clock"]} */
let clock = null;
let at = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Take the referee's word. @param {Table["clock"]} newest */
export function keepTime(newest) {
  [clock, at] = [newest, performance.now()];
}

/** Write down what is left wherever it stands, and again each second. */
export function showTime() {
  clearTimeout(timer);
  if (!clock) return;
  const left = leftOf(clock, performance.now() - at);
  const words = say("ui.room.seconds", { n: Math.ceil(left / 1000) });
  for (const place of document.querySelectorAll(".clock")) place.textContent = words;
  if (clock.runs && left) timer = setTimeout(showTime, left % 1000 || 1000);
}
