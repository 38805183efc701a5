// What the ways to count a hand have in common: which points it can have, and a question before less than all is sent.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { isPossible, pointsBounds, waySent } from "../handcount.js";
import { tapButton } from "./controls.js";

/** A hand that is to be counted; where points are typed that it cannot have, how many it can.
 * @param {number} hand
 * @param {string} typed
 * @param {import("../types").Bounds} bounds
 * @param {unknown} words what is said else */
export const orBounds = (hand, typed, bounds, words) =>
  (typed === "" || isPossible(Number(typed), bounds) ? words : say("ui.count.bounds", { n: hand, ...bounds }));

/**
 * How the cards of a hand are sent that are tapped or laid so far: with the members in `whole` where they are all of it, else
 * as a sum, after a question. Its `question`, while it is open, takes the place of the keys; `off`: nothing can be sent.
 * @param {any} view
 * @param {{player: string, cards: number, hand: number, points: number, whole: object, sent?: () => void}} counted
 */
export function countOf({ table, ui, act }, { player, cards, hand, points, whole, sent = () => {} }) {
  const way = waySent({ cards, hand, points, bounds: pointsBounds(table, player) });
  const asked = JSON.stringify([player, cards, points]);
  const send = async (members) => {
    if (await act.say({ do: "count", player, ...members })) sent();
  };
  const question = () => html`<p role="status">${say(cards < hand ? "ui.count.fewer" : "ui.count.more", { n: cards,
    cards: { key: "ui.words.cards", values: { n: hand } }, points: { key: "ui.words.points", values: { n: points } } })}</p>
    ${tapButton(say("ui.count.count_all_the_same"), () => send({ points }), { kind: "big" })}
    ${tapButton(say("ui.words.cancel"), () => act.draft("uneven", null), { kind: "plain", first: true, closes: true })}`;
  return { off: way === "impossible", question: way === "ask" && ui.drafts.uneven === asked ? question() : null,
    submit: () => (way === "whole" ? send(whole) : act.draft("uneven", asked)) };
}
