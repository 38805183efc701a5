// Filling a field by keys alone, for whoever scans: a dialog with a key for each entry of a list, each step of a number, each
// letter of a text. The light of scanning.js moves over them. It imports nothing: what it shared with the rest of the page would be
// another file of the bundle for everybody.

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** A key: what it says, the value to which it leads, the key of its name, and whether the field is filled then.
 * @typedef {{words: string, value: string, label?: string, ends?: boolean}} Key */

const STEPS = [-100, -10, -1, 1, 10, 100];
const DIGITS = "0123456789";
const LETTERS = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${DIGITS}`;
const ROW = /.{1,5}/g; // as many as a phone has room for

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
    [{ words: "␣", label: "ui.scan.space", value: more(" ") }, { words: "⌫", label: "ui.scan.delete", value: value.slice(0, -1) }]];
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

/** @param {Field} field */
const shown = ({ type, value }) => (type.startsWith("select") ? "" : type === "password" ? "•".repeat(value.length) : value);

/** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {object} members @param {(Node | string)[]} children */
function element(tag, members, ...children) {
  const made = Object.assign(document.createElement(tag), members);
  made.append(...children);
  return made;
}

/** Let a field be filled by keys; `say` words them. @param {Field} field @param {(key: string) => string} say */
export function fill(field, say) {
  const within = dialog ??= document.body.appendChild(element("dialog", { className: "panel" }));
  const output = element("output", {}, shown(field));
  /** @param {number} row @param {number} at */
  function put(row, at) {
    const { value, ends } = keysOf(field)[row][at];
    field.value = value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    output.value = shown(field);
    if (ends) within.close();
  }
  /** @param {string} words @param {object} members */
  const button = (words, members) => element("button", { type: "button", className: "big", ...members }, words);
  const rows = keysOf(field).map((keys, row) => element("p", { className: "choices" }, ...keys.map(({ words, label, ends }, at) => {
    const key = button(words, { onclick: () => put(row, at), ...(label && { ariaLabel: say(label) }) });
    key.toggleAttribute("data-builds", !ends);
    return key;
  })));
  within.ariaLabel = nameOf(field);
  within.replaceChildren(element("h2", {}, nameOf(field), " ", output), ...rows,
    element("p", {}, button(say("ui.words.close"), { className: "big primary", onclick: () => within.close() })));
  filled = field;
  within.showModal();
}

/** The keys that are shown, in the groups over which the light moves; null: no field is being filled.
 * A field that is gone is filled no more. */
export function openKeys() {
  if (!dialog?.open) return null;
  if (!filled?.isConnected) {
    dialog.close();
    return null;
  }
  return [...dialog.querySelectorAll("p")].map((row) => [...row.querySelectorAll("button")]);
}
