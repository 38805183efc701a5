// Keys of a keyboard that stand for a button wherever the focus is: the button names its key, so
// that screen readers tell it, too.

/** Keys that are listed for the user, with what they do. A card's own "?" comes first. */
export const HOTKEYS = [
  ["U", "Call UNO"], ["C", "Catch a player"], ["Z", "Undo"],
  ["← ↑ ↓ →", "Move from card to card"], ["Enter", "Play the card, press the button"],
  ["?", "On a card: what it does. Elsewhere: this list"],
];

/** Is somebody writing there? @param {EventTarget | null} where */
const writing = (where) => where instanceof Element && where.matches("input, select, textarea");

/** `help()` is told of a "?" that no card took. A key that is pressed twice at once clicks twice, which is one tap. */
export function watchHotkeys({ help }) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey || writing(event.target)) return;
    if (event.key === "?") help();
    const key = event.key.toUpperCase();
    const button = document.querySelector(`main > :not([inert]) [aria-keyshortcuts="${CSS.escape(key)}"]:enabled`);
    if (button instanceof HTMLElement) button.click();
  });
}
