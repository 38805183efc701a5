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
