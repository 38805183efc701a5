// Which languages there are, and which of them this device shows: what was chosen on it, else what its
// browser wishes, else the room's, else English.
/** @import {Language} from "./types" */

/** @type {Language} */
const ENGLISH = { language: "en", name: "English", dir: "ltr" };

/** What the page's first file was given. @param {string} name */
const given = (name) => globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";

/** The languages that the referee has words for, each with its own name for itself.
 * @type {Language[]} */
export const LANGUAGES = JSON.parse(given("languages") || JSON.stringify([ENGLISH]));

/** The language of the room, as the referee's configuration has it. */
const ROOM = given("language");

/** The parts of a language's code, also those that it leaves out; null where it is none.
 * @param {string} code */
function whole(code) {
  try {
    return new Intl.Locale(code).maximize();
  } catch {
    return null;
  }
}

/**
 * The first of the wishes for which there is a language: the very one, else one of another country
 * in the same script. Null where there is none for any.
 * @param {readonly string[]} wishes @param {string[]} there
 */
export function bestOf(wishes, there) {
  for (const wish of wishes.map(whole)) {
    const same = there.filter((one) => whole(one)?.language === wish?.language && whole(one)?.script === wish?.script);
    const found = same.find((one) => whole(one)?.region === wish?.region) ?? same[0];
    if (wish && found) return found;
  }
  return null;
}

/** What a device shows: `chosen` on it, else by its browser's wishes, else the room's, else English.
 * @param {{chosen?: string | null, wishes: readonly string[], room: string, there: string[]}} known */
export const languageOf = ({ chosen, wishes, room, there }) =>
  [chosen, bestOf(wishes, there), room].find((one) => one && there.includes(one)) ?? ENGLISH.language;

/** Is there such a language? @param {string} code */
export const isThere = (code) => LANGUAGES.some(({ language }) => language === code);

/** What this device shows now, where this was chosen on it. @param {string | null | undefined} chosen */
export const ownLanguage = (chosen) => languageOf({ chosen, wishes: navigator.languages, room: ROOM, there: LANGUAGES.map(({ language }) => language) });
