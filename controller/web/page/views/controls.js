// What fingers and keyboards use everywhere: a button, a number with minus and plus, four colours.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { colorLabel } from "../words.js";
import { mark } from "./cards.js";

/**
 * A button that says `words` and calls `tap`. `kind` is how it looks, `label` its name where the
 * words alone do not say it, `off` makes it dead, `first` gets the keyboard when a question opens,
 * `about` is what it is about, `hotkey` the key that taps it from anywhere; `builds` is for a key that builds up a command:
 * two quick taps on it are two; `closes` for one that only closes what is open.
 */
/**
 * @param {unknown} words
 * @param {(event: Event) => unknown} tap
 * @param {{kind?: string, label?: string | typeof nothing, off?: boolean, first?: boolean,
 *   about?: string | typeof nothing, hotkey?: string | typeof nothing, builds?: boolean, closes?: boolean}} how
 */
export const tapButton = (words, tap, { kind = "big", label = nothing, off = false, first = false, about = nothing, hotkey = nothing, builds = false, closes = false } = {}) =>
  html`<button type="button" class=${kind} aria-label=${label} title=${about} aria-keyshortcuts=${hotkey} ?disabled=${off} ?data-first=${first}
    ?data-builds=${builds} ?data-closes=${closes}
    @click=${tap}>${words}</button>`;

/** A button that closes the open panel. @param {unknown} words @param {any} act @param {Parameters<typeof tapButton>[2]} how */
export const closeButton = (words, act, how = {}) => tapButton(words, () => act.open(null), { ...how, closes: true });

/** The letters of the longest of some words; a word may end at its hyphen. @param {string} words */
export const longest = (words) => Math.max(...words.split(/[\s\u00ad-]+/).map((one) => one.length));

/** Words that are set smaller where their place has no room for the longest of them: styles/shell.css says how. @param {string} words */
export const fitted = (words) => html`<span class="fit" .style=${`--w:${longest(words)}`}>${words}</span>`;

const BREAKS = /(?<=[.:]|\/\/)(?!\/)|(?<=[^/:])(?=\/)/;

/** An address of the web. It is set smaller where its host has no room, and breaks nowhere but after a dot, a
 * colon or "//", at a hyphen, and before its path: styles/pairing.css says how. @param {string} text */
export const webAddress = (text) => html`<b class="address" .style=${`--w:${text.replace(/(?<=[^/:])\/.*/, "").length}`}>${
  text.split(BREAKS).map((part) => html`<wbr>${part}`)}</b>`;

/**
 * A number: `change(value)` on every change, also of a half typed one, `done(value)` on the button
 * that says `word` and looks like `kind`; `first` as for a button.
 */
export function stepper({ label, value, change, done, word, kind = "big primary", min = 0, max = 999, first = true }) {
  const bounded = (wanted) => Math.min(max, Math.max(min, Math.trunc(wanted) || 0));
  const now = bounded(Number(value));
  const submit = (event) => {
    event.preventDefault();
    done(bounded(event.target.querySelector("input").valueAsNumber));
  };
  const step = (sign, name, by, end) =>
    tapButton(sign, () => change(bounded(now + by)), { kind: "round", label: name, off: now === end, builds: true });
  return html`<form class="stepper" @submit=${submit}>
    ${step("−", say("ui.controls.fewer"), -1, min)}
    <input type="number" inputmode="numeric" min=${min} max=${max} .value=${String(value)} aria-label=${label}
      @input=${(event) => change(event.target.value)}>
    ${step("+", say("ui.controls.more"), 1, max)}
    <button class=${kind} ?data-first=${first}>${word}</button>
  </form>`;
}

/** A big button for each colour that is asked for. */
export const colorButtons = (choices, tap) => html`<div class="color-choice">${choices.map((color, at) =>
  html`<button type="button" class="color-button" data-color=${color} ?data-first=${at === 0}
    @click=${() => tap(color)}>${mark(color)}<span>${colorLabel(color)}</span></button>`)}</div>`;
