// What cards that a reader saw ask, of whom, and what a voice says of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";

import { nextQuestion, toCommand } from "../../controller/web/page/asking.js";
import { say } from "../../controller/web/page/catalogue.js";
import { narrate } from "../../controller/web/page/narrating.js";
import { isCalled, offering } from "../../controller/web/page/own.js";
import { choosing, headline, unheard } from "../../controller/web/page/reading.js";
import { choiceIn, inTrouble, questionOf, takesFloor } from "../../controller/web/page/seen.js";

const PENDING = { number: 1, card: "red-3", by: "Bo", why: "confirm", cards: [], needs: [] };
const NOTHING = { readers: [], pending: null, waiting: 0, last: null, counting: null };

/** A table in play, where it is Bo's turn: after the top card, with a reader that says this. */
function table(sightings, more = {}) {
  const legal = [
    { do: "play", by: "Bo", card: "red-3", needs: [], may: [] },
    { do: "play", by: "Bo", card: "wild", needs: ["color"], may: [] },
    { do: "play", by: "Bo", card: "red-discard-all", needs: [], may: ["with"] },
  ];
  const state = { phase: "play", turn: "Bo", top: "red-7", color: "red", direction: "left", hands: { Ann: 7, Bo: 7 }, owed: [], eliminated: [], towers: null };
  return { seq: 5, game: { players: ["Ann", "Bo"], options: {} }, state, legal, legal_seats: legal.map(({ by }) => [by]), seats: [], log: [{ seq: 1, key: "log.game", values: {} }],
    launcher: { hit: null, faults: [], link: "up", why: null }, ...(sightings && { sightings: { ...NOTHING, ...sightings } }), ...more };
}

const asks = (pending) => table({ pending: { ...PENDING, ...pending } });
const said = (before, now) => narrate(before, now).map(({ key }) => key);

test("without a reader nothing is asked, and nothing is different", () => {
  assert.equal(questionOf(table()), null);
  assert.equal(takesFloor(table()), false);
  assert.equal(headline(table())[0], "Bo's turn");
  assert.equal("sightings" in offering(table(), { all: true, player: null }), false);
});

test("the headline asks for a tap, and of its own player more shortly", () => {
  assert.deepEqual(headline(asks({})), ["Bo: red 3?", "Was this card played?"]);
  assert.equal(questionOf(asks({}), "Bo")?.[0], "Red 3?");
  assert.equal(questionOf(asks({ by: null }))?.[0], "Red 3?");
});

test("how many cards wait stands behind whatever the headline says", () => {
  assert.match(headline(table({ waiting: 2 }))[1], /2 more cards were laid: they count after your answer\.$/);
  assert.match(headline(table({ waiting: 1, pending: PENDING }))[1], /^Was this card played\? 1 more card was laid: it counts after your answer\.$/);
});

test("a choice is the player's ordinary command, with the card in it", () => {
  const now = asks({ card: "wild", why: "color", needs: ["color"] });
  const ask = choiceIn(now);
  assert.ok(ask);
  assert.equal(nextQuestion(ask)?.member, "color");
  assert.deepEqual(toCommand({ ...ask, values: { ...ask.values, color: "blue" } }), { do: "play", by: "Bo", card: "wild", color: "blue" });
  assert.equal(headline(now)[0], "Bo calls a colour");
});

test("where only a player is asked for, the colour was said aloud", () => {
  const attack = { do: "play", by: "Bo", card: "wild-attack-attack", needs: ["color", "target"], may: [] };
  const now = { ...asks({ card: attack.card, why: "target", needs: ["target"] }), legal: [attack] };
  const ask = choiceIn(now);
  assert.ok(ask);
  assert.equal(nextQuestion(ask)?.member, "target");
  assert.deepEqual(toCommand({ ...ask, values: { ...ask.values, target: "Ann" } }),
    { do: "play", by: "Bo", card: attack.card, color: "unheard", target: "Ann" });
});

test("a colour that was said aloud stops nobody, and who called it may tell it", () => {
  const now = table({}, { legal: [{ do: "color", by: "Ann", needs: ["color"], may: [] }] });
  now.state = { ...now.state, top: "wild", color: null };
  assert.equal(takesFloor(now), false);
  assert.deepEqual(choosing(now), []);
  assert.equal(unheard(now)[0].by, "Ann");
  assert.deepEqual(headline(now), ["Bo's turn", "Match the colour that was called, or play a wild."]);
});

test("the first card up is asked for without a player", () => {
  const turnUp = { ...table({ pending: { ...PENDING, card: "wild-customizable", by: null, why: "rule" } }),
    legal: [{ do: "turn_up", needs: ["card"], may: ["rule"] }] };
  const ask = choiceIn(turnUp);
  assert.equal(ask && nextQuestion(ask)?.member, "rule");
});

test("a card that cannot be read leaves the keys where they are", () => {
  const now = asks({ card: null, why: "unread" });
  assert.equal(takesFloor(now), false);
  assert.equal(headline(now)[0], "Bo: which card?");
});

test("another card that leaves a choice is no yes or no", () => {
  const plain = asks({ card: "wild", why: "again", needs: [] });
  assert.equal(choiceIn(plain), null);
  const choice = choiceIn(asks({ card: "wild", why: "again", needs: ["color"] }));
  assert.equal(choice && nextQuestion(choice)?.member, "color");
});

test("a phone is asked only for its own player, a table screen for everybody", () => {
  const now = table({ pending: PENDING, counting: null });
  const seen = (player) => offering(now, { all: false, player }).sightings?.pending ?? null;
  assert.deepEqual([seen("Bo"), seen("Ann"), seen(null)], [PENDING, null, null]);
  assert.equal(offering(now, { all: true, player: null }).sightings?.pending, PENDING);
});

test("a phone buzzes for a question, once", () => {
  const [before, now] = [table({}), asks({})];
  assert.equal(isCalled(before, now, "Bo"), true);
  assert.equal(isCalled(now, { ...now, seq: 6 }, "Bo"), false);
  assert.equal(isCalled(before, now, "Ann"), false);
});

test("a voice asks once, and again what the table waits for when the question is gone", () => {
  const [before, now] = [table({}), asks({})];
  assert.deepEqual(said(before, now), ["spoken.seen"]);
  assert.deepEqual(said(now, { ...now, seq: 6 }), []);
  assert.deepEqual(said(now, before), said(null, before));
  assert.deepEqual(said(before, asks({ why: "color", card: "wild" })), ["spoken.color"]);
});

test("a card that fits nobody's turn is said once, and once more when it comes again", () => {
  const told = (number) => table({ last: { number, key: "sighting.no_fit", values: { card: "blue-4" } } });
  assert.deepEqual(said(table({}), told(1)), ["sighting.no_fit"]);
  assert.deepEqual(said(told(1), told(1)), []);
  assert.deepEqual(said(told(1), told(2)), ["sighting.no_fit"]);
});

test("whether a hand is counted right is asked with the hand, not in the headline", () => {
  const counting = { player: "Ann", cards: ["red-3"], points: 3, hand: 1 };
  assert.equal(questionOf(table({ pending: PENDING, counting })), null);
});

test("a question that nobody in particular is asked is on no phone without a player", () => {
  const now = table({ pending: { ...PENDING, by: null } });
  assert.equal(offering(now, { all: false, player: null }).sightings?.pending, null);
});

test("cards under the card that was seen are part of the command", () => {
  const legal = [{ do: "play", by: "Bo", card: "wild-discard", needs: ["color"], may: ["with"] }];
  const ask = choiceIn({ ...asks({ card: "wild-discard", why: "color", needs: ["color"], cards: ["red-3", "red-5"] }), legal });
  assert.ok(ask);
  assert.deepEqual(toCommand({ ...ask, values: { ...ask.values, color: "blue" } }),
    { do: "play", by: "Bo", card: "wild-discard", with: ["red-3", "red-5"], color: "blue" });
});

test("how many cards lie under it is said where some do", () => {
  const line = (cards) => questionOf(asks({ card: "red-discard-all", why: "cards", cards }))?.[1];
  const card = "Red Discard All";
  assert.equal(line(["red-3", "red-5"]), say("ui.seen.under", { card, n: 2 }));
  assert.equal(line([]), say("ui.seen.lies", { card, n: 0 }));
});

test("a card that leaves nothing to choose takes no floor", () => {
  const now = asks({ why: "target", needs: ["target"] });
  assert.equal(choiceIn(now), null);
  assert.equal(takesFloor(now), false);
});

test("a reader is in trouble where it does not see as it should", () => {
  const readers = ["reader.ok", "reader.dark", "reader.ok"].map((key, number) => ({ number, key }));
  assert.deepEqual(inTrouble(table({ readers })).map(({ number }) => number), [1]);
  assert.deepEqual(inTrouble(table()), []);
});
