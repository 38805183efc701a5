// A tap is seen to be heard at once: the button under the finger looks pressed in the next frame,
// and one whose command is under way looks so until it is answered. Both are attributes that no
// view writes.

/** @type {Element | null} */
let down = null; // under the finger
/** @type {Element | null} */
let tapped = null; // what the tap that is being handled was on

/** @param {Event} event */
const buttonAt = ({ target }) => (target instanceof Element ? target.closest("button:enabled") : null);

function lift() {
  down?.removeAttribute("data-down");
  down = null;
}

/** Show every finger that goes down. */
export function watchTaps() {
  addEventListener("pointerdown", (event) => {
    lift();
    if (event.button !== 0) return;
    down = buttonAt(event);
    down?.setAttribute("data-down", "");
  }, { capture: true, passive: true });
  for (const over of ["pointerup", "pointercancel"]) addEventListener(over, lift, { capture: true, passive: true });
  addEventListener("click", (event) => {
    const button = buttonAt(event);
    tapped = button;
    // a form is submitted after its button's click
    setTimeout(() => { if (tapped === button) tapped = null; });
  }, true);
}

/** Show the button that is being tapped as pending until `answered` is settled.
 * @param {Promise<unknown>} answered */
export function pend(answered) {
  const button = tapped;
  if (!button) return;
  const pending = Number(button.getAttribute("data-pending")) + 1;
  button.setAttribute("data-pending", String(pending));
  answered.finally(() => {
    const left = Number(button.getAttribute("data-pending")) - 1;
    if (left > 0) button.setAttribute("data-pending", String(left));
    else button.removeAttribute("data-pending");
  });
}
