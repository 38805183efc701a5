// How many points a hand can count, and whether what is tapped is all of it. Pure.
/** @import {Bounds, Table} from "./types" */

import { offersOf } from "./reading.js";

/** Of a hand that is not to be counted: no points at all. */
const NONE = { least: 0, most: -1 };

/** The least and the most points of a player's hand, as the referee says.
 * @param {Table} table
 * @param {string} player
 * @returns {Bounds} */
export function pointsBounds(table, player) {
  const offer = offersOf(table, "count").find((one) => one.player === player && one.bounds?.points);
  return offer?.bounds?.points ?? NONE;
}

/** Can a hand have so many points? @param {number} points @param {Bounds} bounds */
export const isPossible = (points, bounds) => Number.isInteger(points) && points >= bounds.least && points <= bounds.most;

/** What is typed, tapped or laid of hands before anybody begins. */
const UNBEGUN = { points: {}, counting: null, counted: {}, uneven: null, laying: null };

/**
 * The drafts of a device as the next table finds them: what was typed or tapped of a hand ends with that hand, also where it
 * was counted at another device, and all of it with the round.
 * @param {Record<string, any>} drafts
 * @param {Table | null} before
 * @param {Table} now */
export function stillUncounted(drafts, before, now) {
  if (now.state?.phase !== "count" || before?.state?.round !== now.state.round) return { ...drafts, ...UNBEGUN };
  const open = new Set(now.legal.filter((offer) => offer.do === "count").map(({ player }) => player));
  const ofOpen = (byName) => Object.fromEntries(Object.entries(byName ?? {}).filter(([name]) => open.has(name)));
  const { counting, counted, points } = drafts;
  return { ...drafts, points: ofOpen(points), counted: ofOpen(counted),
    counting: typeof counting === "string" && !open.has(counting) ? null : counting };
}

/**
 * What tapped cards of a hand come to: their points, and how many are of a kind; kinds that are not there count nothing.
 * @param {Table["kind_values"]} values what each kind counts, as the referee says
 * @param {string[]} tapped their kinds */
export function tally(values, tapped) {
  const worth = new Map(values.map(({ kind, points }) => [kind, points]));
  return { points: tapped.reduce((sum, kind) => sum + (worth.get(kind) ?? 0), 0), times: (kind) => tapped.filter((other) => other === kind).length };
}

/**
 * What sending so many tapped cards takes, of a hand of `hand` cards: they are the "whole" hand, which is sent at once, or
 * their sum is sent after a question ("ask"), or it cannot be the sum of this hand ("impossible").
 * @param {{cards: number, hand: number, points: number, bounds: Bounds}} tapped
 * @returns {"whole" | "ask" | "impossible"} */
export function waySent({ cards, hand, points, bounds }) {
  if (cards === hand) return "whole";
  return cards > 0 && isPossible(points, bounds) ? "ask" : "impossible";
}
