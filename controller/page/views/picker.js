// The deck as a grid, colour by kind: what cannot be said is there, dimmed, and cannot be tapped.
// Every card keeps its place, so that an update never moves another card under a finger.

import { html, nothing } from "/vendor/lit-html.js";
import { COLORS, capital, cardName, kindName, parts } from "../words.js";
import { face, mark } from "./cards.js";

const number = (kind) => (/^\d$/.test(kind) ? Number(kind) : Infinity);

/** The deck's kinds: the coloured ones, numbers first, and the wilds. */
function kinds(cards) {
  const all = cards.map(({ card }) => parts(card));
  const of = (coloured) =>
    [...new Set(all.filter(({ color }) => Boolean(color) === coloured).map(({ kind }) => kind))];
  return { coloured: of(true).sort((a, b) => number(a) - number(b) || 0), wild: of(false) };
}

/** `captions`: the last row names the kinds for the whole grid. */
function button(card, { taken, legal, tap, captions }) {
  const { kind } = parts(card);
  const caption = captions && number(kind) === Infinity ? kindName(kind).replace(/^Wild /, "") : null;
  return html`<button type="button" class="pick" aria-label=${cardName(card)} ?disabled=${!legal(card)}
    @click=${() => tap(card)}>${face(card)}${caption ? html`<span class="caption">${caption}</span>` : nothing}
    ${taken?.(card) ? html`<span class="taken">${taken(card)}</span>` : nothing}</button>`;
}

/**
 * The picker: `cards` is an edition's deck (`[{card, …}]`), `legal(card)` says what can be tapped,
 * `tap(card)` is told, `taken(card)` a number to show on a card, `colors` those to show at all.
 */
export function picker({ cards, legal, tap, taken, colors = COLORS, label = "Cards" }) {
  const { coloured, wild } = kinds(cards);
  const there = new Set(cards.map(({ card }) => card));
  const how = { taken, legal, tap };
  const place = (color, kind) => (there.has(`${color}-${kind}`)
    ? button(`${color}-${kind}`, { ...how, captions: color === colors.at(-1) }) : html`<span></span>`);
  return html`<div class="picker" role="group" aria-label=${label} data-testid="picker">
    ${colors.map((color) => html`<div class="row" role="group" aria-label=${capital(color)}>
      <span class="row-mark" data-color=${color}>${mark(color)}</span>
      <div class="cards">${coloured.map((kind) => place(color, kind))}</div>
    </div>`)}
    ${wild.length && colors === COLORS ? html`<div class="row wilds" role="group" aria-label="Wild">
      <span class="row-mark"></span>
      <div class="cards">${wild.map((kind) => button(kind, { ...how, captions: true }))}</div>
    </div>` : nothing}
  </div>`;
}
