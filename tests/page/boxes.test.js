// What a house calls and draws on the cards of its own boxes.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ofBoxes } from "../../controller/web/page/boxes.js";
import { useNames, word } from "../../controller/web/page/catalogue.js";
import { cardName } from "../../controller/web/page/words.js";

const attack = { id: "attack", pictures: { skip: "skip" } };
const first = { id: "house:first-00000000", pictures: { hug: "tower", skip: "skip" }, names: { "kind.hug": { en: "First Hug" } } };
const second = { id: "house:second-00000000", pictures: { hug: "burst:2" },
  names: { "kind.hug": { de: "Umarmung", en: "Second Hug" }, "edition.house:second-00000000": { "": "Our box" }, "about.house:second-00000000": {} } };

test("cards are called and drawn as in the edition that is played", () => {
  const editions = [attack, first, second];
  for (const [played, picture, name] of [[first.id, "tower", "First Hug"], [second.id, "burst:2", "Second Hug"]]) {
    const { pictures, names } = ofBoxes(editions, played);
    assert.equal(pictures.hug, picture);
    assert.equal(names["kind.hug"].en, name);
  }
  assert.equal(ofBoxes(editions, undefined).pictures.skip, "skip");
});

test("a house's names stand in sentences, and what nobody has named is called as it is written", () => {
  useNames(ofBoxes([second], second.id).names);
  assert.equal(cardName("red-hug"), "Red Second Hug");
  assert.equal(word(second.id, "edition"), "Our box");
  assert.equal(word(second.id, "about"), "");
  assert.equal(word("house:gone-0123abcd", "edition"), "Gone");
  assert.equal(cardName("red-skip"), "Red Skip");
  useNames({});
  assert.equal(cardName("red-hug"), "Red hug");
});
