// Which taps are one tap. Pure.

/** A key tapped again at the same place within this time is one tap, whatever it now stands for. */
export const AGAIN_MS = 600;

/** Within so little time also where the second key only closes what the first one opened: it says nothing to the referee. */
export const DOUBLE_MS = 250;

/** Two taps of one finger are no further apart than this, and on one key than that. */
const SAME_PX = 24;
const SAME_KEY_PX = 64;

/**
 * A tap: when and where the finger went down, on which key, and whether this key builds up a
 * command (a count, +1, cards laid under another), where each tap counts, or only closes what is
 * open. A key of the keyboard has no place.
 * @typedef {{at: number, place: {x: number, y: number} | null, key: unknown, builds: boolean, closes: boolean}} Tap
 */

/** @param {Tap} one @param {Tap} other */
function samePlace(one, other) {
  if (!one.place || !other.place) return one.place === other.place && one.key === other.key;
  const apart = Math.hypot(one.place.x - other.place.x, one.place.y - other.place.y);
  return apart <= (one.key === other.key ? SAME_KEY_PX : SAME_PX);
}

/** Is `tap` the one before it once more?
 * @param {Tap | null} before
 * @param {Tap} tap */
export const isAgain = (before, tap) => before !== null && tap.at - before.at < (tap.closes && tap.key !== before.key ? DOUBLE_MS : AGAIN_MS)
  && !(before.builds && tap.builds) && samePlace(before, tap);

const isEmpty = (typed) => typed === null || typed === undefined || typed === "" || typed === false
  || (typeof typed === "object" && Object.values(typed).every(isEmpty));

/** May the page be loaded anew without losing what somebody is typing or answering?
 * @param {{ask: unknown, drafts: Record<string, unknown>}} ui */
export const mayReload = ({ ask, drafts }) => !ask && isEmpty(drafts);
