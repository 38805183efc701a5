// The moment at which a drawing is on the screen. What nobody waits for is done then: it keeps the picture from nobody.

/** @template T
 * @param {{drawn: () => T, painted: (what: T) => void}} of what is drawn now, and what to do once it is on the screen
 * @returns {{watch: () => void, after: (callback: () => void) => void,
 *   isAwaited: () => boolean}} `watch()` after each drawing; `after` is for one callback; `isAwaited()`: is there a drawing that no frame shows yet? */
export function keepFrames({ drawn, painted }) {
  let awaited = false;
  /** @type {(() => void)[]} */
  let callbacks = [];

  function act() {
    const now = callbacks;
    callbacks = [];
    for (const callback of now) callback();
  }

  document.addEventListener("visibilitychange", () => { if (document.hidden) act(); }); // a tab behind others draws no frame

  return {
    /** Nothing but the newest is painted, and nothing at all in a tab behind others: so one frame is awaited, not one for each drawing. */
    watch() {
      if (awaited) return;
      awaited = true;
      requestAnimationFrame(() => {
        awaited = false;
        const what = drawn();
        setTimeout(() => {
          try {
            act();
          } finally { // a browser without a loudspeaker still draws
            painted(what);
          }
        });
      });
    },

    /** Do it after the next frame; where none is drawn, at once. */
    after(callback) {
      callbacks.push(callback);
      if (document.hidden) act();
    },

    isAwaited: () => awaited,
  };
}
