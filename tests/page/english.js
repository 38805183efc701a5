// The English catalogue, as the page fetches it: a test that imports this reads the page's own sentences.

import { readFileSync } from "node:fs";

import { speak } from "../../controller/web/page/catalogue.js";

const WORDS = new URL("../../controller/web/page/words/en.json", import.meta.url);

Object.assign(globalThis, {
  // a language is the document's, too; lit-html takes a walker when it loads
  document: { documentElement: {}, querySelector: () => null, createTreeWalker: () => ({}) },
  fetch: () => Promise.resolve(new Response(readFileSync(WORDS))),
});
await speak("en");
