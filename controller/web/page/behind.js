// Hidden pages that speak or sound: of all of one browser, one does, which is the last that somebody looked at. The others
// rest, for a browser has six connections for all its tabs. While a page that speaks or sounds is looked at, every hidden one
// rests.

const NAME = "rollerdeck-behind";

/** A browser that keeps nothing may refuse its pages to talk to each other. */
function openChannel() {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}

/**
 * Agree with this browser's other pages on who works while it is hidden. `works()`: does this page, now? `changed()` is told when
 * it has to rest, or may work again. A tab that crashed says nothing, so the pages that rested for it rest on until somebody
 * looks at one of them.
 * @param {{works: () => boolean, changed: () => void, isHidden?: () => boolean}} page
 */
export function keepTurns({ works, changed, isHidden = () => document.hidden }) {
  const channel = openChannel();
  const now = () => Date.now() + Math.random(); // no two pages at the same time
  let lookedAt = now();
  let loud = works(); // as the others know it: who is loud and does not rest has claimed the turn
  let rests = false;
  let gone = false;

  const claim = () => channel?.postMessage({ lookedAt: isHidden() ? lookedAt : Infinity });

  /** Those that rest for this page may work. A page for which nobody rests says nothing: else all the resting ones would begin. */
  function release() {
    if (loud && !rests) channel?.postMessage({ gone: true });
  }

  /** @param {boolean} is */
  function turn(is) {
    if (rests === is) return;
    rests = is;
    changed();
  }

  channel?.addEventListener("message", ({ data }) => {
    if (gone || !loud) return;
    if (data.gone) {
      if (!rests) return;
      claim(); // whoever was looked at later answers
      turn(false);
    } else if (!rests && data.lookedAt < (isHidden() ? lookedAt : Infinity)) claim();
    else if (isHidden() && data.lookedAt > lookedAt) turn(true);
  });
  if (loud) claim();

  return {
    /** Does another page work instead of this one, while this one is hidden? */
    rests: () => rests,

    /** Somebody looks at this page, or no longer. */
    looked() {
      gone &&= isHidden(); // a browser hides a page after it was left, too
      if (gone) return;
      rests = false;
      lookedAt = now();
      if (loud) claim();
    },

    /** What `works()` says may have changed. */
    switched() {
      if (works() === loud) return;
      release();
      [loud, rests] = [!loud, false];
      if (loud) claim();
      changed();
    },

    /** This page is left. */
    left() {
      release();
      gone = true;
    },
  };
}
