// Fingers on the page's keys: when they went down, and which taps are one tap.

import { wasHeld } from "./holding.js";
import { isAgain } from "./tapping.js";

/** Fingers keep still on a key; who moves further scrolls. */
const SLIP_PX = 12;
/** A finger that stays longer presses long: not every browser makes a click of that. */
const TAP_MS = 400;
/** Within this time a finger's click has come, or none comes: what the referee says may come between, and switch its key off. */
const CLICK_MS = 100;

let downAt = 0;
let isDown = false; // since the last click: a screen reader clicks without a finger
/** The last tap that counted. @type {import("./tapping.js").Tap | null} */
let last = null;

/** When the finger, or the key of a keyboard, went down last. */
export const fingerDown = () => downAt;

const keyOf = (event) => (event.target instanceof Element ? event.target.closest("button") : null);

/** @param {Element} key */
const isOff = (key) => !key.isConnected || key.matches(":disabled");

/**
 * Make one tap of a key tapped twice. `again()` is told of a tap that is the one before it once
 * more; `missed(down, under)` of a finger on a key that got no click: it was off, or went off `under` the finger or before
 * the click.
 * @param {{again: () => void, missed: (down: number, under: boolean) => void}} told
 */
export function watchFingers({ again, missed }) {
  /** @type {{key: Element | null, at: number, x: number, y: number, off: boolean} | null} */
  let finger = null;
  /** @type {number | undefined} */
  let awaited; // until the last finger's click should have come

  addEventListener("pointerdown", (event) => {
    const key = keyOf(event);
    downAt = event.timeStamp;
    isDown = true;
    finger = event.button === 0 // no other button taps
      ? { key, at: event.timeStamp, x: event.clientX, y: event.clientY, off: key?.matches(":disabled") ?? false } : null;
  }, true);
  addEventListener("pointercancel", () => {
    finger = null;
    isDown = false;
  }, true);
  addEventListener("pointerup", (event) => {
    if (!finger?.key || wasHeld() || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SLIP_PX) return;
    const { key, at, off, x, y } = finger;
    const isTap = keyOf(event) === key && event.timeStamp - at < TAP_MS;
    if (!isTap && !isOff(key)) return;
    awaited = setTimeout(() => {
      if (isAgain(last, { at, place: { x, y }, key, builds: false, closes: false })) again();
      else missed(at, !off);
    }, CLICK_MS);
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
    if (event.detail > 0) clearTimeout(awaited);
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
