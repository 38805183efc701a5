// The end of a game: who stands on which step. Pure.
/** @import {Table} from "./types" */

import { ranked } from "./reading.js";

/** A podium has so many steps. */
const STEPS = 3;

/** A player's place, from 1. @typedef {{name: string, place: number, points: number}} Standing */

/** Everybody with a place, the best first. The same points are the same place, unless somebody was out.
 * @param {Pick<Table, "game" | "state">} table @returns {Standing[]} */
export function places(table) {
  const { scores, eliminated } = table.state;
  const points = (name) => scores[name] ?? 0;
  const isEqual = (one, other) => points(one) === points(other) && ![one, other].some((name) => eliminated.includes(name));
  const names = ranked(table);
  return names.map((name) => ({ name, place: names.findIndex((other) => other === name || isEqual(other, name)) + 1, points: points(name) }));
}

/** Who stands on the podium, and the places behind them. @param {Pick<Table, "game" | "state">} table */
export function podium(table) {
  const all = places(table);
  return { steps: all.slice(0, STEPS), behind: all.slice(STEPS) };
}
