// Scanning, for whoever has one key or switch: a light moves over groups of what can be activated. The
// key opens the group under the light, then activates the member under it. The timer is passed in.

/** So many times the light goes round in a group until it leaves it. */
const LAPS = 2;

/** What can be activated. @typedef {Pick<HTMLElement, "click" | "isConnected"> & {disabled?: boolean}} Stop */

/**
 * `groups()` gives what can be activated now; `light(stops)` shows where the light is, or with none that there is no light;
 * `clock` calls `step` every so many milliseconds.
 * @template {Stop} T
 * @param {{groups: () => T[][], light: (stops: T[]) => void,
 *   clock: {start: (step: () => void, ms: number) => number, stop: (timer: number) => void}}} world
 */
export function scanner({ groups, light, clock }) {
  /** @type {T[]} */
  let lit = [];
  /** @type {T[] | null} */
  let inside = null; // the members of the open group
  let at = -1;
  let timer = 0;
  let intervalMs = 0;

  const usable = (stop) => stop.isConnected && !stop.disabled;

  function show(stops) {
    lit = stops;
    light(stops);
  }

  function leave() {
    [inside, at] = [null, -1];
  }

  function step() {
    if (inside && (at + 1 >= LAPS * inside.length || !inside.some(usable))) leave();
    at += 1;
    if (inside) return show([inside[at % inside.length]].filter(usable));
    const now = groups();
    return show(now.length ? now[at % now.length] : []);
  }

  function restart() {
    clock.stop(timer);
    if (intervalMs) timer = clock.start(step, intervalMs);
  }

  return {
    /** Scan so quickly; 0: not at all. @param {number} ms */
    every(ms) {
      if (ms === intervalMs) return;
      intervalMs = ms;
      leave();
      show([]);
      restart();
    },

    /** The key was pressed; says whether it was meant for the scanner. */
    press() {
      if (!intervalMs) return false;
      const chosen = lit.filter(usable); // only what was under the light
      leave();
      if (chosen.length > 1) inside = chosen;
      else chosen[0]?.click();
      show([]);
      if (inside) step();
      restart();
      return true;
    },
  };
}

const GROUP = '[role="group"], [role="toolbar"], nav, form, ul, ol, section';
/** In this order: the turn's own, the calls; the rest of the page. */
const FIRST = [".floor", ".dock"];

const rank = (stop) => FIRST.findIndex((place) => stop.closest(place)) + 1 || FIRST.length + 1;

/** What can be activated on the page: cards by colour, else what stands together. @returns {HTMLElement[][]} */
function groupsOfPage() {
  const stops = [...document.querySelectorAll("main :is(button:enabled, a[href], summary)")].filter((stop) => stop instanceof HTMLElement)
    .filter((stop) => !stop.closest('[inert], [aria-hidden="true"]') && stop.checkVisibility())
    .toSorted((one, other) => rank(one) - rank(other));
  /** @type {Map<Element | null, Map<string, HTMLElement[]>>} */
  const places = new Map();
  for (const stop of stops) {
    const place = stop.closest(GROUP);
    const byColor = places.get(place) ?? new Map();
    places.set(place, byColor);
    const color = stop.dataset.color ?? "";
    byColor.set(color, [...byColor.get(color) ?? [], stop]);
  }
  return [...places.values()].flatMap((byColor) => [...byColor.values()]);
}

/** The light of the page: an attribute, and for screen readers the focus. @param {HTMLElement[]} stops */
function lightOfPage(stops) {
  for (const lit of document.querySelectorAll("[data-scanned]")) lit.removeAttribute("data-scanned");
  for (const stop of stops) stop.setAttribute("data-scanned", "");
  stops[0]?.scrollIntoView({ block: "nearest" });
  stops[0]?.focus({ preventScroll: true });
}

const KEYS = [" ", "Enter"];

/** Scan the page: Space or Enter is the key, except where somebody types. */
export function watchScanning() {
  const scan = scanner({ groups: groupsOfPage, light: lightOfPage,
    clock: { start: (step, ms) => setInterval(step, ms), stop: clearInterval } });
  addEventListener("keydown", (event) => {
    const writes = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (writes || event.repeat || !KEYS.includes(event.key) || !scan.press()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  return scan.every;
}
