// What did not change from one table to the next stays the same object, so that a view sees by
// identity alone that it need not be rendered again. Pure.

const isObject = (value) => typeof value === "object" && value !== null;

// Loops, since a table has some thousand parts, and they are looked at before the browser has compiled this.

/** By how many places the items of `now` stand further back in `before`: a log drops its oldest lines, of which several can
 * have one number. */
function shift(before, now) {
  const [first] = now;
  if (first?.seq === undefined) return 0;
  return Math.max(before.findIndex((one) => one?.seq === first.seq && share(one, first) === one), 0);
}

/** @param {any[]} past @param {any[]} next */
function shareItems(past, next) {
  const back = shift(past, next);
  let isEqual = past.length === next.length;
  const items = [];
  for (let at = 0; at < next.length; at += 1) {
    items[at] = share(past[at + back], next[at]);
    if (items[at] !== past[at]) isEqual = false;
  }
  return isEqual ? past : items;
}

/** A new object is made only where some of it is shared, but not all.
 * @param {Record<string, any>} past
 * @param {Record<string, any>} next */
function shareMembers(past, next) {
  const [known, names] = [Object.keys(past), Object.keys(next)];
  let isEqual = known.length === names.length;
  let members = next;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    const value = share(past[name], next[name]);
    if (name !== known[at] || value !== past[name]) isEqual = false; // in their order: players sit in it
    if (value !== next[name]) {
      if (members === next) members = { ...next };
      members[name] = value;
    }
  }
  return isEqual ? past : members;
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
  const [past, next] = [/** @type {any} */ (before), /** @type {any} */ (now)];
  return /** @type {any} */ (Array.isArray(next) ? shareItems(past, next) : shareMembers(past, next));
}

/** How many lines a log has: `LOG_LINES` of `controller/games/record.py`. */
const LOG_LINES = 200;

/**
 * `now` with its whole log: the referee tells again only the newest lines, to a page that knows the others.
 * @template {{log: {seq: number}[], log_after?: number}} T
 * @param {{log: {seq: number}[]} | null} before
 * @param {T} now
 * @returns {T}
 */
export function withOlderLines(before, now) {
  const { log, log_after: after } = now;
  if (!before || !after) return now;
  const known = before.log.findLastIndex(({ seq }) => seq <= after) + 1;
  return { ...now, log: [...before.log.slice(Math.max(0, known + log.length - LOG_LINES), known), ...log] };
}
