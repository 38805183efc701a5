// Filling a field by keys alone, for whoever scans: a dialog with a key for each entry of a list, each step of a number, each
// letter of a text. The light of scanning.js moves over them.

import { html, render } from "./vendor/lit-html.js";
import { say } from "./catalogue.js";
import { tapButton } from "./views/controls.js";

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** A key: what it says, the value to which it leads, and whether the field is filled then.
 * @typedef {{words: string, value: string, label?: string, ends?: boolean}} Key */

const STEPS = [-100, -10, -1, 1, 10, 100];
const DIGITS = "0123456789";
const LETTERS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${DIGITS}`;
const ROW = /.{1,6}/g;

/** One more of a step, but no more than half of what there is between the bounds. A field that is empty begins with what it shows instead.
 * @param {Pick<HTMLInputElement, "min" | "max" | "step" | "value" | "placeholder">} field */
function numberKeys({ min, max, step, value, placeholder }) {
  const [least, most, unit] = [Number(min), Number(max || 999), Number(step) || 1];
  const now = Number(value || placeholder) || 0;
  return STEPS.map((by) => by * unit).filter((by) => Math.abs(by) === unit || 2 * Math.abs(by) <= most - least)
    .map((by) => ({ words: `${by < 0 ? "−" : "+"}${Math.abs(by)}`, value: String(Number(Math.min(most, Math.max(least, now + by)).toFixed(3))) }));
}

/** @param {Pick<HTMLInputElement, "value" | "maxLength" | "inputMode" | "autocapitalize">} field @returns {Key[][]} */
function letterKeys({ value, maxLength, inputMode, autocapitalize }) {
  const isLarge = autocapitalize === "characters" || /(^|\s)$/.test(value);
  const more = (letter) => (value + letter).slice(0, maxLength < 0 ? undefined : maxLength);
  const rows = (inputMode === "numeric" ? DIGITS : LETTERS).match(ROW) ?? [];
  return [...rows.map((row) => [...row].map((letter) => ({ words: letter, value: more(isLarge ? letter : letter.toLowerCase()) }))),
    [{ words: "␣", label: say("ui.scan.space"), value: more(" ") }, { words: "⌫", label: say("ui.scan.delete"), value: value.slice(0, -1) }]];
}

/** Is text typed there? */
const isText = ({ type }) => ["text", "password"].includes(type);

/** The keys that fill a field, in the groups over which the light moves. Pure. @param {any} field @returns {Key[][]} */
export function keysOf(field) {
  if (isText(field)) return letterKeys(field);
  const keys = field.options ? [...field.options].map(({ text, value }) => ({ words: text, value, ends: true })) : numberKeys(field);
  return keys.map((key) => [key]);
}

/** @type {HTMLDialogElement | undefined} */
let dialog;
/** @type {Field | undefined} */
let filled;

/** What a field is called. @param {Field} field */
const nameOf = (field) => field.ariaLabel ?? [...field.labels?.[0]?.childNodes ?? []]
  .filter((node) => node !== field && node.nodeType !== Node.COMMENT_NODE).map((node) => node.textContent).join("");

/** @param {Field} field @param {HTMLDialogElement} within */
function draw(field, within) {
  /** @param {Key} key */
  const put = ({ value, ends }) => {
    field.value = value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    if (ends) within.close();
    else draw(field, within);
  };
  const shown = field instanceof HTMLSelectElement ? "" : field.type === "password" ? "•".repeat(field.value.length) : field.value;
  const row = (keys) => keys.map((key) => tapButton(key.words, () => put(key), { label: key.label, builds: !key.ends }));
  const rows = keysOf(field);
  within.ariaLabel = nameOf(field);
  render(html`<h2>${nameOf(field)} <output>${shown}</output></h2>
    ${isText(field) ? rows.map((keys) => html`<p class="choices">${row(keys)}</p>`) : html`<p class="choices">${row(rows.flat())}</p>`}
    <p>${tapButton(say("ui.words.close"), () => within.close(), { kind: "big primary", closes: true })}</p>`, within);
}

/** Let a field be filled by keys. @param {Field} field */
export function fill(field) {
  if (!dialog) {
    dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.className = "panel";
  }
  filled = field;
  draw(field, dialog);
  dialog.showModal();
}

/** The keys that are shown, in the groups over which the light moves; null: no field is being filled.
 * A field that is gone is filled no more. */
export function openKeys() {
  if (!dialog?.open || !filled) return null;
  if (!filled.isConnected) {
    dialog.close();
    return null;
  }
  const rows = [...dialog.querySelectorAll("p")].map((row) => [...row.querySelectorAll("button")]);
  return isText(filled) ? rows : rows.flat().map((key) => [key]);
}
