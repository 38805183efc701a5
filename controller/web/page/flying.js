// What moves on a TV, and comes to rest: cards on their way to their owner, a drum. The compositor moves
// them alone (transform and opacity), on a layer over the page that no view draws.

import { render } from "./vendor/lit-html.js";
import { BACK } from "./views/cards.js";

const FLIGHT_MS = 700;
/** Cards that were told of together leave one after the other, but the last of them soon. */
const APART_MS = 90;
const ALL_LEFT_MS = 900;
const SHAKE_MS = 80;
const SHAKES = 10; // and as many again for each dry press

const TURN_MS = 400;
const TURNS = 3; // from a press or a card on: with the next card the roller turns on
const TICK_MS = 180;

const FLASH_MS = 500;
const FLASHES = 3;

/** Is motion unwanted at this device? */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** What lies over the page: no view draws it, and no finger meets it. */
export function layer() {
  const known = document.querySelector(".flights");
  if (known) return known;
  const made = document.createElement("div");
  made.className = "flights";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

function fly(from, to, delay, owner) {
  const card = document.createElement("span");
  card.dataset.owner = owner;
  render(BACK, card);
  layer().append(card);
  const at = ({ x, y }) => `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  const over = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - Math.abs(from.x - to.x) / 6 };
  card.animate([
    { transform: `${at(from)} scale(.6)`, opacity: 0 },
    { transform: `${at(from)} scale(1.25)`, opacity: 1, offset: 0.15 },
    { transform: `${at(over)} rotate(-200deg) scale(1.5)`, opacity: 1, offset: 0.55 },
    { transform: `${at(to)} rotate(-360deg) scale(.7)`, opacity: 1, offset: 0.95 },
    { transform: `${at(to)} rotate(-360deg) scale(.6)`, opacity: 0 },
  ], { duration: FLIGHT_MS, delay, easing: "ease-in-out", fill: "backwards" })
    .finished.catch(() => {}).then(() => card.remove());
}

/** Let a card fly to each of these players, once what the table says now is drawn; not where nobody looks or motion is unwanted.
 * @param {string[]} owners */
export function launch(owners) {
  if (!owners.length || isStill() || document.hidden) return;
  requestAnimationFrame(() => {
    const mouth = document.querySelector(".tv-device");
    const rows = new Map([...document.querySelectorAll(".tv-seat")].map((row) => [row.getAttribute("data-player"), row]));
    const apart = Math.min(APART_MS, ALL_LEFT_MS / owners.length);
    owners.forEach((owner, nth) => {
      const row = rows.get(owner)?.querySelector(".tv-hand");
      if (mouth && row) fly(middle(mouth), middle(row), nth * apart, owner);
    });
  });
}

/** Shake the launcher like a drum, the longer the closer cards are. @param {number} level */
export function beat(level) {
  if (!level || isStill() || document.hidden) return;
  requestAnimationFrame(() => document.querySelector(".tv-device")?.animate(
    [{ transform: "none" }, { transform: "rotate(-3deg) scale(1.04)" }, { transform: "rotate(3deg) scale(.98)" }, { transform: "none" }],
    { duration: SHAKE_MS, iterations: SHAKES * (level + 1) },
  ));
}

/** @type {Animation | undefined} */
let turning;

/** Let the launcher's roller turn for a while: after a press, and on with each card, which the figure beside it ticks.
 * @param {number} cards how many were counted just now */
export function spin(cards) {
  if (isStill() || document.hidden) return;
  const roller = document.querySelector(".roller");
  if (cards) document.querySelector(".out b, .tv-out")?.animate([{ transform: "scale(1.5)" }, { transform: "none" }], { duration: TICK_MS, easing: "ease-out" });
  const { effect, playState } = turning ?? {};
  if (playState === "running" && effect instanceof KeyframeEffect && effect.target === roller) {
    effect.updateTiming({ iterations: Math.ceil(Number(turning?.currentTime) / TURN_MS) + TURNS });
  } else turning = roller?.animate([{ transform: "none" }, { transform: "rotate(360deg)" }], { duration: TURN_MS, iterations: TURNS });
}

/** @type {Animation | null | undefined} */
let flashing = null;

/** Let what stands at the top of a player's phone flash: somebody is called on. One flash ends the one before. */
export function flash() {
  flashing?.cancel();
  flashing = isStill() ? null : document.querySelector(".own-head > div:first-child")
    ?.animate([{}, { opacity: 0.15 }, {}], { duration: FLASH_MS, iterations: FLASHES, easing: "ease-in-out" });
}

/** Nothing flies over another view. */
export const land = () => document.querySelector(".flights")?.remove();
