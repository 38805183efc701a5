// What did not change from one table to the next stays the same object, so that a view sees by
// identity alone that it need not be rendered again. Pure.

const isObject = (value) => typeof value === "object" && value !== null;

/** By how many places the items of `now` stand further back in `before`: lists drop their oldest. */
function shift(before, now) {
  const at = before.findIndex((one) => share(one, now[0]) === one);
  return Math.max(at, 0);
}

/**
 * `now`, with every part of it that equals its counterpart in `before` replaced by that one;
 * `before` itself where all of it is equal.
 * @template T
 * @param {unknown} before
 * @param {T} now
 * @returns {T}
 */
export function share(before, now) {
  if (before === now || !isObject(before) || !isObject(now)) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const past = /** @type {any} */ (before);
  const next = /** @type {any} */ (now);
  if (Array.isArray(next)) {
    const back = next.length && past.length ? shift(past, next) : 0;
    const items = next.map((one, at) => share(past[at + back], one));
    const same = past.length === items.length && items.every((one, at) => one === past[at]);
    return same ? past : /** @type {any} */ (items);
  }
  const members = Object.entries(next).map(([name, value]) => [name, share(past[name], value)]);
  const names = Object.keys(past); // in their order: players sit in it
  const same = members.length === names.length
    && members.every(([name, value], at) => name === names[at] && value === past[name]);
  return same ? past : Object.fromEntries(members);
}
