// The keys of a seat: the cards that may be said now, and in how many columns they stand. Pure.
/** @import {Offer} from "./types" */

import { COLORS, parts } from "./words.js";

/** A card that becomes a whole command with one tap on a colour. @param {Offer} offer */
const callsColor = ({ card, needs = [], may = [] }) => card !== undefined && needs.length === 1 && needs[0] === "color" && !may.length;

const number = (kind) => (/^\d$/.test(kind) ? Number(kind) : Infinity);
const rank = (card) => {
  const { color, kind } = parts(card);
  return [color ? COLORS.indexOf(color) : COLORS.length, Math.min(number(kind), 99)];
};

/** Cards colour by colour, numbers first; else as in the deck. @param {string[]} cards */
export const inOrder = (cards) => [...cards].sort((one, other) => {
  const [[color, kind], [color2, kind2]] = [rank(one), rank(other)];
  return color - color2 || kind - kind2;
});

/** What may be said of which cards: `plain` are keys, `wilds` keys in four colours, `any` an offer that leaves the card to be said.
 * @param {Offer[]} offers
 * @param {string[]} deck the cards of the edition */
export function playable(offers, deck) {
  const any = offers.find((offer) => !("card" in offer)) ?? null;
  const said = new Set(offers.map(({ card }) => card));
  const cards = inOrder(any ? deck : deck.filter((card) => said.has(card)));
  const quick = new Set(any ? [] : offers.filter(callsColor).map(({ card }) => card));
  return { any, plain: cards.filter((card) => !quick.has(card)), wilds: cards.filter((card) => quick.has(card)) };
}

/** No key is narrower than this part of a phone that is held upright. */
const MOST_UPRIGHT = 8;
/** How many times wider than high the room for keys is, on a phone held upright and across: alone, and with wilds. */
const ROOM = { alone: { upright: 1, across: 1.65 }, beside: { upright: 2, across: 0.8 } };

/** In how many columns so many keys are about as wide as high: `upright` and `across`.
 * @param {number} keys
 * @param {number} wilds rows of them */
export function columns(keys, wilds) {
  const { upright, across } = ROOM[wilds ? "beside" : "alone"];
  const fit = (ratio) => Math.max(2, Math.ceil(Math.sqrt(ratio * keys)));
  return { upright: Math.min(MOST_UPRIGHT, fit(upright)), across: fit(across) };
}
