// What a TV shows moving when one table follows another: each counted card flies to its owner, and
// a drum rolls where cards are close. Pure.
/** @import {Table} from "./types" */

import { isAnother, underWay, withLauncher } from "./reading.js";

/** Rulings that say how many cards the launcher gave for one press. */
const COUNTED = ["ruling.hits", "ruling.hits_nothing", "ruling.draws", "log.dealt"];
const BEGINNINGS = ["log.game", "log.goes_on"];

/** What the log tells of presses since `before`, oldest first. @param {Table} before @param {Table} now */
const presses = (before, now) => now.log.filter(({ seq, key }) => seq > before.seq && COUNTED.includes(key));

/** Whose the cards of a press were, where no push told of its hit.
 * @param {Table} before @param {string} by */
const ownerOf = (before, by) => before.state?.owed.find((one) => one.by === by)?.player ?? by;

/**
 * The owner of each card that was counted between two tables, in the order in which they came. A page
 * that was slow gets the newest table alone: cards of hits that are over by then are in the log.
 * @param {Table | null} before
 * @param {Table} now
 * @returns {string[]}
 */
export function flights(before, now) {
  if (!before?.state || !now.state || !withLauncher(now) || isAnother(before, now)) return [];
  const [was, is] = [before.launcher.hit, now.launcher.hit];
  const cards = [];
  presses(before, now).forEach(({ values }, nth) => {
    const due = nth === 0 && was?.by === values.player ? was : null; // others came and went unseen
    const owner = due?.owner ?? ownerOf(before, values.player);
    cards.push(...Array(Math.max(0, (values.n ?? 0) - (due?.out ?? 0))).fill(owner));
  });
  if (is) cards.push(...Array(Math.max(0, is.out - (is.number === was?.number ? was.out : 0))).fill(is.owner));
  return cards;
}

/** How many presses in a row gave no card, up to the newest one. @param {Pick<Table, "log">} table */
export function dryStreak({ log }) {
  const past = log.filter(({ key }) => COUNTED.includes(key) || BEGINNINGS.includes(key)).reverse();
  const dry = past.findIndex(({ key }) => key !== "ruling.hits_nothing");
  return dry < 0 ? past.length : dry;
}

/** The same where somebody may press now; else 0. @param {Table} table */
export function awaitedStreak(table) {
  const { launcher: { link, faults, hit } } = table;
  return link !== "up" || faults.length || hit?.stage !== "armed" || underWay(table) ? 0 : dryStreak(table);
}

/** The same where the next cards are the closer the more dry presses there were (the hit profile `suspense`); else 0.
 * @param {Table} table */
export const suspense = (table) => (table.fairness.game?.profile === "suspense" ? awaitedStreak(table) : 0);

/** How long the drum rolls now: the suspense where it has just begun or risen, else 0.
 * @param {Table | null} before @param {Table} now */
export function drumRoll(before, now) {
  if (!before || isAnother(before, now)) return 0;
  const again = suspense(before) > 0 && before.launcher.hit?.number === now.launcher.hit?.number;
  return again ? 0 : suspense(now);
}
