// Cards that a reader saw: what they ask of the table, and in which words. Only a table with a reader has
// `sightings`. Pure.
/** @import {Ask, Pending, Reader, Table} from "./types" */

import { nextQuestion } from "./asking.js";
import { say } from "./catalogue.js";
import { cardName } from "./words.js";

/** What a card that was seen asks, until somebody has answered; or null. Whether a hand is counted right is asked with the hand.
 * @param {Pick<Table, "sightings">} table @returns {Pending | null} */
export const asked = ({ sightings }) => (sightings?.counting ? null : sightings?.pending ?? null);

/** The hand that is laid under a reader to be counted, or null. @param {Pick<Table, "sightings">} table */
export const counting = ({ sightings }) => sightings?.counting ?? null;

/** The readers that are paired. @param {Pick<Table, "sightings">} table @returns {Reader[]} */
export const readersOf = ({ sightings }) => sightings?.readers ?? [];

/** Those that see nothing as they should. @param {Pick<Table, "sightings">} table */
export const inTrouble = (table) => readersOf(table).filter(({ key }) => key !== "reader.ok");

/** Questions that are answered with yes or no; to others the answer is the player's own command. */
const YES_OR_NO = ["confirm", "again", "taken_up", "reload", "cards"];
/** Another card of those that lie there already may leave a choice, too. @param {Pending} pending */
export const isYesOrNo = ({ why, needs }) => YES_OR_NO.includes(why) && !(why === "again" && needs.length);

/** By what a card is laid down. */
const LAYS = ["play", "turn_up", "dealer_draw"];

/** In place of a colour: people have said it aloud, and the next card shows it. */
const UNHEARD = "unheard";
const isSaidAloud = ({ needs }, offers) => !needs.includes("color") && offers.some((offer) => offer.needs?.includes("color"));

/** What is left to say of the card that lies there, as an ordinary question; null where nothing is.
 * @param {Table} table with the offers that may be said at this device
 * @returns {Ask | null} */
export function choiceIn(table) {
  const pending = asked(table);
  if (!pending?.card || isYesOrNo(pending)) return null;
  const { card, by, cards } = pending;
  const offers = table.legal.filter((offer) => LAYS.includes(offer.do) && (offer.card ?? card) === card
    && (by === null || [offer.by, offer.player].includes(by)));
  const ask = { offers, values: { card, ...(cards.length && { with: cards }), ...(isSaidAloud(pending, offers) && { color: UNHEARD }) } };
  return nextQuestion(ask) ? ask : null;
}

/** Does a card that was seen take the place of the keys? @param {Table} table with the offers that may be said at this device */
export function takesFloor(table) {
  const pending = asked(table);
  return pending !== null && (isYesOrNo(pending) || choiceIn(table) !== null);
}

/** The question in a headline: said to all, to the player whom it is for, and where nobody is meant. */
const HEADLINES = {
  confirm: { all: "ui.seen.confirm", own: "ui.seen.card", nobody: "ui.seen.card" },
  again: { all: "ui.seen.again", own: "ui.seen.again", nobody: "ui.seen.again" },
  taken_up: { all: "ui.seen.taken_up", own: "ui.seen.taken_up", nobody: "ui.seen.taken_up" },
  reload: { all: "ui.seen.reload", own: "ui.seen.reload", nobody: "ui.seen.reload" },
  cards: { all: "ui.seen.is_all", own: "ui.seen.is_all_own", nobody: "ui.seen.is_all_own" },
  color: { all: "ui.reading.calls_color", own: "ui.seat.color", nobody: "ui.ask.color" },
  target: { all: "ui.reading.chooses", own: "ui.seat.choose", nobody: "ui.seat.choose" },
  unread: { all: "ui.seen.unread", own: "ui.seen.unread_own", nobody: "ui.seen.unread_own" },
};
const OTHERS = { all: "ui.seen.decides", own: "ui.seen.decides_own", nobody: "ui.seen.decides_own" };

/** What stands under it. */
const BELOW = { confirm: "ui.seen.was_played", again: "ui.seen.lies_there", taken_up: "ui.seen.below_it", reload: "ui.seen.pile_gone",
  unread: "ui.seen.tap_it" };

function below({ why, card, cards }) {
  if (BELOW[why]) return say(BELOW[why]);
  const values = { card: cardName(card), n: cards.length };
  return say(why === "cards" && cards.length ? "ui.seen.under" : "ui.seen.lies", values);
}

/** What is asked, for the headline and the line under it; null where nothing is.
 * @param {Table} table
 * @param {string | null} own who reads it, where it is one player's phone
 * @returns {string[] | null} */
export function questionOf(table, own = null) {
  const pending = asked(table);
  if (!pending) return null;
  const { why, by, card } = pending;
  const to = by === null ? "nobody" : by === own ? "own" : "all";
  const key = (HEADLINES[why] ?? OTHERS)[to];
  return [say(key, { player: by, card: card && (key === "ui.seen.card" ? cardName(card) : card) }), below(pending)];
}

/** A line, and how many cards wait until it is done. @param {Pick<Table, "sightings">} table @param {string} line */
export const andWaiting = ({ sightings }, line) =>
  [line, sightings?.waiting ? say("ui.seen.waiting", { n: sightings.waiting }) : ""].filter(Boolean).join(" ");

/** How a voice asks it; a colour it asks for as always. */
const SPOKEN = { confirm: "spoken.seen", again: "spoken.seen_again", taken_up: "spoken.seen_taken_up", reload: "spoken.seen_reload",
  cards: "spoken.seen_cards", color: "spoken.color", unread: "spoken.seen_unread" };
/** How, where nobody is meant. */
const SPOKEN_TO_ALL = { ...SPOKEN, confirm: "spoken.seen_card", cards: "spoken.seen_which", color: "spoken.seen_which", unread: "spoken.seen_which" };

/** What a voice asks for a card that was seen: a key with values, or null. @param {Pick<Table, "sightings">} table */
export function spoken(table) {
  const pending = asked(table);
  if (!pending) return null;
  const { why, by, card } = pending;
  const key = by === null ? SPOKEN_TO_ALL[why] ?? "spoken.seen_which" : SPOKEN[why] ?? "spoken.seen_choose";
  return { key, values: { ...(by !== null && { player: by }), ...(card !== null && { card }) } };
}

/** What became of a card that `now` tells and `before` did not; or null.
 * @param {Pick<Table, "sightings"> | null} before
 * @param {Pick<Table, "sightings">} now */
export function newsOf(before, { sightings }) {
  const last = sightings?.last ?? null;
  return before && last && last.number !== before.sightings?.last?.number ? last : null;
}

/** Is a question new that this player has to answer? @param {Table} before @param {Table} now @param {string} player */
export function isAskedAnew(before, now, player) {
  const pending = asked(now);
  return pending?.by === player && pending.number !== asked(before)?.number;
}

/** What of the cards that were seen is one player's own: others answer the rest. With null, nobody's.
 * @param {Table["sightings"]} sightings
 * @param {string | null} player */
export function ownOf(sightings, player) {
  if (!sightings) return sightings;
  const own = (one, name) => (one && player !== null && name === player ? one : null);
  return { ...sightings, pending: own(sightings.pending, sightings.pending?.by), counting: own(sightings.counting, sightings.counting?.player) };
}
