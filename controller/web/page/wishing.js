// What this device asked of the host: to join or to leave. It waits until a table screen has answered,
// also when the page is loaded again meanwhile.
/** @import {Memory} from "./remembering.js" */
/** @import {Table, Wanted} from "./types" */

/** The table that shows the question may come later than the answer to whoever asked it. */
const SHOWN_MS = 3000;

/** Does the table still show the question? @param {Wanted} wish @param {Table} table */
const waits = (wish, table) => table.requests.some((one) =>
  one.request === wish.request && one.do === wish.do);

/**
 * `show(wish)` shows what is asked for, `decided(wish)` is told once the host has answered, or the question is lost.
 * @param {{memory: Memory, table: () => Table | null, show: (wish: Wanted | null) => void, decided: (wish: Wanted) => void}} how
 */
export function keepWish({ memory, table, show, decided }) {
  /** @type {Wanted | null} */
  let wish = null;

  function put(now) {
    wish = now;
    show(now);
    memory.write(now);
  }

  function heed() {
    const now = table();
    if (!wish || !now) return;
    if (waits(wish, now)) wish.seen = true;
    else if (wish.seen || Date.now() - wish.at >= SHOWN_MS) {
      const asked = wish;
      put(null);
      decided(asked);
    }
  }

  const before = memory.read();
  if (before) put({ ...before, at: Date.now() });
  if (wish) setTimeout(heed, SHOWN_MS);

  return {
    heed,
    begin(asked) {
      put({ ...asked, seen: false, at: Date.now() });
      setTimeout(heed, SHOWN_MS);
      heed();
    },
  };
}
