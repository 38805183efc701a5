// What cards that were seen put in the middle of a TV: a question as a picture, or the hand that is counted.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { asked, counting } from "../seen.js";
import { cardName } from "../words.js";
import { face } from "./cards.js";
import { laid } from "./laying.js";

const card = (one, kind) => html`<span class=${kind} role="img" aria-label=${cardName(one)}>${face(one)}</span>`;

/** In place of launcher and pile; null where they have it. The headline says the question. */
export function tvSeen({ table }) {
  const hand = counting(table);
  if (hand) return html`<section class="tv-middle tv-laying" aria-label=${say("ui.laying.title", { player: hand.player })}>${laid(table, hand, false)}</section>`;
  const pending = asked(table);
  if (!pending?.card) return null;
  return html`<section class="tv-middle tv-seen" aria-label=${say("ui.seen.title")}>${card(pending.card, "tv-seen-card")}
    ${pending.cards.length ? html`<div class="tv-under">${pending.cards.map((one) => card(one, "tv-card"))}</div>` : nothing}</section>`;
}
