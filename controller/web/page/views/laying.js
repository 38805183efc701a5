// Hands that are counted by laying them under a reader, card after card: whose hand it is, the cards so far,
// and what they are worth, to be read across the table.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { counting, readersOf } from "../seen.js";
import { cardName, pointsOf } from "../words.js";
import { named } from "./avatar.js";
import { face } from "./cards.js";
import { tapButton } from "./controls.js";
import { countOf } from "./handcount.js";

/** Have a player's hand counted under the reader, from nothing; with null, by hand. */
const lay = ({ act }, player) => {
  act.draft("laying", player);
  return act.send("/api/sightings/counting", { player });
};

/** The hand that is laid: from its first card on, or once somebody has said so here; or null. @param {any} view */
export function laidIn({ table, ui }) {
  const hand = counting(table);
  return hand && (hand.cards.length || ui.drafts.laying === hand.player) ? hand : null;
}

/** Have a player's cards tapped, one by one. */
export function tapCards(act, player) {
  act.draft("counting", player);
}

/** Whose hand is counted if its cards are laid now. */
export const layNext = ({ table }) => {
  const hand = counting(table);
  return hand ? html`<p class="lay-next">${say("ui.laying.next", { player: hand.player })}</p>` : nothing;
};

/** The button for the cards of a hand: laid under the reader, where there is one, else tapped. */
export const cardsButton = (view, player) => (readersOf(view.table).length
  ? tapButton(say("ui.laying.lay"), () => lay(view, player), { label: say("ui.laying.lay_of", { player }) })
  : tapButton(say("ui.count.tap"), () => tapCards(view.act, player), { label: say("ui.count.tap_of", { player }) }));

/** A longer name needs smaller letters where there is little room. */
const LONG = 20;
/** How many cards there are, for a TV: all of them are seen at once, so the more there are, the smaller they are. */
const crowdOf = (count) => (count <= 12 ? "few" : count <= 21 ? "many" : "most");

/**
 * The cards so far and their sum, for every screen; `keys` where somebody can scroll the cards by keyboard.
 * @param {any} table @param {import("../types").Counting} hand
 */
export const laid = (table, { player, cards, points, hand }, keys = true) => html`<h2 data-long=${player.length > LONG}>${named(table, player)}</h2>
  <p class="sum"><b>${pointsOf(points)}</b></p>
  <p role="status">${cards.length ? say("ui.laying.so_far", { n: cards.length, hand }) : say("ui.laying.how")}</p>
  <ol class="laid" data-crowd=${crowdOf(cards.length)} tabindex=${keys ? "0" : nothing} aria-label=${say("ui.laying.cards")}>${cards.map((card) => html`<li><span class="card" role="img" aria-label=${cardName(card)}>${face(card)}</span></li>`)}</ol>`;

/** With the ways on: the referee counts by itself when all of the hand lies there. @param {any} view @param {import("../types").Counting} hand */
export function layingView(view, hand) {
  const { table, act } = view;
  const { player, cards, points, hand: due } = hand;
  const { pending } = table.sightings;
  const answer = (yes) => act.send("/api/sightings/answer", { pending: pending.number, yes });
  const again = async () => {
    if (!pending || await answer(false)) lay(view, player);
  };
  const count = countOf(view, { player, cards: cards.length, hand: due, points, whole: { cards } });
  const done = () => (pending ? answer(true) : count.submit());
  const tap = async () => {
    if (await lay(view, null)) tapCards(act, player);
  };
  return html`<section class="panel laying" aria-label=${say("ui.laying.title", { player })}>${laid(table, hand)}
    <div class="choices">${count.question ?? html`${tapButton(say("ui.count.count"), done, { kind: "big primary", label: say("ui.count.count_cards_of", { player }), off: !pending && count.off })}
      ${tapButton(say("ui.laying.again"), again, { off: !cards.length })}
      ${tapButton(say("ui.count.tap"), tap, { kind: "plain", label: say("ui.count.tap_of", { player }) })}
      ${tapButton(say("ui.laying.type"), () => lay(view, null), { kind: "plain" })}`}</div></section>`;
}
