// What has a moment of its own: what it is told as, of several the greatest, and once.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { cues } from "../../controller/web/page/announcing.js";
import { say } from "../../controller/web/page/catalogue.js";
import { momentOf, toldAt } from "../../controller/web/page/moments.js";

const GAME = { seq: 1, key: "log.game", values: {} };
const ruling = (key, values = {}, seq = 2) => ({ seq, key: `ruling.${key}`, values });

/** A table object with what these functions read of it. */
const table = (...log) => ({ seq: log.at(-1)?.seq ?? 1, log: [GAME, ...log], state: { owed: [] },
  launcher: { simulated: true, faults: [], hit: null } });
const BEFORE = table();

/** What is written, where these lines are new; at a player's own seat, what it says there. */
function told(lines, { before = BEFORE, at = null } = {}) {
  const moment = momentOf(before, table(...lines));
  if (!moment) return null;
  const { kind, key, values, isOwnWin } = toldAt(moment, at);
  return [kind, say(key, values), isOwnWin];
}

test("a win, a catch, UNO, a trade, twelve cards and a dry press have their moment", () => {
  for (const [line, moment] of [
    [ruling("round_won", { player: "Bo" }), ["round", "Bo wins the round!", false]],
    [ruling("game_won", { player: "Bo", names: ["Bo"], n: 1 }), ["game", "Bo won the game", false]],
    [ruling("catches", { player: "Bo", by: "Cy" }), ["caught", "Bo is caught!", false]],
    [ruling("calls_uno", { player: "Bo" }), ["uno", "Bo: UNO!", false]],
    [ruling("trades", { player: "Bo", target: "Cy" }), ["trade", "Bo and Cy trade hands!", false]],
    [ruling("hits", { player: "Bo", n: 12 }), ["most", "12 cards for Bo!", false]],
    [ruling("hits_nothing", { player: "Bo" }), ["dry", "Phew, nothing!", false]],
    [ruling("hits", { player: "Bo", n: 11 }), null],
    [ruling("plays", { player: "Bo", card: "red-3" }), null],
  ]) assert.deepEqual(told([line]), moment, line.key);
});

test("who wins is told so at the own seat; who wins with others, as everybody", () => {
  const round = [ruling("round_won", { player: "Bo" })];
  assert.deepEqual(told(round, { at: "Bo" }), ["round", "You win!", true]);
  assert.deepEqual(told(round, { at: "Cy" }), ["round", "Bo wins the round!", false]);
  assert.deepEqual(told([ruling("game_won", { player: "Bo", names: ["Bo"], n: 1 })], { at: "Bo" }), ["game", "You won the game!", true]);
  assert.deepEqual(told([ruling("game_won", { player: "Bo", names: ["Bo", "Cy"], n: 2 })], { at: "Bo" }), ["game", "Bo and Cy won the game", false]);
  assert.deepEqual(told([ruling("catches", { player: "Bo", by: "Cy" })], { at: "Bo" }), ["caught", "Bo is caught!", false]);
});

test("of several, the greatest has the moment", () => {
  const last = [ruling("calls_uno", { player: "Bo" }), ruling("trades", { player: "Bo", target: "Cy" }), ruling("round_won", { player: "Bo" })];
  assert.equal(told(last)[0], "round");
  assert.equal(told([...last, ruling("game_won", { player: "Bo", names: ["Bo"], n: 1 })])[0], "game");
});

test("dry presses are counted in a row, whoever pressed; cards end the row", () => {
  const dry = (seq, player) => ruling("hits_nothing", { player }, seq);
  const row = [dry(2, "Bo"), dry(3, "Cy"), dry(4, "Cy")];
  const after = (...log) => ({ before: table(...log) });
  assert.equal(told(row, after(...row.slice(0, 2)))[1], "Phew, nothing! 3 dry in a row");
  const wet = [dry(2, "Bo"), ruling("hits", { player: "Cy", n: 2 }, 3), dry(4, "Cy")];
  assert.equal(told(wet, after(...wet.slice(0, 2)))[1], "Phew, nothing!");
});

test("a dry press after which cards came has no moment", () => {
  const dry = ruling("hits_nothing", { player: "Bo" });
  assert.equal(told([dry, ruling("hits", { player: "Bo", n: 3 }, 3)]), null);
  assert.equal(told([dry, ruling("hits", { player: "Bo", n: 12 }, 3)])[0], "most");
});

test("a page that was away shows no sign of a round that is over", () => {
  const won = [ruling("round_won", { player: "Bo" }), ruling("scores", { player: "Bo", n: 40 }, 3)];
  const next = ruling("deals", { player: "Cy" }, 4);
  assert.equal(told(won)[0], "round");
  assert.equal(told([...won, next]), null);
  assert.equal(told([...won, next, ruling("calls_uno", { player: "Cy" }, 5)])[0], "uno");
});

test("what has been there has no moment, nor has another game", () => {
  const won = table(ruling("round_won", { player: "Bo" }));
  assert.equal(momentOf(null, won), null);
  assert.equal(momentOf(won, won), null);
  assert.equal(momentOf(BEFORE, { ...won, log: [{ ...GAME, seq: 2 }, ...won.log.slice(1)] }), null);
  assert.equal(momentOf({ ...BEFORE, state: null }, won), null);
});

test("a dry press, a trade and twelve cards have their own sounds", () => {
  const heard = (...lines) => cues(BEFORE, table(...lines));
  assert.deepEqual(heard(ruling("hits_nothing", { player: "Bo" })), ["dry"]);
  assert.deepEqual(heard(ruling("trades", { player: "Bo", target: "Cy" })), ["trade"]);
  assert.deepEqual(heard(ruling("hits", { player: "Bo", n: 12 })), ["sting"]);
  assert.deepEqual(heard(ruling("hits", { player: "Bo", n: 3 })), []);
});
