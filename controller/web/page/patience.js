// What people are told while the referee lets them wait, and what became of a tap that nobody
// answered: it is asked for when the referee is heard of again.

const SLOW_MS = 1500; // after this the referee is said not to answer
const SETTLE_MS = 2000; // so long the table that a tap changed is waited for

/**
 * `slow(is)` is told when somebody begins and ends to wait too long, `tell(key)` what became of a
 * tap; `mayWait(body)` says of which requests a late answer is as it should be.
 * @param {{slow: (is: boolean) => void, tell: (key: string) => void, mayWait: (body: object) => boolean}} told
 */
export function keepPatience({ slow, tell, mayWait }) {
  const late = new Set();
  /** @type {Set<() => void>} */
  const listening = new Set();
  /** @type {Set<{seq: number, resolve: () => void}>} */
  const watching = new Set();

  return {
    /** Wait for the answer to `body`, and say so where it takes long.
     * @param {object} body
     * @param {Promise<any>} answer */
    async waitFor(body, answer) {
      const alarm = setInterval(() => {
        if (late.has(answer) || mayWait(body)) return;
        late.add(answer);
        slow(true);
      }, SLOW_MS);
      try {
        return await answer;
      } finally {
        clearInterval(alarm);
        if (late.delete(answer) && !late.size) slow(false);
      }
    },

    /** Say whether what nobody answered was done, as soon as the referee can tell.
     * @param {() => Promise<boolean>} decide throws where nobody answers */
    async ask(decide) {
      for (;;) {
        await /** @type {Promise<void>} */ (new Promise((resolve) => { listening.add(resolve); }));
        try {
          tell(await decide() ? "page.was_done" : "page.was_not_done");
          return;
        } catch { /* gone again */ }
      }
    },

    /** Resolves when this page, which shows what `shown` says, shows what `seq` says, or gives up waiting for it.
     * @param {number | undefined} seq
     * @param {number | undefined} shown */
    until(seq, shown = -1) {
      if (seq === undefined || shown >= seq) return Promise.resolve();
      return /** @type {Promise<void>} */ (new Promise((resolve) => {
        const watcher = { seq, resolve };
        watching.add(watcher);
        setTimeout(() => watching.delete(watcher) && resolve(), SETTLE_MS);
      }));
    },

    /** The page is about to show what `seq` says. */
    shows(seq) {
      for (const watcher of watching) {
        if (seq >= watcher.seq && watching.delete(watcher)) watcher.resolve();
      }
    },

    /** The referee is heard of. */
    heard() {
      listening.forEach((resolve) => resolve());
      listening.clear();
    },
  };
}
