// What stands at the top of a screen: for the whole room, on the phone of who is asked for something, and on the others'.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { headline } from "../../controller/web/page/reading.js";
import { saidTo } from "../../controller/web/page/views/seat.js";

const HANDS = { Ann: 7, Bo: 7, Cy: 7 };

/** A table in a phase; `launcher` is what its launcher has beside a link. */
function table(phase, { launcher = {}, legal = [], ...state } = {}) {
  return { game: { players: Object.keys(HANDS), options: {} }, legal, launcher: { link: "up", faults: [], hit: null, ...launcher },
    state: { phase, hands: HANDS, turn: null, owed: [], towers: null, top: "red-7", color: "red", dealer: "Ann", ...state } };
}

const owes = (hits, player = "Bo", more = {}) => table("hits", { owed: [{ by: "Bo", player, hits, until_fire: false, ...more }] });

/** What the room reads, Bo's phone and Cy's. */
const read = (shown) => [headline(shown), saidTo(shown, "Bo"), saidTo(shown, "Cy")];

test("presses are told as a number, and their instruction to who has to press", () => {
  assert.deepEqual(read(owes(1)), [["Bo hits", "Press once."], ["Press once", ""], ["Bo hits", "1 hit"]]);
  assert.deepEqual(read(owes(3)), [["Bo hits", "Press 3 times."], ["Press 3 times", ""], ["Bo hits", "3 hits"]]);
  assert.deepEqual(read(owes(2, "Ann")), [["Bo hits", "Press 2 times. The cards are for Ann."],
    ["Press twice", "2 hits, cards for Ann"], ["Bo hits", "2 hits, cards for Ann"]]);
  assert.deepEqual(read(owes(null, "Bo", { until_fire: true })), [["Bo hits until cards come", "Press until cards come."],
    ["Press until cards come", ""], ["Bo hits until cards come", ""]]);
});

test("what can be answered is told as a number and a choice, until the first press", () => {
  const answer = { legal: [{ do: "play", by: "Bo", card: "blue-hit-2" }], turn: "Bo" };
  const owed = owes(2).state.owed;
  assert.deepEqual(read(table("hits", { ...answer, owed })), [["Bo owes 2 hits", "Or answer: Hit 2."],
    ["Press twice", "Or answer: Hit 2."], ["Bo owes 2 hits", "Or answer: Hit 2."]]);
  const draws = [{ by: "Bo", player: "Bo", draws: 4, until_fire: false }];
  const higher = { legal: ["red-draw-two", "green-draw-two", "wild-draw-four"].map((card) => ({ do: "play", by: "Bo", card })), turn: "Bo" };
  assert.deepEqual(headline(table("hits", { ...higher, owed: draws })), ["Bo draws 4 cards", "Or answer: Draw Two or Wild Draw Four."]);
  assert.deepEqual(headline(table("hits", { owed: draws })), ["Bo draws 4 cards", ""]);
});

test("after a hit a card is played, after a draw the one that was drawn", () => {
  const drawn = table("drawn", { turn: "Bo" });
  assert.deepEqual(headline(drawn), ["Bo's turn", "Play the card just drawn if it fits, or pass."]);
  drawn.game.options = { play_after_hit: true };
  assert.deepEqual(headline(drawn), ["Bo's turn", "Play a card that fits, or pass."]);
});

test("a hit instead of a play is told as often as the house has it", () => {
  const shown = table("play", { turn: "Bo", legal: [{ do: "hit", by: "Bo" }] });
  assert.equal(headline(shown)[1], "Match red or a\u00a07, play a wild, or hit once.");
  shown.game.options = { own_hits: "until_cards" };
  assert.equal(headline(shown)[1], "Match red or a\u00a07, play a wild, or hit until cards come.");
  shown.state.top = "wild";
  assert.equal(headline(shown)[1], "Match red, play a wild, or hit until cards come.");
});

test("every phone hears of a launcher that stopped", () => {
  const stopped = { launcher: { hit: { by: "Bo", owner: "Bo", stage: "broken", requested: 2, out: 1 } } };
  const shown = table("hits", { owed: owes(2).state.owed, ...stopped });
  for (const [, small] of read(shown)) assert.equal(small, "The launcher stopped: clear its fault first.");
});

test("an opening hand is dealt by who takes it", () => {
  const shown = table("turn_up", { launcher: { hit: { by: "Bo", owner: "Bo", stage: "armed", requested: null, out: 0 } } });
  const how = "Put the whole deck into the launcher and press its button, or deal by hand.";
  assert.deepEqual(read(shown), [["Bo: take your 7 cards", how], ["Take your 7 cards", how], ["Bo: take your 7 cards", ""]]);
});

test("the rest of a hit is asked of who pressed for it", () => {
  const rest = { by: "Bo", owner: "Bo", stage: "armed", requested: 5, out: 2 };
  const [room, own, other] = read(table("hits", { owed: owes(2).state.owed, launcher: { hit: rest } }));
  assert.deepEqual([room[0], own[0], other[0]], ["Press for 3 more cards", "Press for 3 more cards", "Bo: press for 3 more cards"]);
});

test("who has counted is not told to count", () => {
  const shown = table("count", { legal: [{ do: "count", player: "Cy", needs: ["points"] }] });
  assert.deepEqual(read(shown), [["Count the hands", "Count the cards that the other players still hold."], ["Count the hands", ""], ["Count your hand", ""]]);
});

const drew = (player) => ({ key: "ruling.draws_for_deal", values: { player, card: "red-5" } });
const TIE = { key: "ruling.draw_again", values: { names: ["Ann", "Bo"] } };
const UNDONE = { key: "log.undoes", values: {} };

test("a tie in the deal is told to all, until it is taken back", () => {
  const begun = [{ key: "log.game", values: {} }, drew("Cy"), drew("Ann"), drew("Bo")];
  const drawing = (...log) => read({ ...table("dealer", { legal: [{ do: "dealer_draw", player: "Bo", needs: ["card"] }] }), log });
  const all = "A tie: Ann and Bo draw again";
  assert.deepEqual(drawing(...begun, TIE), [[all, "The player with the highest number deals."],
    ["A tie: draw again", "Tap the card that you drew: the highest number deals."], [all, "The player with the highest number deals."]]);
  for (const [log, room] of [
    [begun.slice(0, 2), "Who deals?"], [[...begun, TIE, drew("Ann")], all], [[...begun, TIE, UNDONE], "Who deals?"],
    [[...begun, TIE, drew("Ann"), UNDONE], all], [[...begun, TIE, { key: "log.game", values: {} }], "Who deals?"],
  ]) assert.equal(drawing(...log)[0][0], room);
});

test("a win is told before its count: to the room, to who has won, and to who still counts", () => {
  const due = [{ do: "count", player: "Cy", needs: ["points"] }];
  const counting = { ...table("count", { legal: due }), round_winner: "Bo" };
  assert.deepEqual(read(counting), [["Bo wins the round!", "Count the cards that the other players still hold."],
    ["You win!", ""], ["Bo wins the round!", "Count your hand"]]);
  assert.deepEqual(saidTo(counting, "Ann"), ["Bo wins the round!", ""]);
  const over = { ...table("round_over", { round: 2 }), round_winner: "Bo" };
  assert.deepEqual(read(over).map(([big]) => big), ["Bo won round 2", "You won round 2", "Bo won round 2"]);
});

test("who has won the game is told so; of several, the room's words name them", () => {
  const won = (winner) => read({ ...table("game_over", { winner }), round_winner: "Cy" }).map(([big]) => big);
  assert.deepEqual(won("Bo"), ["Bo won the game", "You won the game!", "Bo won the game"]);
  assert.deepEqual(won(["Bo", "Cy"]), ["Bo and Cy won the game", "Bo and Cy won the game", "Bo and Cy won the game"]);
});
