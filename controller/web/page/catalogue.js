// What people read, by key: the counterpart of controller/words/catalogue.py in a browser.
//
// An entry is a format with named values, `{player}`; a word after a colon says what a value is:
// `{color:color}` stands for the entry `color.red`. Where an entry has plural forms, the value `n`
// chooses one. Numbers and lists are the browser's own for this language.

import { LANGUAGES } from "./languages.js";

const LISTS = ["and", "or"];
const ENGLISH = "en";
const HOUSE = /^house:(.)(.*)-[0-9a-f]{8}$/;

let houses = {};

/** What a house has called an entry; undefined where no house has. @param {string} entry @param {string} language */
function houseName(entry, language) {
  const texts = houses[entry];
  return texts && (texts[language] ?? texts[language.split("-")[0]] ?? texts[""] ?? texts.en ?? Object.values(texts)[0] ?? "");
}

/** "a, b and c" has no comma before the last: the English here is British. @param {string} language */
const forLists = (language) => (language === ENGLISH ? "en-GB" : language);

/** The name in the ID of a house's box that nobody has here. @param {string} id */
function boxName(id) {
  const [, first, rest] = HOUSE.exec(id) ?? [];
  return first ? first.toUpperCase() + rest : id;
}

/** Make `say(key, values)`, `word(value, kind)` and the like out of a compiled catalogue: `{ language, messages }`. */
export function speaker({ language, messages }) {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
  const lists = {
    and: new Intl.ListFormat(forLists(language), { type: "conjunction" }),
    or: new Intl.ListFormat(forLists(language), { type: "disjunction" }),
  };

  const word = (value, kind) => {
    if (value?.key) return say(value.key, value.values); // a message in a message
    if (!kind || LISTS.includes(kind)) return typeof value === "number" ? numbers.format(value) : String(value);
    if (kind === "card") {
      const [color, ...rest] = String(value).split("-");
      if (`color.${color}` in messages) return say("card.colored", { color, kind: rest.join("-") });
      kind = "kind";
    }
    const entry = `${kind}.${value}`;
    if (entry in messages) return say(entry);
    return houseName(entry, language) ?? (kind === "edition" ? boxName(String(value)) : String(value));
  };

  const listed = (words, kind) => lists[LISTS.includes(kind) ? kind : "and"].format(words);

  function say(key, values = {}) {
    const entry = messages[key] ?? key;
    const format = typeof entry === "string" ? entry : entry[plurals.select(values.n ?? 1)] ?? entry.other ?? key;
    if (!format.includes("{") && !format.includes("}")) return format; // most of what a page says
    return format.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (found, name, kind) => {
      if (!name) return found[0];
      const value = values[name];
      if (value === undefined) return found;
      return Array.isArray(value) ? listed(value.map((one) => word(one, kind)), kind) : word(value, kind);
    });
  }

  return { language, say, word, listed };
}

const WORDLESS = speaker({ language: ENGLISH, messages: {} });
let spoken = WORDLESS;
let turn = 0; // of several that are wanted, the last one counts

const AGAIN_MS = 1000;

/** Ask for a language's catalogue: under the name that the page's first file has for it, else, or `anew`, for the newest.
 * @param {string} asked @param {boolean} anew */
async function wordsOf(asked, anew) {
  const named = LANGUAGES.find(({ language: code }) => code === asked)?.words;
  const answer = named && !anew ? await fetch(named) : null;
  return answer?.ok ? answer : fetch(`/words/${asked}.json`);
}

/**
 * Fetch a language's catalogue, however often it takes; from then on `say` and `word` speak it, and
 * the document is in it. A language that is not there, or cannot be read, is English. Resolves to
 * the language that is spoken then.
 * @param {string} wanted
 * @param {{anew?: boolean}} how `anew`: the referee may have other words than when the page was loaded
 */
export async function speak(wanted, { anew = false } = {}) {
  const mine = turn += 1;
  let asked = wanted;
  while (mine === turn) {
    try {
      const answer = await wordsOf(asked, anew);
      if (mine !== turn) break;
      const told = answer.ok ? speakerOf(await answer.text()) : null;
      if (told && mine === turn) {
        spoken = told.speaks;
        Object.assign(document.documentElement, { lang: asked, dir: told.dir });
        break;
      }
      const gone = answer.ok || answer.status === 404;
      if (gone && asked !== ENGLISH) {
        asked = ENGLISH;
        continue;
      }
    } catch { /* nobody answers: without words there is no page, so ask again */ }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return spoken.language;
}

/** What a file of words makes; null where it is none. @param {string} text */
function speakerOf(text) {
  try {
    const read = JSON.parse(text);
    return read.language && read.messages ? { speaks: speaker(read), dir: read.dir ?? "ltr" } : null;
  } catch {
    return null;
  }
}

/** From now on, words that no catalogue has are a house's: texts by language, "" in every language, by key. */
export function useNames(names) {
  houses = names;
  if (hasWords()) spoken = { ...spoken };
}

/** Are there words? Before the first `speak` has ended, `say` returns the keys themselves: show nobody any of that. */
export const hasWords = () => spoken !== WORDLESS;

/** The words in use: another object after each `speak`, so that what was said in others is said anew. */
export const language = () => spoken;

/** Say a key with its values in this device's language. */
export const say = (key, values) => spoken.say(key, values);

/** What a value is called in this device's language: `word("red", "color")`. */
export const word = (value, kind) => spoken.word(value, kind);
