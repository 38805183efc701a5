// Who deals first in a game that is set up: somebody by name, whom the cards choose, or whom the referee draws. Pure.

/**
 * A player, or whoever is found otherwise.
 * @typedef {{dealer: string, dealerBy: "cards" | "draw"}} Dealer
 */

/** @type {Dealer} */
export const BY_CARDS = { dealer: "", dealerBy: "cards" };
/** @type {Dealer} */
export const BY_DRAW = { dealer: "", dealerBy: "draw" };

/** All that can be chosen, the players first, in seating order. @param {string[]} players @returns {Dealer[]} */
export const dealers = (players) =>
  [...[...new Set(players)].filter((name) => name.trim()).map((dealer) => ({ ...BY_CARDS, dealer })), BY_CARDS, BY_DRAW];

/** The members of a request that say so: of a new game without one, the cards decide.
 * @param {{dealer: string, dealerBy?: string}} draft
 * @returns {{dealer?: string, dealer_by?: string}} */
export function dealerMembers({ dealer, dealerBy }) {
  if (dealer.trim()) return { dealer: dealer.trim() };
  return dealerBy === "draw" ? { dealer_by: "draw" } : {};
}
