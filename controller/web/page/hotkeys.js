// Keys of a keyboard that stand for a button wherever the focus is: the button names its key, so
// that screen readers tell it, too. A card is two keys: its colour, then what stands on it.

import { parts, shortName } from "./words.js";

/** Keys that are listed for the user, with the key of what they do. A card's own "?" comes first. */
export const HOTKEYS = [
  ["R 5", "ui.hotkeys.card"], ["W R", "ui.hotkeys.wild"], ["R Y G B", "ui.hotkeys.color"],
  ["P", "ui.hotkeys.press"], ["D", "ui.hotkeys.draw"],
  ["U", "ui.hotkeys.uno"], ["C", "ui.hotkeys.catch"], ["Z", "ui.hotkeys.undo"], ["A", "ui.hotkeys.again"],
  ["← ↑ ↓ →", "ui.hotkeys.move"], ["Enter", "ui.hotkeys.enter"],
  ["Esc", "ui.hotkeys.close"], ["?", "ui.hotkeys.help"],
];

/** Is somebody writing there? @param {EventTarget | null} where */
const writing = (where) => where instanceof Element && where.matches("input, select, textarea");

const COLOR_KEYS = { R: "red", Y: "yellow", G: "green", B: "blue", W: "wild" };
/** The second key of a card comes within this time, or is a key of its own. */
const SECOND_MS = 4000;

/** @param {string} where @returns {HTMLElement[]} */
const buttons = (where) => [...document.querySelectorAll(`main > :not([inert]) ${where}:enabled`)]
  .filter((one) => one instanceof HTMLElement).filter((one) => !one.closest('[aria-hidden="true"]'));

/**
 * The buttons of a page. All but `wilds` are those that can be tapped now.
 * `cards(color)`: of cards of a colour, or "wild"; `color(color)`: of a colour that is asked for; `wild()`: of a plain Wild at a
 * turn; `wilds()`: of every wild; `named(key)`: the one that names this key as its own.
 * @typedef {{cards: (color: string) => HTMLElement[], color: (color: string) => HTMLElement | undefined,
 *   wild: () => HTMLElement | undefined, wilds: () => HTMLElement[], named: (key: string) => HTMLElement | undefined}} Buttons
 */

/** @type {Buttons} */
const DOCUMENT = {
  cards: (color) => buttons(`.pick[data-color="${color}"]`),
  color: (color) => buttons(`.color-button[data-color="${color}"]`)[0],
  wild: () => buttons('[data-phase="play"] .deck .pick[data-card="wild"]')[0],
  wilds: () => [...document.querySelectorAll('.pick[data-color="wild"]')].filter((one) => one instanceof HTMLElement),
  named: (key) => buttons(`[aria-keyshortcuts="${CSS.escape(key)}"]`)[0],
};

/** The first letter as a key: without its accent, so that É is E. @param {string} text */
const letter = (text) => text.normalize("NFD").charAt(0).toUpperCase();

/** What stands for a card after its colour. */
const second = ({ dataset }) => letter(shortName(parts(dataset.card ?? "").kind));

/** Play a Wild and answer what it asks next: one key for both. Which letters stand for a wild does not depend on
 * what may be played now. @param {Buttons} page @param {string} key */
function playWild(page, key) {
  const [color, wild] = [COLOR_KEYS[key], page.wild()];
  if (!wild || key === "W" || !color || page.wilds().some((one) => second(one) === key)) return false;
  wild.click();
  queueMicrotask(() => page.color(color)?.click()); // once the question is drawn
  return true;
}

/** The keys of cards: `take(key, at)` says whether a key was one. The first key shows where it leads: it moves the focus there.
 * @param {Buttons} page */
function cardKeys(page) {
  /** @type {{color: string, at: number} | null} */
  let begun = null;
  return (key, at) => {
    const first = begun;
    begun = null;
    if (first && at - first.at < SECOND_MS) {
      if (first.color === "wild" && playWild(page, key)) return true;
      const found = page.cards(first.color).filter((one) => second(one) === key);
      if (found.length === 1) found[0].click();
      else found[0]?.focus();
      return true;
    }
    const color = COLOR_KEYS[key];
    const called = color && page.color(color);
    const [card] = color ? page.cards(color) : [];
    called?.click();
    if (!called && card) {
      begun = { color, at };
      card.focus();
    }
    return Boolean(color);
  };
}

/** `help()` is told of a "?" that no card took, `close()` of an Escape, also of one in a field. A key that is pressed twice at once clicks twice, which is one tap.
 * @param {{help: () => void, close: () => void}} told @param {Buttons} page */
export function watchHotkeys({ help, close }, page = DOCUMENT) {
  const isCard = cardKeys(page);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) close();
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || writing(event.target)) return;
    if (event.key === "?") help();
    const key = letter(event.key);
    if (event.key.length > 1 || isCard(key, event.timeStamp)) return;
    page.named(key)?.click();
  });
}
