// What the page asks of this device's screen: to stay on while a game is on, and to show nothing else.
/** @import {Table, Ui} from "./types" */

/** Whether the browser lets this page keep the screen on. No browser does over plain HTTP. */
export const canStayOn = () => "wakeLock" in navigator;

/** Whether this device wants its screen on: as it was told, or else where many people look at it.
 * @param {Ui} ui */
export const wantsOn = ({ settings, me, panel }) => settings.awake ?? (me.role === "table" || panel === "tv");

/** @param {Table | null} table */
const isOn = (table) => Boolean(table?.draws && !table.draws.over) || (Boolean(table?.state) && table?.state.phase !== "game_over");

/** Keep the screen on as long as it is wanted: call `wish(table, ui)` after every change of these. */
export function keepOn() {
  let wanted = false;
  let asking = false;
  /** @type {WakeLockSentinel | null} */
  let lock = null;

  async function settle() {
    if (!wanted || document.hidden || lock || asking || !canStayOn()) return;
    asking = true;
    try {
      const given = await navigator.wakeLock.request("screen");
      given.addEventListener("release", () => { if (lock === given) lock = null; }); // the browser's own doing
      lock = given;
    } catch { /* the device saves its battery: the next change asks again */ }
    asking = false;
    if (!wanted) letGo();
  }

  function letGo() {
    lock?.release();
    lock = null; // now: its event comes later, when the next one may be wanted already
  }

  document.addEventListener("visibilitychange", settle); // a page that was out of sight has lost it
  return (table, ui) => {
    wanted = wantsOn(ui) && isOn(table);
    if (wanted) settle();
    else letGo();
  };
}

/** Whether this page may fill more of the screen. An iPhone's may not; on a kiosk's screen it fills all of it. */
export const mayFill = () => document.fullscreenEnabled && !document.fullscreenElement
  && !matchMedia("(display-mode: fullscreen)").matches;

/** Whether a button may change what the page fills. */
export const canFill = () => Boolean(document.fullscreenElement) || mayFill();

/** Fill the screen, or no longer. */
export function fill() {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {}); // the browser says itself what it does not do
}
