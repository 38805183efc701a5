// Fingers on the page's keys: when they went down, and which taps are one tap.

import { isAgain } from "./tapping.js";

/** Fingers keep still on a key; who moves further scrolls. */
const SLIP_PX = 12;

let downAt = 0;
let isDown = false; // since the last click: a screen reader clicks without a finger
/** The last tap that counted. @type {import("./tapping.js").Tap | null} */
let last = null;

/** When the finger, or the key of a keyboard, went down last. */
export const fingerDown = () => downAt;

const keyOf = (event) => (event.target instanceof Element ? event.target.closest("button") : null);

/**
 * Make one tap of a key tapped twice. `again()` is told of a tap that is the one before it once
 * more; `missed(down)` of a finger on a key that is off, or went off before the finger left it.
 */
export function watchFingers({ again, missed }) {
  /** @type {{key: Element | null, at: number, x: number, y: number, off: boolean} | null} */
  let finger = null;

  addEventListener("pointerdown", (event) => {
    const key = keyOf(event);
    downAt = event.timeStamp;
    isDown = true;
    finger = { key, at: event.timeStamp, x: event.clientX, y: event.clientY, off: key?.matches(":disabled") ?? false };
  }, true);
  addEventListener("pointercancel", () => {
    finger = null;
    isDown = false;
  }, true);
  addEventListener("pointerup", (event) => {
    if (!finger?.key || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SLIP_PX) return;
    const { key, at, off } = finger;
    if (!off && key.isConnected && !key.matches(":disabled")) return; // else it gets no click
    const tap = { at, place: { x: finger.x, y: finger.y }, key, builds: false, closes: false };
    if (isAgain(last, tap)) again();
    else missed(at);
  }, true);
  addEventListener("keydown", (event) => {
    if (!event.repeat) downAt = event.timeStamp;
    isDown = true;
    finger = null;
  }, true);
  addEventListener("click", (event) => {
    if (!isDown) downAt = event.timeStamp;
    isDown = false;
    const key = keyOf(event);
    if (!key) return;
    const place = finger && event.detail > 0 ? { x: finger.x, y: finger.y } : null;
    const tap = { at: place ? downAt : event.timeStamp, place, key, builds: key.closest("[data-builds]") !== null,
      closes: key.matches("[data-closes]") };
    if (!isAgain(last, tap)) { // else `last` stays: who taps on and on is heard each time its moment is over
      last = tap;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    again();
  }, true);
}
