// What the room hears of a table that follows another.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { cues, newest } from "../../controller/web/page/announcing.js";
import { say } from "../../controller/web/page/catalogue.js";
import { again, call, narrate, upTo } from "../../controller/web/page/narrating.js";
import { actor, headline, isAnother, offersOf, resting, seated, underWay, withLauncher } from "../../controller/web/page/reading.js";

const HIT = { number: 1, by: "Bo", owner: "Bo", stage: "armed", requested: null, out: 0 };

const said = (utterances) => utterances.map(({ key, values }) => say(key, values));
const spoken = (before, now, level = "plays") => said(upTo(narrate(before, now), level));

const begins = (seq) => ({ seq, key: "log.game", clause: null, values: {} });
const plays = (seq) => ({ seq, key: "ruling.plays", clause: "COM-4", values: { player: "Bo", card: "red-7" } });

/** A table in the middle of a round. */
function table({ seq = 9, log = [], launcher = {}, state = {}, legal = [] } = {}) {
  return {
    seq,
    game: { edition: "attack", players: ["Ann", "Bo", "Cy"] },
    state: { phase: "play", turn: "Bo", hands: { Ann: 7, Bo: 7, Cy: 7 }, owed: [], top: "red-7", color: "red", ...state },
    legal,
    launcher: { link: "up", simulated: true, faults: [], hit: null, ...launcher },
    log: [begins(1), ...log],
  };
}


test("each new ruling has its sound, once", () => {
  const before = table({ log: [plays(9)] });
  const now = table({ seq: 11, log: [plays(9), plays(10), { ...plays(11), key: "ruling.calls_uno" }] });
  assert.deepEqual(cues(before, now), ["card", "uno"]);
  assert.deepEqual(cues(now, now), []);
});

test("a page that slept hears each sound once, and none of a round that is over", () => {
  const uno = (seq) => ({ ...plays(seq), key: "ruling.calls_uno" });
  const log = [uno(10), { ...plays(11), key: "ruling.deals" }, plays(12), plays(13)];
  assert.deepEqual(cues(table(), table({ seq: 13, log })), ["card"]);
});

test("a gong sounds, and a sentence is said, once when a time is up", () => {
  const at = (elapsed) => ({ ...table(), clock: { player: "Bo", limit_s: 30, elapsed_ms: elapsed, runs: true } });
  assert.deepEqual(cues(at(0), at(30_000)), ["gong"]);
  assert.deepEqual(spoken(at(0), at(30_000)), ["Bo, your time is up."]);
  assert.deepEqual(spoken(at(0), at(30_000), "turns"), []);
  assert.deepEqual([cues(at(30_000), at(30_000)), spoken(at(30_000), at(30_000)), cues(at(0), at(29_000))], [[], [], []]);
});

test("nothing sounds of a table that is seen first, or of another game", () => {
  const now = table({ seq: 11, log: [plays(10)] });
  assert.deepEqual(cues(null, now), []);
  const another = { ...now, log: [begins(12), plays(13)] };
  assert.deepEqual(cues(now, another), []);
});

test("a press dings on a simulated launcher alone, and every card flicks once", () => {
  const before = table({ launcher: { hit: HIT } });
  const pressed = { ...HIT, requested: 3, out: 1 };
  assert.deepEqual(cues(before, table({ launcher: { hit: pressed } })), ["ding", "roll1", "flick"]);
  assert.deepEqual(cues(before, table({ launcher: { hit: pressed, simulated: false } })), ["roll1", "flick"]);
  const later = table({ launcher: { hit: { ...pressed, out: 3 } } });
  assert.deepEqual(cues(table({ launcher: { hit: pressed } }), later), ["flick", "flick"]);
  const next = table({ launcher: { hit: { ...HIT, number: 2, requested: 1, out: 1 } } });
  assert.deepEqual(cues(later, next), ["ding", "roll1", "flick"]);
});

test("the rest of a hit that was broken off is asked for by its number of cards", () => {
  const rest = { ...HIT, requested: 5, out: 2 };
  const now = table({ launcher: { hit: rest } });
  assert.deepEqual(headline(now)[0], "Press for 3 more cards");
  assert.deepEqual(spoken(table({ launcher: { hit: { ...rest, stage: "broken" } } }), now), ["Bo: press for 3 more cards."]);
  assert.equal(headline(table({ launcher: { hit: { ...rest, out: 4 } } }))[0], "Press for 1 more card");
  for (const other of [{ hit: HIT }, { hit: { ...rest, stage: "running" } }, { hit: rest, faults: ["JAM"] }, { hit: rest, link: "down" }])
    assert.equal(headline(table({ launcher: other }))[0], "Bo's turn");
});

test("a new fault alarms, and is said; a known one is not said again", () => {
  const [whole, jammed] = [table(), table({ launcher: { faults: ["JAM"] } })];
  assert.deepEqual(cues(whole, jammed), ["alarm"]);
  assert.match(spoken(whole, jammed).join(" "), /A card is stuck/);
  assert.deepEqual(cues(jammed, jammed), []);
  assert.deepEqual(spoken(jammed, jammed), []);
});

test("the newest play is said before whom it leads to", () => {
  const on = { ...plays(11), key: "ruling.plays_on_calling", values: { player: "Cy", card: "wild", n: 2, color: "red" } };
  const now = table({ seq: 11, log: [plays(9), plays(10), on], state: { turn: "Ann" } });
  assert.deepEqual(spoken(table(), now), ["Bo plays red 7.", "Cy plays Wild, and 2 more cards under it. The colour is red.", "Ann: match 7 or red."]);
});

test("the newest entry is summed up: its play, and those who owe the same together", () => {
  const owes = (player, n) => ({ seq: 12, key: "ruling.owes_hits", clause: "ATK-8", values: { player, n } });
  const all = { ...plays(12), key: "ruling.plays_calling" };
  const short = newest([plays(11), all, owes("Bo", 1), owes("Cy", 1), owes("Ann", 2)]);
  assert.deepEqual(short.map(({ key }) => key), ["ruling.plays_calling", "page.each_owes_hits", "ruling.owes_hits"]);
  assert.deepEqual(short[1].values, { names: ["Bo", "Cy"], n: 1 });
  assert.deepEqual(newest([plays(11), all, owes("Bo", 2)]).map(({ key }) => key), ["ruling.plays_calling", "ruling.owes_hits"]);
  assert.deepEqual(newest([]), []);
  const jumps = { seq: 12, key: "ruling.jumps_in", clause: "HOU-2", values: { player: "Ann" } };
  assert.deepEqual(newest([plays(11), jumps, all, owes("Bo", 2)]).map(({ key }) => key), ["ruling.plays_calling", "ruling.jumps_in", "ruling.owes_hits"]);
});

test("the headline names what matches", () => {
  const under = (state, legal = []) => headline(table({ state, legal }))[1];
  assert.equal(under({ top: "red-8" }), "Match red or an\u00a08, or play a wild.");
  assert.equal(under({ top: "red-2" }, [{ do: "hit", by: "Bo" }]), "Match red or a\u00a02, play a wild, or hit once.");
  assert.equal(under({ top: "red-skip" }), "Match red or another Skip, or play a wild.");
  const grabbed = table({ state: { top: "yellow-grab-2-towers", color: "yellow" }, legal: [] });
  assert.equal(headline({ ...grabbed, color_only: true })[1], "Match yellow, or play a wild.", "PGR-4");
  assert.equal(under({ top: "wild", color: "blue" }, [{ do: "draw", by: "Bo" }]), "Match blue, play a wild, or draw a card.");
});

test("who presses, how often and for whom is one sentence", () => {
  const owes = (one) => said([call(table({ state: { phase: "hits", owed: [{ by: "Bo", player: "Bo", hits: 1, until_fire: false, ...one }] } }))])[0];
  assert.equal(owes({}), "Bo: press once.");
  assert.equal(owes({ hits: 2, player: "Cy" }), "Bo: press 2 times, for Cy.");
  assert.equal(owes({ hits: 3 }), "Bo: press 3 times.");
  assert.equal(owes({ hits: 3, player: "Cy" }), "Bo: press 3 times, for Cy.");
  assert.equal(owes({ hits: null, until_fire: true, player: "Cy" }), "Bo: press until cards come out, for Cy.");
});

test("nobody counts cards by hand while it is not known whether any came", () => {
  const confirm = { ...HIT, stage: "confirm", requested: 2 };
  assert.deepEqual(said([call(table({ launcher: { hit: confirm } }))]), ["Count the cards that came out for Bo, and enter the number."]);
  assert.equal(call(table({ launcher: { hit: confirm, link: "down" } })), null); // every hit is so then, pressed or not
});

test("whose finger is waited for", () => {
  assert.equal(actor(table()), "Bo");
  const owed = [{ player: "Ann", by: "Cy", hits: 2, until_fire: false }];
  assert.equal(actor(table({ state: { phase: "hits", owed } })), "Cy");
  assert.equal(actor(table({ state: { phase: "reload", owed } })), "Cy");
  assert.equal(actor({ ...table(), state: null }), null);
  const legal = [{ do: "challenge", by: "Ann" }];
  assert.equal(actor(table({ state: { phase: "challenge", owed }, legal })), "Ann");
});

test("while cards come, only calls are taken", () => {
  const legal = ["play", "uno", "catch"].map((deed) => ({ do: deed, by: "Bo" }));
  const words = (one) => offersOf(one, "play", "uno").map((offer) => offer.do);
  assert.deepEqual(words(table({ legal })), ["play", "uno"]);
  const running = { ...HIT, stage: "running", requested: 2 };
  assert.ok(underWay(table({ launcher: { hit: running } })));
  assert.deepEqual(words(table({ legal, launcher: { hit: running } })), ["uno"]);
  assert.deepEqual(words(table({ legal, launcher: { hit: { ...running, stage: "broken" } } })), []);
});

test("players who left are gone, and those who came sit last", () => {
  const one = table({ state: { hands: { Di: 7, Cy: 7, Ann: 7 } } });
  assert.deepEqual(seated(one), ["Ann", "Cy", "Di"]);
  assert.deepEqual(seated({ game: { players: ["Ann", "Bo"] }, state: null }), ["Ann", "Bo"]);
  assert.deepEqual(seated({ game: null, state: null }), []);
});

test("a game stays the same when its beginning has left the log", () => {
  const [young, old] = [table(), table({ seq: 300 })];
  old.log = Array.from({ length: 200 }, (_, nth) => plays(101 + nth));  // as many as a table has
  const later = { ...old, seq: 301, log: [...old.log.slice(1), { ...plays(301), key: "ruling.catches" }] };
  assert.ok(!isAnother(old, later));
  assert.deepEqual(cues(old, later), ["caught"]);
  assert.ok(!isAnother({ ...young, seq: 150 }, old));
  assert.ok(isAnother(later, { ...later, seq: 302, log: [plays(301), begins(302)] }));
  const goesOn = { ...begins(302), key: "log.goes_on" };
  assert.ok(isAnother(later, { ...later, seq: 302, log: [plays(301), goesOn] }), "a game that was left goes on");
  assert.ok(isAnother(young, old), "nothing of what is in the log was seen before");
  assert.ok(!isAnother(later, { seq: 302, log: [plays(302)] }), "a log that is not full has lost nothing");
});

test("each level says what those before it say, and more", () => {
  const lines = [plays(10), { seq: 11, key: "ruling.sets_hand", clause: "TAB-1", values: { player: "Cy", n: 2 } },
    { seq: 12, key: "ruling.owes_hits", clause: "ATK-1", values: { player: "Cy", n: 2 } }];
  const now = table({ seq: 12, log: lines, state: { phase: "hits", turn: null, owed: [{ by: "Cy", player: "Cy", hits: 2, until_fire: false }] } });
  const [waits, play] = ["Cy: press 2 times.", "Bo plays red 7."];
  assert.deepEqual(spoken(table(), now, "turns"), [waits]);
  assert.deepEqual(spoken(table(), now, "plays"), [play, waits]);
  assert.deepEqual(spoken(table(), now, "everything").length, 3);
});

test("what was said last is said again, with what is so now", () => {
  const now = table({ seq: 10, log: [plays(10)], state: { turn: "Cy" } });
  const told = narrate(table(), now);
  assert.deepEqual(said(again(told, now)), ["Bo plays red 7.", "Cy: match 7 or red."]);
  const jammed = { ...now, launcher: { ...now.launcher, faults: ["JAM"] } };
  assert.match(said(again(told, jammed)).join(" "), /Bo plays red 7. A card is stuck.*Cy: match/);
  assert.deepEqual(said(again([], table())), ["Bo: match 7 or red."]);
});

test("a long Hit-Fire ends with a sting, a short one does not", () => {
  const until = { phase: "hits", owed: [{ by: "Bo", player: "Bo", hits: null, until_fire: true }] };
  const dry = (seq) => ({ seq, key: "ruling.hits_nothing", clause: "HIT-1", values: { player: "Bo" } });
  const came = { seq: 13, key: "ruling.hits", clause: "HIT-1", values: { player: "Bo", n: 4 } };
  const fire = (many, one = {}) => {
    const past = [plays(5), ...Array.from({ length: many }, (_, nth) => dry(6 + nth))];
    return cues(table({ seq: 12, log: past, state: { ...until, owed: [{ ...until.owed[0], ...one }] } }), table({ seq: 13, log: [...past, came] }));
  };
  assert.deepEqual(fire(3), ["sting"]);
  assert.deepEqual(fire(2), []);
  assert.deepEqual(fire(3, { hits: 4, until_fire: false }), [], "hits that were counted are no Hit-Fire");
});

test("the button rests after a hit, where a press would count otherwise", () => {
  const breath = { ...HIT, stage: "breath" };
  const rests = (launcher) => resting(table({ launcher }));
  assert.ok(rests({ hit: breath }));
  for (const other of [{ hit: HIT }, { hit: null }, { hit: breath, link: "down" }, { hit: breath, faults: ["JAM"] }]) assert.ok(!rests(other));
});

test("the headline says how often is to be pressed, for whom, and what is in the way", () => {
  const owes = (one, launcher) => headline(table({ launcher, state: { phase: "hits", owed: [{ by: "Bo", player: "Bo", hits: 2, until_fire: false, ...one }] } }))[1];
  assert.equal(owes({}), say("ui.reading.to_go", { n: 2 }));
  assert.equal(owes({ player: "Cy" }), say("ui.reading.to_go_for", { n: 2, player: "Cy" }));
  assert.equal(owes({ until_fire: true }), say("ui.reading.until_to_go"));
  assert.equal(owes({ until_fire: true, player: "Cy" }), say("ui.reading.until_to_go_for", { player: "Cy" }));
  assert.equal(owes({}, { link: "down" }), say("ui.reading.no_answer"));
  assert.equal(owes({}, { hit: { ...HIT, stage: "broken" } }), say("ui.reading.broken"));
});

test("the headline names every winner", () => {
  const won = (winner) => headline(table({ state: { phase: "game_over", winner } }))[0];
  assert.match(won("Ann"), /^Ann /);
  assert.match(won(["Ann", "Bo"]), /^Ann and Bo /);
  assert.equal(won(null), say("ui.reading.nobody_won"));
});

test("a game has a launcher unless its cards are drawn from a pile", () => {
  assert.deepEqual([false, true].map((drawPile) => withLauncher({ draw_pile: drawPile })), [true, false]);
});
