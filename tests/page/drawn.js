// What a view draws, read in Node: a template of lit-html has its text and its values.

/** A template as text, with those of its values that are text, numbers or templates themselves, also those of `guard` and `repeat`.
 * @param {unknown} value @returns {string} */
export function drawn(value) {
  if (Array.isArray(value)) return value.map(drawn).join("");
  const { strings, values } = Object(value);
  if (strings) return strings.map((text, nth) => text + drawn(values[nth])).join("");
  if (typeof values?.[2] === "function") return values[0].map((item, nth) => drawn(values[2](item, nth))).join("");
  if (typeof values?.[1] === "function") return drawn(values[1]());
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** What is called by a tap where these words are drawn, or by sending the form around them.
 * @param {unknown} template @param {string} words @returns {((event?: object) => any) | undefined} */
export function deed(template, words) {
  if (Array.isArray(template)) return template.map((part) => deed(part, words)).find(Boolean);
  const { strings, values } = Object(template);
  if (!strings || !drawn(template).includes(words)) return undefined;
  return values.map((value) => deed(value, words)).find(Boolean) ?? values.find((value) => typeof value === "function");
}
