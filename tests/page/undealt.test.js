// Opening hands that the launcher still has to deal: nobody holds them yet, wherever hands are shown, and the launcher has them.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { handOf, insideOf } from "../../controller/web/page/reading.js";
import { EVERYBODY } from "../../controller/web/page/own.js";
import { onFelt } from "../../controller/web/page/views/felt.js";
import { playerView } from "../../controller/web/page/views/player.js";
import { tvSeats } from "../../controller/web/page/views/tvseats.js";
import { tvStage } from "../../controller/web/page/views/tvstage.js";
import { drawn } from "./drawn.js";

const HANDS = { Ann: 7, Bo: 7, Cy: 7 };
const COUNTS = { Ann: 7, Bo: 0, Cy: 0 };

/** A round of which the launcher has dealt Ann's hand. */
const TABLE = {
  game: { players: Object.keys(HANDS), options: {} }, undealt: ["Bo", "Cy"], upcoming: [], legal: [], doubts: [], seats: [], log: [], rounds: [], fairness: { game: null },
  launcher: { name: "simulator", link: "up", faults: [], why: null, simulated: true, hit: null },
  state: { phase: "turn_up", hands: HANDS, scores: {}, eliminated: [], owed: [], uno: null, towers: null, turn: null, dealer: "Ann", top: null, color: null,
    direction: "left", facing: "Bo", launcher: 91, discard: 0, reload_due: false },
};
const view = (ui = {}) => ({ table: TABLE, full: TABLE, ui: { drafts: {}, ...ui }, act: {}, rights: EVERYBODY });

/** A template with what lit-html's `guard` holds back: the function that it was given last. */
function whole(value) {
  if (Array.isArray(value)) return value.map(whole);
  const { strings, values } = Object(value);
  if (strings) return { strings, values: values.map(whole) };
  return values ? whole(values.at(-1)()) : value;
}

const text = (template) => drawn(whole(template));

test("a hand is dealt when the launcher has dealt it", () => {
  assert.deepEqual(Object.keys(HANDS).map((name) => handOf(TABLE, name)), Object.values(COUNTS));
  assert.deepEqual([insideOf(TABLE), insideOf({ ...TABLE, undealt: [] })], [105, 91]);
});

test("the felt, the TV and a player's panel count no card before it is dealt", () => {
  const counted = (words) => [...words.matchAll(/(\d+) cards/g)].map(([, cards]) => Number(cards));
  assert.deepEqual(counted(text(onFelt(view()))), Object.values(COUNTS));
  assert.deepEqual(counted(text(tvSeats(view()))), Object.values(COUNTS));
  for (const [name, cards] of Object.entries(COUNTS)) assert.match(text(playerView(view({ panel: `player-${name}` }))), new RegExp(`\\b${cards} cards`));
});

test("the launcher holds the hands that it still has to deal", () => {
  assert.match(text(onFelt(view())), /105/);
  assert.match(text(tvStage(view())), /105 cards inside/);
});
