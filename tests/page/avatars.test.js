// What stands on the disc beside a name.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COLOURS, faceOf, seatOf } from "../../controller/web/page/avatars.js";

const seat = (patch) => ({ player: "ōta", colour: null, emoji: null, devices: [], own_only: false, ...patch });

test("a colour never stands alone: there is an emoji, or a letter", () => {
  assert.deepEqual(faceOf(seat({ colour: "teal", emoji: "🦊" })), { colour: "teal", sign: "🦊" });
  assert.deepEqual(faceOf(seat({ colour: "teal" })), { colour: "teal", sign: "Ō" });
  assert.deepEqual(faceOf(seat({ emoji: "🦊" })), { colour: "none", sign: "🦊" });
});

test("who has chosen nothing has no disc", () => {
  assert.equal(faceOf(seat({})), null);
  assert.equal(faceOf(undefined), null);
});

test("a table without seats, and a player without one, are no error", () => {
  assert.equal(seatOf(null, "Bo"), undefined);
  assert.equal(seatOf(/** @type {any} */ ({ seats: [seat({})] }), "Bo"), undefined);
});

test("there are eight colours", () => {
  assert.equal(Object.keys(COLOURS).length, 8);
});
