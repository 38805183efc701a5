// Counts that are off, or may be: said until the table has put them right, each with its ways out.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf } from "../reading.js";
import { counted, deed, listed } from "../words.js";
import { tapButton } from "./controls.js";

const PLAIN = { kind: "plain" };
const MOST_OFFERED = 3; // more cards than that are set by hand

const note = (label, words, ways) => html`<section class="refusal recount" aria-label=${label}><span role="status">${words}</span>
  ${ways}</section>`;

/** May the table set hands now? */
const maySet = (table) => offersOf(table, "set").some(({ needs }) => needs.includes("hands"));

const otherwise = (act) => tapButton(deed("set"), () => act.open("set"), PLAIN);

/** Cards that are too many or too few in the books, until the table says which hands are right. */
function discrepancy({ table, act }) {
  const { discrepancy: off, hands } = table.state;
  if (!off) return nothing;
  return note("Recount", `The count is ${counted(Math.abs(off), "card")} ${
    off > 0 ? "too high: put them back, or recount the hands." : "too low: recount the hands."}`,
  maySet(table) ? html`${tapButton("The hands are right", () => act.say({ do: "set", hands }), PLAIN)}${otherwise(act)}` : nothing);
}

/** The doubts about one hand, together: putting the hand right ends them all. */
function doubtsOf(owner, doubts, { table, act }) {
  const hits = doubts.map(({ hit }) => hit);
  const sum = (member) => doubts.reduce((all, doubt) => all + doubt[member], 0);
  const [cards, uncertain] = [sum("cards"), sum("uncertain")];
  const hand = (more) => act.say({ do: "set", hands: { [owner]: table.state.hands[owner] + more } });
  const more = Array.from({ length: Math.min(uncertain, MOST_OFFERED) }, (_, at) => at + 1);
  return note(`Recount of ${owner}`, `${owner} holds ${counted(cards, "card")} of ${hits.length > 1 ? "hits" : "hit"} ${listed(hits)}, perhaps up to ${cards + uncertain}.`,
    maySet(table) ? html`${tapButton(`${cards} is right`, () => hand(0), PLAIN)}
      ${more.map((n) => tapButton(`It was ${cards + n}`, () => hand(n), PLAIN))}${otherwise(act)}` : nothing);
}

export function recountView(view) {
  const { doubts, state: { hands } } = view.table;
  const owners = [...new Set(doubts.map(({ owner }) => owner))].filter((name) => Object.hasOwn(hands, name));
  return html`${discrepancy(view)}${owners.map((name) => doubtsOf(name, doubts.filter(({ owner }) => owner === name), view))}`;
}
