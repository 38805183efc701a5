// What is left to ask before an offer of the referee is a whole command. Pure.
//
// An offer is a command with its fixed members, `needs` (still to be filled in) and `may` (can be
// added); `bounds` are of numbers that it needs. Several offers of one deed differ in fixed members,
// and that is a question too: who says UNO?
/** @import {Ask, Offer} from "./types" */

import { COLORS, ICONS } from "./words.js";

const ORDER = ["by", "player", "card", "target", "color"];

/** @param {Offer} offer */
const fixed = (offer) => {
  const { needs, may, bounds, ...members } = offer;
  return members;
};

const rank = (member) => (ORDER.indexOf(member) + ORDER.length + 1) % (ORDER.length + 1);

/**
 * @param {Partial<Offer>} offer
 * @param {string} member
 */
const open = ({ needs = [], may = [] }, member) => needs.includes(member) || may.includes(member);

/** An answer fits the offers that say the same, and those that leave it to be said. */
const fits = (values) => (offer) =>
  Object.entries(values).every(([member, value]) => open(offer, member) || offer[member] === value);

/**
 * The next question of `{offers, values}`: `{member, choices, optional, offer}`, or null where the
 * command is whole. `choices` is null where the offers do not say; one that is undefined is the
 * offer without that member. A member that was asked for and left out has the value undefined.
 * @param {Ask} ask
 */
export function nextQuestion({ offers, values }) {
  const left = offers.filter(fits(values));
  if (!left.length) return null;
  const members = [...new Set(left.flatMap((offer) => Object.keys(fixed(offer))))].sort((a, b) => rank(a) - rank(b));
  for (const member of members) {
    const choices = [...new Set(left.map((offer) => offer[member]))];
    if (choices.length > 1 && !left.some((offer) => open(offer, member))) {
      return { member, choices, optional: false, offer: left[0] };
    }
  }
  const [offer] = left;
  const ask = (optional) => (member) => ({ member, choices: null, optional, offer });
  const asked = (member) => !(member in values);
  return (offer.needs ?? []).filter(asked).map(ask(false))[0]
    ?? (offer.may ?? []).filter(asked).map(ask(true))[0]
    ?? null;
}

/** The command, once nothing is left to ask. @param {Ask} ask */
export function toCommand({ offers, values }) {
  const offer = /** @type {Offer} */ (offers.find(fits(values)));
  return JSON.parse(JSON.stringify({ ...fixed(offer), ...values }));
}

/** What may be answered, for members whose answers are known without the offer; else null.
 * @param {string} member
 * @param {Offer} offer
 * @param {{players: string[], out: string[]}} table
 * @returns {unknown[] | null} */
export function choicesOf(member, offer, { players, out }) {
  const others = players.filter((name) => name !== offer.by && !out.includes(name));
  switch (member) {
    case "color": return COLORS;
    case "target": return others;
    case "by": case "player": return players.filter((name) => !out.includes(name));
    case "turn": case "dealer": return players;
    case "icon": return ICONS;
    case "rule": return [1, 2, 3];
    case "guilty": case "carry_out": return [true, false];
    default: return null;
  }
}
