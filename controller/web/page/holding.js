// A long press, by finger or mouse, and what stands for it elsewhere: the second button, the menu
// key, "?".

const LONG_MS = 500;
const SLIP_PX = 12;

/** @type {{timer: number, x: number, y: number, done: boolean} | null} */
let press = null; // {timer, x, y, done} while something is held

function forget() {
  clearTimeout(press?.timer);
  press = null;
}

/** Was the finger that is down, or went up last, a long press? */
export const wasHeld = () => press?.done ?? false;

/** End what is held at the next finger or key, and take the click that a long press ends with. */
export function watchHolding() {
  addEventListener("pointerdown", forget, true);
  addEventListener("keydown", forget, true);
  addEventListener("click", (event) => {
    if (!press?.done) return; // a long press is no tap
    event.preventDefault();
    event.stopPropagation();
    press = null;
  }, true);
}

function letGo() {
  clearTimeout(press?.timer);
  if (!press?.done) press = null;
}

/**
 * Handlers for an element within which `find(event)` names what is held, or null; `held` is told
 * that name.
 */
export function holding(find, held) {
  const tell = (event) => {
    const what = find(event);
    if (what) {
      event.preventDefault();
      held(what);
    }
  };
  return {
    down(event) {
      const what = event.button === 0 ? find(event) : null;
      if (!what) return;
      const timer = setTimeout(() => {
        if (press) press.done = true;
        held(what);
      }, LONG_MS);
      press = { timer, x: event.clientX, y: event.clientY, done: false };
    },
    move(event) {
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP_PX) letGo();
    },
    up: letGo,
    menu(event) {
      if (press?.done) event.preventDefault(); // the timer was first
      else tell(event);
      if (press) press.done = true; // a browser's own menu may come before the timer
      clearTimeout(press?.timer);
    },
    key(event) {
      if (event.key === "?") tell(event);
    },
  };
}
