// The deck with what may be played or turned up now, and what is done without a card.

import { html, nothing } from "/vendor/lit-html.js";
import { deckOf, offersOf } from "../reading.js";
import { deed } from "../words.js";
import { tapButton } from "./controls.js";
import { picker } from "./picker.js";

/** Buttons for what is done without a card. A draw is of as many as are owed, of one else. */
function deeds({ table, act }) {
  const { phase, owed } = table.state;
  const placed = ["draw", "pass", "challenge", ...(phase === "reload" ? ["reload"] : [])];
  const words = placed.filter((word) => offersOf(table, word).length);
  if (!words.length) return nothing;
  const due = owed[0]?.draws ?? 1;
  const primary = { kind: "big primary" };
  const one = (word) => {
    const offers = offersOf(table, word);
    if (word !== "draw") return tapButton(deed(word), () => act.take(offers), primary);
    return html`${tapButton(due > 1 ? `Draw ${due} cards` : deed(word), () => act.take(offers, { cards: due }), primary)}
      ${due > 1 ? tapButton("Draw fewer", () => act.take(offers)) : nothing}`;
  };
  return html`<div class="choices deeds">${words.map(one)}</div>`;
}

/** The keys, pale where there is nothing to tap; none while hits are owed and nothing can be. */
function keys(view) {
  const { table, act } = view;
  const offers = offersOf(table, "play", "turn_up");
  if (!offers.length && table.state.owed.length) return nothing;
  const any = offers.some((offer) => !("card" in offer));
  const legal = new Set(offers.map(({ card }) => card));
  return html`<section class="panel deck" aria-label="Deck" data-idle=${!offers.length}>${picker({
    cards: deckOf(view),
    legal: (card) => any || legal.has(card),
    explain: act.explain,
    tap: (card) => act.take(any ? offers : offers.filter((offer) => offer.card === card), any ? { card } : {}),
  })}</section>`;
}

export const deckView = (view) => html`${deeds(view)}${keys(view)}`;
