// What people read, by key: the counterpart of controller/words/catalogue.py in a browser.
//
// An entry is a format with named values, `{player}`; a word after a colon says what a value is:
// `{color:color}` stands for the entry `color.red`. Where an entry has plural forms, the value `n`
// chooses one.

const LISTS = ["and", "or"];

/** Make `say(key, values)` and `word(value, kind)` out of a compiled catalogue: `{ language, messages }`. */
export function speaker({ language, messages }) {
  const plurals = new Intl.PluralRules(language);

  const word = (value, kind) => {
    if (value?.key) return say(value.key, value.values); // a message in a message
    if (!kind || LISTS.includes(kind)) return String(value);
    if (kind === "card") {
      const [color, ...rest] = String(value).split("-");
      if (`color.${color}` in messages) return say("card.colored", { color, kind: rest.join("-") });
      kind = "kind";
    }
    const entry = `${kind}.${value}`;
    return entry in messages ? say(entry) : String(value);
  };

  const listed = (words, kind) => (words.length < 2 ? words.join("") : say(
    `list.${LISTS.includes(kind) ? kind : "and"}`, { first: words.slice(0, -1).join(", "), last: words.at(-1) }));

  function say(key, values = {}) {
    const entry = messages[key] ?? key;
    const format = typeof entry === "string" ? entry : entry[plurals.select(values.n ?? 1)] ?? entry.other;
    return format.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (found, name, kind) => {
      if (!name) return found[0];
      const value = values[name];
      if (value === undefined) return found;
      return Array.isArray(value) ? listed(value.map((one) => word(one, kind)), kind) : word(value, kind);
    });
  }

  return { say, word };
}

let spoken = speaker({ language: "en", messages: {} });

const AGAIN_MS = 1000;

/** Fetch a language's catalogue, however often it takes; from then on `say` and `word` speak it. */
export async function speak(language) {
  for (;;) {
    try {
      const answer = await fetch(`/words/${language}.json`);
      if (answer.ok) {
        spoken = speaker(await answer.json());
        return;
      }
    } catch { /* nobody answers: without words there is no page, so ask again */ }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** The words in use: another object after each `speak`, so that what was said in others is said anew. */
export const language = () => spoken;

/** Say a key with its values in this device's language. */
export const say = (key, values) => spoken.say(key, values);

/** What a value is called in this device's language: `word("red", "color")`. */
export const word = (value, kind) => spoken.word(value, kind);
