// A house rule that is being written: nobody is told of an error before they have typed.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { houseRules, wrongRule } from "../../controller/web/page/views/houserules.js";
import { drawn } from "./drawn.js";

const OPTION = { id: "customizable", most: 3 };
const ERROR = /class="slip"/;
const shown = (rules) => drawn(houseRules(OPTION, rules, () => {}));

test("a new rule has no error until somebody has typed in it", () => {
  let written = [];
  const view = houseRules(OPTION, written, (rules) => { written = rules; });
  view.values.at(-1).values.find((value) => typeof value === "function")(); // "Write a rule on a card"
  assert.equal(written.length, 1);
  assert.doesNotMatch(shown(written), ERROR);
  assert.match(shown([{ ...written[0], text: "" }]), ERROR);
  assert.match(shown([{ ...written[0], text: " " }]), ERROR);
});

test("a rule without a text begins no game", () => {
  assert.match(wrongRule([{ effects: [] }]), /no text/);
  assert.equal(wrongRule([{ text: "Sing", effects: [] }]), null);
});
