// Who deals first: what set-up offers, and what a request then says.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { BY_CARDS, BY_DRAW, dealerMembers, dealers } from "../../controller/web/page/dealer.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { dealerView, namingDealer } from "../../controller/web/page/views/dealer.js";
import { scoreView } from "../../controller/web/page/views/score.js";
import { drawn } from "./drawn.js";

test("anybody who sits there can be named, the cards or a draw can decide", () => {
  const names = dealers(["Ann", "", "Bo", "Bo", " "]).map(({ dealer }) => dealer);
  assert.deepEqual(names, ["Ann", "Bo", "", ""]);
  assert.deepEqual(dealers([]), [BY_CARDS, BY_DRAW]);
});

test("a request says who deals, or that it is drawn; the cards need no word", () => {
  assert.deepEqual(dealerMembers({ ...BY_CARDS, dealer: " Ann " }), { dealer: "Ann" });
  assert.deepEqual(dealerMembers(BY_DRAW), { dealer_by: "draw" });
  assert.deepEqual(dealerMembers(BY_CARDS), {});
  assert.deepEqual(dealerMembers({ dealer: "" }), {});
});

test("set-up shows each choice, and marks one", () => {
  const chosen = (draft) => [...drawn(dealerView({ players: ["Ann", "Bo"], ...draft }, () => {})).matchAll(/data-chosen=(\w+)[^]*?<b[^>]*>([^<]+)</g)]
    .map(([, on, name]) => (on === "true" ? name.toUpperCase() : name));
  assert.deepEqual(chosen(BY_CARDS), ["Ann", "Bo", "THE CARDS DECIDE", "Random"]);
  assert.deepEqual(chosen(BY_DRAW), ["Ann", "Bo", "The cards decide", "RANDOM"]);
  assert.deepEqual(chosen({ ...BY_CARDS, dealer: "Bo" }), ["Ann", "BO", "The cards decide", "Random"]);
});

/** Three draw for the deal. @param {unknown[]} legal */
const drawing = (legal) => ({ game: { players: ["Ann", "Bo", "Cy"] }, legal, launcher: { hit: null }, state: { phase: "dealer", hands: { Ann: 0, Bo: 0, Cy: 0 } } });
const draws = { do: "dealer_draw", player: "Ann", needs: ["card"] };
const names = { do: "set", needs: ["dealer"] };

test("while the cards are to decide, a table screen names somebody in one tap", () => {
  assert.match(drawn(namingDealer({ table: drawing([draws, names]), act: {} })), /Ann deals[^]*Bo deals[^]*Cy deals/);
  assert.equal(drawn(namingDealer({ table: drawing([draws]), act: {} })), "");
  assert.equal(drawn(namingDealer({ table: drawing([names]), act: {} })), "");
});

test("the same seats play again with the dealer whom the referee names", () => {
  const sent = [];
  const table = { game: { edition: "attack", players: ["Ann", "Bo"], dealer: "Ann" }, legal: [], launcher: { hit: null }, rounds: [], deal: "people",
    fairness: { game: null, next: "c0de" }, state: { phase: "game_over", hands: { Ann: 0, Bo: 2 }, scores: {}, eliminated: [], winner: "Ann" } };
  const act = { send: (path, body) => sent.push(body) };
  for (const next of ["Bo", null]) {
    const view = scoreView({ table: { ...table, next_dealer: next }, ui: { me: ANYBODY }, act });
    again(view)();
  }
  const game = { edition: "attack", players: ["Ann", "Bo"], commitment: "c0de" };
  assert.deepEqual(sent, [{ ...game, dealer: "Bo" }, game]);
});

/** What a tap on "Same seats again" does. */
function again(view) {
  const { strings, values } = view;
  if (strings && drawn(view).includes("Same seats again")) {
    const inner = values.find((value) => drawn(value).includes("Same seats again"));
    return inner && Object(inner).strings ? again(inner) : values.findLast((value) => typeof value === "function");
  }
  throw new Error("no such button");
}
