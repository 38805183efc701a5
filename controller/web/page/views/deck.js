// The deck with what may be played or turned up now, and what is done instead of a play.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { deckOf, jumpsIn, offersOf, withLauncher } from "../reading.js";
import { cardName, deed } from "../words.js";
import { tapButton } from "./controls.js";
import { picker } from "./picker.js";

/** Buttons for what is done while nothing can be played. */
export function deeds({ table, act }) {
  const { phase, owed } = table.state;
  const one = (words, offers, kind) => (offers.length ? tapButton(words, () => act.take(offers), { kind }) : nothing);
  const fewer = owed[0]?.draws > 1 && !withLauncher(table) ? offersOf(table, "draw") : [];
  const reloads = phase === "reload" && withLauncher(table) ? offersOf(table, "reload") : [];
  return html`<div class="choices deeds">${one(deed("challenge"), offersOf(table, "challenge"), "big primary")}${
    one(deed("reload"), reloads, "big primary")}${one(say("ui.deck.draw_fewer"), fewer, "big")}</div>`;
}

/** A player's own way to play out of turn, apart from the keys of a turn. */
export function jumpingIn({ table, act }) {
  const offers = jumpsIn(table);
  return offers.length ? html`<div class="choices deeds">${tapButton(say("ui.deck.jump_in", { card: cardName(offers[0].card) }), () => act.take(offers))}</div>` : nothing;
}

/** The keys, pale where there is nothing to tap; none while hits are owed and nothing can be. */
function keys(view) {
  const { table, act } = view;
  const offers = offersOf(table, "play", "turn_up");
  if (!offers.length && table.state.owed.length) return nothing;
  const any = offers.some((offer) => !("card" in offer));
  const legal = new Set(offers.map(({ card }) => card));
  return html`<section class="panel deck" aria-label=${say("ui.deck.title")} data-idle=${!offers.length}>${picker({
    cards: deckOf(view),
    legal: (card) => any || legal.has(card),
    explain: act.explain,
    tap: (card) => act.take(any ? offers : offers.filter((offer) => offer.card === card), any ? { card } : {}),
  })}</section>`;
}

export const deckView = (view) => html`${deeds(view)}${keys(view)}`;
