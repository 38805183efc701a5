// Scanning, for whoever has one key or switch: a light moves over groups of what can be activated. The
// key opens the group under the light, then activates the member under it. The timer is passed in.

import { fill, openKeys } from "./filling.js";

/** So many times the light goes round in a group until it leaves it. */
const LAPS = 2;

/** What can be activated. @typedef {Pick<HTMLElement, "click" | "isConnected" | "ariaLabel" | "textContent"> & {disabled?: boolean}} Stop */

/** What a stop is called: by it people know what the key does. @param {Stop} stop */
const nameOf = (stop) => stop.ariaLabel ?? stop.textContent;

/**
 * `groups()` gives what can be activated now; `light(stops)` shows where the light is, or with none that there is no light;
 * `clock` calls `step` every so many milliseconds; `activate(stop)` says whether the light begins at the same group again;
 * `pauses()` says whether the light stays where it is.
 * @template {Stop} T
 * @param {{groups: () => T[][], light: (stops: T[]) => void, activate: (stop: T) => boolean,
 *   clock: {start: (step: () => void, ms: number) => number, stop: (timer: number) => void}, pauses?: () => boolean}} world
 */
export function scanner({ groups, light, activate, clock, pauses = () => false }) {
  /** @type {Map<T, string | null>} */
  let lit = new Map(); // under the light, and what each was called when the light came
  /** @type {T[] | null} */
  let inside = null; // the members of the open group
  let at = -1;
  let group = -1; // the last that was lit
  let timer = 0;
  let intervalMs = 0;

  const usable = (stop) => stop.isConnected && !stop.disabled;

  function show(stops) {
    lit = new Map(stops.map((stop) => [stop, nameOf(stop)]));
    light(stops);
  }

  function leave() {
    [inside, at] = [null, -1];
  }

  function step() {
    if (pauses()) return undefined;
    if (inside && (at + 1 >= LAPS * inside.length || !inside.some(usable))) leave();
    at += 1;
    if (inside) return show([inside[at % inside.length]].filter(usable));
    const now = groups();
    group = at;
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
      // only what was under the light: a view that changes meanwhile uses its buttons again for something else
      const chosen = [...lit].filter(([stop, name]) => usable(stop) && nameOf(stop) === name).map(([stop]) => stop);
      leave();
      if (chosen.length > 1) inside = chosen;
      else if (chosen.length && activate(chosen[0])) at = group - 1;
      show([]);
      if (inside) step();
      restart();
      return true;
    },
  };
}

const GROUP = '[role="group"], [role="toolbar"], nav, form, fieldset, ul, ol, section';
/** In this order: the turn's own, the calls; the rest of the page. */
const FIRST = [".floor", ".dock"];

const rank = (stop) => FIRST.findIndex((place) => stop.closest(place)) + 1 || FIRST.length + 1;

/** What can be activated on the page: the keys of a field that is being filled, else cards by colour, else what stands together.
 * @returns {HTMLElement[][]} */
function groupsOfPage() {
  const keys = openKeys();
  if (keys) return keys;
  const stops = [...document.querySelectorAll("main :is(a[href], summary, :is(button, select, input:not([type=file])):enabled)")].filter((stop) => stop instanceof HTMLElement)
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

/** Is it a field of text or a list? @param {EventTarget | null} where @returns {where is HTMLInputElement | HTMLSelectElement} */
const isField = (where) => where instanceof Element && where.matches("input:not([type=radio], [type=checkbox]), select");

/** A key of those that build something up is probably wanted again. @param {HTMLElement} stop @param {(key: string) => string} say */
function activateOnPage(stop, say) {
  if (isField(stop)) fill(stop, say);
  else stop.click();
  return stop.closest("[data-builds]") !== null;
}

/** Scan the page: Space or Enter is the key, except where somebody types. `say` gives the words. @param {(key: string) => string} say */
export function watchScanning(say) {
  /** @type {EventTarget | null} */
  let typedIn = null; // the field in which somebody types: a view may give the focus to a field in which nobody does
  let isDown = false;
  const types = () => typedIn !== null && typedIn === document.activeElement;
  const scan = scanner({ groups: groupsOfPage, light: lightOfPage, activate: (stop) => activateOnPage(stop, say), pauses: types,
    clock: { start: (step, ms) => setInterval(step, ms), stop: (timer) => clearInterval(timer) } });
  /** A key that is held is pressed once, and activates nothing else. @param {Event} event */
  const take = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("pointerdown", ({ target }) => { typedIn = isField(target) ? target : null; }, true);
  addEventListener("input", ({ target, isTrusted }) => { if (isTrusted && isField(target)) typedIn = target; }, true);
  addEventListener("keydown", (event) => {
    const isKey = KEYS.includes(event.key);
    if (isKey && event.repeat && isDown) return take(event);
    isDown = isKey && !types() && scan.press();
    return isDown ? take(event) : undefined;
  }, true);
  addEventListener("keyup", (event) => {
    if (!isDown || !KEYS.includes(event.key)) return;
    isDown = false;
    take(event);
  }, true);
  return scan.every;
}
