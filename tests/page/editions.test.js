// Editions are chosen by a picture of their own cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { useNames } from "../../controller/web/page/catalogue.js";
import { usePictures } from "../../controller/web/page/views/cards.js";
import { cardsFold, editionView } from "../../controller/web/page/views/editions.js";
import { deed, drawn } from "./drawn.js";

const box = (id, picture, more = {}) => ({ id, cards: [{ card: "red-hug", count: 2, points: 5 }, { card: "blue-hug", count: 2, points: 5 }],
  kinds: { 3: [{ when: "played", clause: "COM-4", key: "clause.COM-4", values: {} }], hug: [{ when: "played", clause: "COM-8", key: "clause.COM-8", values: {} }, { when: "first", clause: "COM-10", key: "clause.COM-10", values: {} }] },
  pictures: { hug: picture }, typical_cards: ["red-hug"], launcher: true, options: [], ...more });

test("two houses that call a card alike each have their own picture of it", () => {
  usePictures({ hug: "text:played" });
  const shown = drawn(editionView({ editions: [box("house:a", "text:A1"), box("house:b", "text:B2")], broken: [], roomy: true }, undefined, () => {}));
  assert.match(shown, /A1.*B2/s);
  assert.doesNotMatch(shown, /played/);
});

test("a tile shows whether cards come out of a launcher or from a pile", () => {
  const tiles = (launcher) => drawn(editionView({ editions: [box("attack", "skip", { launcher })], broken: [], roomy: true }, undefined, () => {}));
  assert.match(tiles(true), /launcher-picture/);
  assert.doesNotMatch(tiles(false), /launcher-picture/);
});

test("a tap on a tile takes its edition", () => {
  const taken = [];
  deed(editionView({ editions: [box("attack", "skip"), box("extreme", "skip")], broken: [], roomy: true }, undefined, (id) => taken.push(id)), "value=extreme")();
  assert.deepEqual(taken, ["extreme"]);
});

test("what the cards do: special cards first, a sentence each, and the rest of what is said behind More", () => {
  const edition = box("attack", "skip", { cards: [{ card: "red-3", count: 2, points: 3 }, { card: "red-hug", count: 2, points: 5 }] });
  const shown = drawn(cardsFold(edition, {}));
  assert.match(shown, /loses the turn.*<details>.*More.*first card.*<h3>3</s);
  assert.equal(shown.match(/<details>/g).length, 1);
});

test("boxes that are called the same are told apart by their files, and one without a file by the game that has it", () => {
  const editions = [box("house:a", "skip", { file: "a.toml" }), box("house:b", "skip", { file: "b.toml" }), box("house:c", "skip", { file: null }),
    box("house:d", "skip", { file: "d.toml" }), box("attack", "skip")];
  const name = (en) => ({ "": en });
  useNames({ "edition.house:a": name("Ours"), "edition.house:b": name("Ours"), "edition.house:c": name("Ours"), "edition.house:d": name("Other") });
  const shown = drawn(editionView({ editions, broken: [], roomy: true }, undefined, () => {}));
  assert.match(shown, /\(a\.toml\).*\(b\.toml\).*\(as in the game before\)/s);
  assert.doesNotMatch(shown, /d\.toml/);
  useNames({});
});
