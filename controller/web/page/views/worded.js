// Sentences of the catalogue in which some values are elements of the page: a name in its own direction of
// writing, a number in bold letters.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";

/** Characters that no text has stand for the elements, until the sentence is whole. */
const FIRST = 0xE000;
const PLACES = /([\uE000-\uE0FF])/;

/** The words of `key`, with `values` as texts and `elements` as templates: `worded("ui.own.absent", {}, { player: bdi(name) })`.
 * @param {string} key
 * @param {Record<string, any>} values
 * @param {Record<string, unknown>} elements */
export function worded(key, values, elements) {
  const names = Object.keys(elements);
  const places = Object.fromEntries(names.map((name, at) => [name, String.fromCharCode(FIRST + at)]));
  return say(key, { ...values, ...places }).split(PLACES)
    .map((part) => (PLACES.test(part) ? elements[names[part.charCodeAt(0) - FIRST]] : part));
}

/** A name within a sentence, whatever the direction in which it is written. @param {string} name */
export const bdi = (name) => html`<bdi>${name}</bdi>`;
