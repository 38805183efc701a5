// Counts that are off, or may be: told beside the headline, where they push nothing, until the
// table has put them right; a tap there leads to the ways out.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { leastHand } from "../own.js";
import { offersOf } from "../reading.js";
import { deed } from "../words.js";
import { closeButton, stepper, tapButton } from "./controls.js";
import { difference, differenceNote } from "./scale.js";

const MOST_KEYS = 4; // so many counts are keys of their own; more are chosen with plus and minus

/** Whose hands are in doubt: those who still have one. */
export const doubted = ({ doubts, state: { hands } }) =>
  [...new Set(doubts.map(({ owner }) => owner))].filter((name) => Object.hasOwn(hands, name));

/** Those of them that somebody at this device can settle. */
const doubtedFor = (table, { all, player }) => doubted(table).filter((name) => all || name === player);

/** One line about all of it, or null where every count is right. */
export function recountCall({ table, act, rights }) {
  const owners = doubtedFor(table, rights);
  const cards = rights.all ? table.state.discrepancy : 0;
  const weight = rights.all && difference(table) !== null;
  if (!owners.length && !cards && !weight) return null;
  const whose = () => (!owners.length ? say("ui.scale.call") : owners.length > 1 ? say("ui.recount.hands", { n: owners.length }) : say("ui.recount.hand", { player: owners[0] }));
  const words = cards ? say(cards > 0 ? "ui.recount.too_many" : "ui.recount.too_few", { n: Math.abs(cards) }) : whose();
  return html`<p class="latest due" role="status">${tapButton(words, () => act.open("recount"), { kind: "due-key" })}</p>`;
}

const note = (label, words, ways) => html`<section class="recount" aria-label=${label}><p role="status">${words}</p>
  <div class="choices">${ways}</div></section>`;

/** May the table set hands now? */
export const maySet = (table) => offersOf(table, "set").some(({ needs }) => needs?.includes("hands"));

/** Cards that are too many or too few in the books, until the table says which hands are right. */
function discrepancy({ table, rights }, settle) {
  const { discrepancy: off, hands } = table.state;
  if (!off || !rights.all) return nothing;
  return note(say("ui.recount.title"), say(off > 0 ? "ui.recount.sum_too_many" : "ui.recount.sum_too_few", { n: Math.abs(off) }),
    maySet(table) ? tapButton(say("ui.recount.hands_right"), () => settle(hands)) : nothing);
}

/** The doubts about one hand, together: putting the hand right ends them all. */
function doubtsOf(owner, { table, full, ui, act, rights }, settle) {
  const doubts = table.doubts.filter((doubt) => doubt.owner === owner);
  const hits = doubts.map(({ hit }) => hit);
  const sum = (member) => doubts.reduce((all, doubt) => all + doubt[member], 0);
  const [cards, uncertain] = [sum("cards"), sum("uncertain")];
  const hand = (more) => settle({ [owner]: table.state.hands[owner] + more });
  const draft = `recount of ${owner}`;
  const chosen = Math.min(Math.max(Math.trunc(ui.drafts[draft]) || cards + 1, cards + 1), cards + uncertain);
  const more = uncertain < MOST_KEYS
    ? Array.from({ length: uncertain }, (_, at) => tapButton(say("ui.recount.it_was", { n: cards + at + 1 }), () => hand(at + 1)))
    : stepper({ label: say("ui.recount.cards_of", { player: owner }), value: ui.drafts[draft] ?? chosen, min: cards + 1, max: cards + uncertain,
      change: (value) => act.draft(draft, value), done: (value) => hand(value - cards), word: say("ui.recount.it_was", { n: chosen }), kind: "big", first: false });
  return note(say("ui.recount.of", { player: owner }),
    say(hits.length > 1 ? "ui.recount.doubts" : "ui.recount.doubt", { player: owner, n: cards, hits, most: cards + uncertain }),
    leastHand(full, rights, owner) !== null ? html`${tapButton(say("ui.recount.right", { n: cards }), () => hand(0))}${more}` : nothing);
}

/** All of it, each with its ways out. The last one that is settled closes the panel. */
export function recountView(view) {
  const { table, ui: { panel }, act, rights } = view;
  const owners = doubtedFor(table, rights);
  const weight = rights.all && difference(table) !== null;
  const open = owners.length + (rights.all && table.state.discrepancy ? 1 : 0) + (weight ? 1 : 0);
  const settle = async (hands) => {
    if (await act.say({ do: "set", hands }) && open === 1) act.finish(panel);
  };
  return html`<section class="panel recounts" aria-label=${say("ui.recount.all")}>
    <h2>${say(open ? "ui.recount.title" : "ui.recount.all_right")}</h2>
    ${discrepancy(view, settle)}${owners.map((name) => doubtsOf(name, view, settle))}${differenceNote(view)}
    ${open && !weight && maySet(table) ? html`<div class="choices">${tapButton(deed("set"), () => act.open("set"), { kind: "plain" })}</div>` : nothing}
    <footer>${closeButton(say("ui.words.close"), act, { kind: "plain" })}</footer>
  </section>`;
}
