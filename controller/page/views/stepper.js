// A number with a minus and a plus: big enough for a finger, still a number for a keyboard.

import { html } from "/vendor/lit-html.js";

/** `change(value)` on every change, `done(value)` on the button that says `word`. */
export function stepper({ label, value, change, done, word, min = 0, max = 999 }) {
  const bounded = (wanted) => Math.min(max, Math.max(min, Math.trunc(wanted) || 0));
  const set = (wanted) => change(bounded(wanted));
  const submit = (event) => {
    event.preventDefault();
    done(bounded(event.target.querySelector("input").valueAsNumber));
  };
  return html`<form class="stepper" @submit=${submit}>
    <button type="button" class="round" aria-label="One fewer" ?disabled=${value <= min} @click=${() => set(value - 1)}>−</button>
    <input type="number" inputmode="numeric" min=${min} max=${max} .value=${String(value)} aria-label=${label}
      @change=${(event) => set(event.target.valueAsNumber)}>
    <button type="button" class="round" aria-label="One more" ?disabled=${value >= max} @click=${() => set(value + 1)}>+</button>
    <button class="big primary" data-first>${word}</button>
  </form>`;
}
