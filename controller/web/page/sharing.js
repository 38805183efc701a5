// What did not change from one table to the next stays the same object, so that a view sees by
// identity alone that it need not be rendered again. Pure.

const isObject = (value) => typeof value === "object" && value !== null;

/** By how many places the items of `now` stand further back in `before`: lists drop their oldest. */
function shift(before, now) {
  const at = before.findIndex((one) => share(one, now[0]) === one);
  return Math.max(at, 0);
}

/** @param {any[]} past @param {any[]} next */
function shareItems(past, next) {
  const back = next.length && past.length ? shift(past, next) : 0;
  const items = next.map((one, at) => share(past[at + back], one));
  return past.length === items.length && items.every((one, at) => one === past[at]) ? past : items;
}

/** Nothing is made where nothing changed: a table has some thousand parts, and few of them are new.
 * @param {Record<string, any>} past
 * @param {Record<string, any>} next */
function shareMembers(past, next) {
  const known = Object.keys(past); // in their order: players sit in it
  const names = Object.keys(next);
  /** @type {Record<string, any> | null} */
  let members = known.length === names.length ? null : {};
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    const value = share(past[name], next[name]);
    if (!members && (name !== known[at] || value !== past[name])) {
      members = {};
      for (const shared of names.slice(0, at)) members[shared] = past[shared];
    }
    if (members) members[name] = value;
  }
  return members ?? past;
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
  return { ...now, log: [...before.log.filter(({ seq }) => seq <= after), ...log].slice(-LOG_LINES) };
}
