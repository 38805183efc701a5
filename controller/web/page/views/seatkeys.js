// A seat's keys: what may be played or turned up now, as large as there is room, and nothing else. A
// wild that only has to call a colour is four keys, so that each play is one tap.

import { guard } from "../vendor/directives/guard.js";
import { repeat } from "../vendor/directives/repeat.js";
import { html, noChange, nothing } from "../vendor/lit-html.js";
import { language, say } from "../catalogue.js";
import { holding } from "../holding.js";
import { columns, playable } from "../playable.js";
import { deckOf, jumpsIn, offersOf } from "../reading.js";
import { steer } from "../steering.js";
import { COLORS, cardName, parts, shortName } from "../words.js";
import { chip, mark, pictured } from "./cards.js";
import { fitted } from "./controls.js";

/** Does this seat have keys now? They lie over the log. */
export const hasKeys = (table) => keyOffers(table).length > 0;

/** What a seat's keys say: a draw for the deal too, as any card may have been drawn, but no play out of turn. */
function keyOffers(table) {
  const others = jumpsIn(table);
  return offersOf(table, "play", "turn_up", "dealer_draw").filter((offer) => !others.includes(offer));
}

const isNumber = (kind) => /^\d$/.test(kind);

/** A key is rendered again only where it changes. Tab leads to the group of them, and arrow keys lead to each, so that no key has to
 * change when all are hidden. */
const key = (card) => guard([card, language(), pictured()], () => {
  const { color, kind } = parts(card);
  return html`<button type="button" class="pick" tabindex="-1" data-color=${color ?? "wild"} data-named=${!isNumber(kind)} data-card=${card}
    aria-label=${cardName(card)}>${chip(card)}${isNumber(kind) ? nothing
      : html`<span class="caption" aria-hidden="true">${shortName(kind)}</span>`}</button>`;
});

const colorKey = (card, color) => html`<button type="button" class="wild-color" tabindex="-1" data-color=${color} data-card=${card} data-calls=${color}
  aria-label=${say("ui.seatkeys.calling", { card: cardName(card), color })}>${mark(color)}</button>`;

const wild = (card) => guard([card, language(), pictured()], () => html`<div class="wild-keys" role="group" aria-label=${cardName(card)} data-card=${card}>
  <span class="wild-name" data-color="wild">${chip(card)}<b aria-hidden="true">${fitted(shortName(parts(card).kind))}</b></span>
  ${COLORS.map((color) => colorKey(card, color))}</div>`);

/** More keys than this have no room for names. */
const MANY = 30;

const rowsOf = (plain, wilds) => Math.ceil(plain.length / columns(plain.length, wilds.length).upright);

function shape(plain, wilds) {
  const { upright, across } = columns(plain.length, wilds.length);
  return `--upright:${upright};--across:${across};--rows:${rowsOf(plain, wilds)};--wilds:${wilds.length};--least:${plain.length > MANY ? 1.75 : 2.3}rem`;
}

/** What the keys of now say, in how many lines on a phone held upright, and whether their names have no room. */
export function keysOf(view) {
  const offers = keyOffers(view.table);
  const { any, plain, wilds } = playable(offers, deckOf(view).map(({ card }) => card));
  return { offers, any, plain, wilds, lines: rowsOf(plain, wilds) + wilds.length, many: plain.length > MANY };
}

/** The keys, over the log; where nothing may be said they are hidden as they were, since most of them are the same at the next turn. */
export function seatKeys({ act }, { offers, any, plain, wilds, many }) {
  const off = !offers.length;
  const cardAt = (event) => (off ? null : event.target.closest?.("[data-card]")?.dataset.card ?? null);
  const hold = holding(cardAt, act.explain);
  const tapped = (event) => {
    const said = event.target.closest?.("button[data-card]");
    if (!said) return;
    const { card, calls } = said.dataset;
    if (any) act.take(offers, { card });
    else act.take(offers.filter((offer) => offer.card === card), calls ? { color: calls } : {});
  };
  return html`<div class="stage" ?data-keys=${!off} .style=${off ? noChange : shape(plain, wilds)}>
    <div class="panel deck own-keys" role="toolbar" tabindex="0" aria-hidden=${off ? "true" : nothing} aria-label=${say("ui.seatkeys.playable")} data-testid=${off ? nothing : "picker"} data-many=${off ? noChange : many}
      ?hidden=${off} @click=${tapped} @pointerdown=${hold.down} @pointermove=${hold.move} @pointerup=${hold.up} @pointercancel=${hold.up}
      @contextmenu=${hold.menu} @keydown=${(event) => { steer(event); hold.key(event); }}>
      ${off ? noChange : plain.length ? html`<div class="plain-keys">${repeat(plain, (card) => card, (card) => key(card))}</div>` : nothing}
      ${off ? noChange : wilds.length ? html`<div class="all-wilds">${repeat(wilds, (card) => card, wild)}</div>` : nothing}
    </div><div id="told" class="told" data-open></div></div>`;
}
