// The turn clock: how much of a player's time is left. The referee says how long it has waited, and when the
// time is up; between its words the page counts on.
/** @import {Table} from "./types" */

import { html, nothing } from "./vendor/lit-html.js";
import { say } from "./catalogue.js";
import { isUp, leftOf } from "./reading.js";

/** Where what is left is seen. */
export const clockPlace = ({ clock }) => (clock ? html` <b class="clock" aria-hidden="true"></b>` : nothing);

/** What a screen reader says, at the end alone. */
export const clockEnd = (table) => (table?.clock
  ? html`<p class="sr" role="status">${isUp(table) ? say("spoken.time_up", { player: table.clock.player }) : nothing}</p>` : nothing);

/** @type {Table["clock"]} */
let newest = null;
let at = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Take the referee's word. @param {Table["clock"]} clock */
export function keepTime(clock) {
  [newest, at] = [clock, performance.now()];
}

/** Write what is left wherever it is seen, and again each second. */
export function showTime() {
  clearTimeout(timer);
  if (!newest) return;
  const left = leftOf(newest, performance.now() - at);
  const words = say("ui.room.seconds", { n: Math.ceil(left / 1000) });
  for (const place of document.querySelectorAll(".clock")) place.textContent = words;
  if (newest.runs && left) timer = setTimeout(showTime, left % 1000 || 1000);
}
