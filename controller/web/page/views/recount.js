// Counts that are off, or may be: told beside the headline, where they push nothing, until the
// table has put them right; a tap there leads to the ways out.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf } from "../reading.js";
import { counted, deed, listed } from "../words.js";
import { tapButton } from "./controls.js";

const MOST_OFFERED = 3; // more cards than that are set by hand

/** Whose hands are in doubt: those who still have one. */
export const doubted = ({ doubts, state: { hands } }) =>
  [...new Set(doubts.map(({ owner }) => owner))].filter((name) => Object.hasOwn(hands, name));

const offBy = (cards) => `${counted(Math.abs(cards), "card")} too ${cards > 0 ? "many" : "few"}`;

/** One line about all of it, or null where every count is right. */
export function recountCall({ table, act }) {
  const owners = doubted(table);
  const { discrepancy: cards } = table.state;
  if (!owners.length && !cards) return null;
  const whose = owners.length > 1 ? `${owners.length} hands` : `${owners[0]}'s hand`;
  const words = cards ? `Recount: ${offBy(cards)}` : `Recount ${whose}`;
  return html`<p class="latest due" role="status">${tapButton(words, () => act.open("recount"), { kind: "recount-call" })}</p>`;
}

const note = (label, words, ways) => html`<section class="recount" aria-label=${label}><p role="status">${words}</p>
  <div class="choices">${ways}</div></section>`;

/** May the table set hands now? */
export const maySet = (table) => offersOf(table, "set").some(({ needs }) => needs?.includes("hands"));

/** Cards that are too many or too few in the books, until the table says which hands are right. */
function discrepancy({ table }, settle) {
  const { discrepancy: off, hands } = table.state;
  if (!off) return nothing;
  return note("Recount", `The counts add up to ${counted(Math.abs(off), "card")} ${
    off > 0 ? "too many: put the extra cards back, or recount the hands." : "too few: recount the hands."}`,
  maySet(table) ? tapButton("The hands are right", () => settle(hands)) : nothing);
}

/** The doubts about one hand, together: putting the hand right ends them all. */
function doubtsOf(owner, { table }, settle) {
  const doubts = table.doubts.filter((doubt) => doubt.owner === owner);
  const hits = doubts.map(({ hit }) => hit);
  const sum = (member) => doubts.reduce((all, doubt) => all + doubt[member], 0);
  const [cards, uncertain] = [sum("cards"), sum("uncertain")];
  const hand = (more) => settle({ [owner]: table.state.hands[owner] + more });
  const more = Array.from({ length: Math.min(uncertain, MOST_OFFERED) }, (_, at) => at + 1);
  return note(`Recount of ${owner}`, `${owner} got ${counted(cards, "card")} in ${hits.length > 1 ? "hits" : "hit"} ${listed(hits)}, perhaps up to ${cards + uncertain}.`,
    maySet(table) ? html`${tapButton(`${cards} is right`, () => hand(0))}
      ${more.map((n) => tapButton(`It was ${cards + n} cards`, () => hand(n)))}` : nothing);
}

/** All of it, each with its ways out. The last one that is settled closes the panel. */
export function recountView(view) {
  const { table, act } = view;
  const owners = doubted(table);
  const open = owners.length + (table.state.discrepancy ? 1 : 0);
  const settle = async (hands) => {
    if (await act.say({ do: "set", hands }) && open === 1) act.open(null);
  };
  return html`<section class="panel recounts" aria-label="Recounts">
    <h2>${open ? "Recount" : "All counts are right"}</h2>
    ${discrepancy(view, settle)}${owners.map((name) => doubtsOf(name, view, settle))}
    ${open && maySet(table) ? html`<div class="choices">${tapButton(deed("set"), () => act.open("set"), { kind: "plain" })}</div>` : nothing}
    <footer>${tapButton("Close", () => act.open(null), { kind: "plain" })}</footer>
  </section>`;
}
