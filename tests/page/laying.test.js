// A hand whose cards are laid under a reader to be counted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { laidIn } from "../../controller/web/page/views/laying.js";

test("a hand is laid from its first card on, or once somebody has said so at this device", () => {
  const shown = (cards, laying) => laidIn({ table: { sightings: { counting: { player: "Bo", cards } } }, ui: { drafts: { laying } } })?.player ?? null;
  assert.equal(shown([], undefined), null);
  assert.equal(shown(["red-7"], undefined), "Bo");
  assert.equal(shown([], "Bo"), "Bo");
  assert.equal(shown([], "Ann"), null);
});
