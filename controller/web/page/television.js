// What a device does while it is the table's TV, beyond what it shows: it knows its address, hides the
// pointer, fills the screen at the first key or touch, and leaves with Escape.

import { get } from "./api.js";
import { mayFill } from "./screen.js";

/** What the first key or touch would bring: null, "sound" or "screen". Browsers let a page sound or speak only after it.
 * @param {{sound?: boolean, voice?: boolean}} settings */
const wanting = ({ sound, voice }) => ((sound || voice) && navigator.userActivation && !navigator.userActivation.hasBeenActive ? "sound"
  : mayFill() ? "screen" : null);

/**
 * `show(patch)` puts what is known into `ui.tv`; `close()` shows the table again; `left()` is told that
 * it is shown. The answer is told after each
 * drawing whether the TV is shown, and whether the referee is there.
 * @param {{show: (patch: Record<string, unknown>) => void, close: () => void, left: () => void}} act
 */
export function keepTelevision({ show, close, left }) {
  let on = false;
  let heard = false; // did the referee say how others join, since it was last lost?
  let touched = false; // has anybody touched this page, or pressed a key, as a TV?

  function touch(event) {
    if (!on || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.key === "Escape") {
      close();
      return;
    }
    if (mayFill()) document.documentElement.requestFullscreen().catch(() => {}); // a browser may refuse
    if (!touched) show({ wants: null });
    touched = true;
  }
  for (const kind of ["keydown", "click"]) addEventListener(kind, touch);

  async function ask() {
    heard = true;
    try {
      show({ join: await get("/api/join") });
    } catch {
      heard = false; // the next table asks again
    }
  }

  /** @param {boolean} shown @param {boolean} up @param {{sound?: boolean, voice?: boolean}} settings */
  return (shown, up, settings) => {
    if (shown && up && !heard) ask();
    if (!up) heard = false;
    if (shown === on) return;
    on = shown;
    document.documentElement.toggleAttribute("data-tv", on);
    if (on && !touched) show({ wants: wanting(settings) });
    if (on) return;
    left();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  };
}
