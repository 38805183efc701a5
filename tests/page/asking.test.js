// What is left to ask before an offer is a whole command.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf, nextQuestion, toCommand } from "../../controller/web/page/asking.js";

const wild = { do: "play", by: "Bo", card: "wild", needs: ["color"], may: [] };
const discardAll = { do: "play", by: "Bo", card: "red-discard-all", needs: [], may: ["with"] };

/** Ask until nothing is left, answering from `answers`; returns the members that were asked for. */
function asked(offers, answers, values = {}) {
  const members = [];
  for (let question = nextQuestion({ offers, values }); question; question = nextQuestion({ offers, values })) {
    members.push(question.member);
    values[question.member] = answers[question.member];
    assert.ok(members.length < 10, "asks for ever");
  }
  return members;
}

test("a command that lacks nothing is said at once", () => {
  const pass = { do: "pass", by: "Bo", needs: [], may: [] };
  assert.equal(nextQuestion({ offers: [pass], values: {} }), null);
  assert.deepEqual(toCommand({ offers: [pass], values: {} }), { do: "pass", by: "Bo" });
});

test("bounds of an offer are no part of its command", () => {
  const count = { do: "count", player: "Bo", needs: ["points"], may: [], bounds: { points: { least: 7, most: 350 } } };
  assert.deepEqual(toCommand({ offers: [count], values: { points: 40 } }), { do: "count", player: "Bo", points: 40 });
});

test("what an offer needs is asked for, and becomes part of the command", () => {
  const values = {};
  assert.deepEqual(asked([wild], { color: "red" }, values), ["color"]);
  assert.deepEqual(toCommand({ offers: [wild], values }), { do: "play", by: "Bo", card: "wild", color: "red" });
});

test("what may be added is asked for last, and can be left out", () => {
  const question = nextQuestion({ offers: [{ ...discardAll, needs: ["icon"] }], values: { icon: "U" } });
  assert.equal(question?.member, "with");
  assert.equal(question?.optional, true);
  const values = { with: undefined };
  assert.equal(nextQuestion({ offers: [discardAll], values }), null);
  assert.deepEqual(toCommand({ offers: [discardAll], values }), { do: "play", by: "Bo", card: "red-discard-all" });
});

test("who says it is a question where more than one may", () => {
  const offers = ["Ann", "Cy"].map((by) => ({ do: "uno", by, needs: [], may: [] }));
  const question = nextQuestion({ offers, values: {} });
  assert.deepEqual([question?.member, question?.choices], ["by", ["Ann", "Cy"]]);
  assert.deepEqual(toCommand({ offers, values: { by: "Cy" } }), { do: "uno", by: "Cy" });
});

test("who speaks is asked before whom it concerns", () => {
  const offers = [["Ann", "Bo"], ["Bo", "Cy"], ["Ann", "Cy"]].map(([by, player]) => ({ do: "catch", player, by }));
  assert.deepEqual(asked(offers, { by: "Ann", player: "Cy" }), ["by", "player"]);
  assert.deepEqual(asked(offers, { by: "Bo" }), ["by"]); // only one is left to be caught
});

test("whatever else some offers have is asked after who says it", () => {
  const offers = ["Ann", "Cy"].flatMap((by) => [{ do: "play", by, card: "red-7" }, { rule: 1, do: "play", by, card: "red-7" }]);
  assert.deepEqual(asked(offers, { by: "Cy", rule: 1 }), ["by", "rule"]);
});

test("an answer that no offer leaves open ends the question", () => {
  assert.equal(nextQuestion({ offers: [wild], values: { card: "red-3" } }), null);
});

test("the ways to play one card are told apart by the member that only some have", () => {
  const plain = { do: "play", by: "Bo", card: "red-7", needs: [], may: [] };
  const ruled = { ...plain, rule: 1 };
  const question = nextQuestion({ offers: [plain, ruled], values: {} });
  assert.deepEqual([question?.member, question?.choices], ["rule", [undefined, 1]]);
});

test("nobody is a target who acts or is out", () => {
  const table = { players: ["Ann", "Bo", "Cy", "Di"], out: ["Cy"] };
  assert.deepEqual(choicesOf("target", wild, table), ["Ann", "Di"]);
  assert.deepEqual(choicesOf("player", wild, table), ["Ann", "Bo", "Di"]);
  assert.deepEqual(choicesOf("dealer", wild, table), table.players);
  assert.deepEqual(choicesOf("color", wild, table), ["red", "yellow", "green", "blue"]);
  assert.equal(choicesOf("card", wild, table), null);
});
