// The deck as a keyboard, colour by kind: what cannot be said is there, pale, and cannot be tapped.
// Every card keeps its place, so that an update never moves another card under a finger.

import { guard } from "../vendor/directives/guard.js";
import { html, nothing } from "../vendor/lit-html.js";
import { language, say } from "../catalogue.js";
import { holding } from "../holding.js";
import { steer } from "../steering.js";
import { COLORS, cardName, colorLabel, parts, shortName } from "../words.js";
import { chip, mark, pictured, symbol } from "./cards.js";
import { longest } from "./controls.js";

const number = (kind) => (/^\d$/.test(kind) ? Number(kind) : Infinity);

/** What a deck's keyboard consists of, by the deck: an edition's stays the same for as long as the page is open.
 * @type {WeakMap<{card: string}[], {coloured: string[], wild: string[], rows: Record<string, (string | null)[]>}>} */
const known = new WeakMap();

/** The deck's kinds: the coloured ones, numbers first, and the wilds; and the cards of each colour, null where there is none of a kind. */
function kinds(cards) {
  const told = known.get(cards);
  if (told) return told;
  const all = cards.map(({ card }) => parts(card));
  const there = new Set(cards.map(({ card }) => card));
  const of = (coloured) =>
    [...new Set(all.filter(({ color }) => Boolean(color) === coloured).map(({ kind }) => kind))];
  const coloured = of(true).sort((a, b) => number(a) - number(b) || 0);
  const row = (color) => coloured.map((kind) => `${color}-${kind}`).map((card) => (there.has(card) ? card : null));
  const made = { coloured, wild: of(false), rows: Object.fromEntries(COLORS.map((color) => [color, row(color)])) };
  known.set(cards, made);
  return made;
}

/** What the pictures mean, where the keys are too many for names of their own. */
const legend = (pictures) => guard([pictures.join(), language(), pictured()], () => html`<p class="legend" aria-hidden="true">${
  pictures.map((kind) => html`<span>${symbol(kind)} ${shortName(kind)}</span> `)}</p>`);

const ON_A_KEY = 13; // letters of a name that is set no smaller
const A_WORD = 8; // letters of a word that is no wider than a key

/** How many keys stand side by side, so that a colour has two lines: at most as many as are wide enough. @param {number} many kinds */
const across = (many) => Math.min(Math.max(Math.ceil(many / 2), 7), 10);

/** A key is rendered again only where it changes. What a tap on it does is the picker's to know. A picture that
 * is no number has its name under it, and room for that.
 * @param {string | null} card
 * @param {boolean} on
 * @param {number} many */
const key = (card, on, many) => guard([card, on, many, language(), pictured()], () => {
  if (card === null) return html`<span></span>`;
  const { color, kind } = parts(card);
  const caption = number(kind) === Infinity ? shortName(kind) : null;
  return html`<button type="button" class="pick" data-named=${caption !== null} data-wide=${caption !== null && longest(caption) > A_WORD} data-color=${color ?? "wild"} aria-label=${cardName(card)} data-card=${card}
    ?disabled=${!on}>${chip(card)}
    ${caption ? html`<span class="caption" aria-hidden="true" data-long=${caption.length > ON_A_KEY}>${caption}</span>` : nothing}
    ${many ? html`<span class="taken" data-n=${many}></span>` : nothing}</button>`;
});

/** The keys of a row; those of a row in which nothing changes are not even looked at.
 * @param {(string | null)[]} cards
 * @param {boolean[]} on
 * @param {number[]} many */
const keys = (cards, on, many) => guard([cards, language(), pictured(), ...on, ...many], () =>
  html`<div class="cards">${cards.map((card, at) => key(card, on[at], many[at]))}</div>`);

/** Nothing is shown on a card. @type {number[]} */
const NONE = [];

/**
 * The picker: `cards` is an edition's deck (`[{card, …}]`), `legal(card)` says what can be tapped,
 * `tap(card)` is told, `taken(card)` a number to show on a card, `colors` those to show at all;
 * `explain(card)` is told of a long press; `builds`: the cards that are tapped are gathered, so each tap counts.
 * @param {{cards: {card: string}[], legal: (card: string) => boolean, tap: (card: string) => void,
 *   taken?: (card: string) => number, explain?: (card: string) => void, colors?: string[], label?: string, builds?: boolean}} what
 */
export function picker({ cards, legal, tap, taken, explain, colors = COLORS, label = say("ui.picker.cards"), builds = false }) {
  const cardAt = (event) => event.target.closest?.(".pick")?.dataset.card ?? null;
  const hold = holding((event) => (explain ? cardAt(event) : null), explain);
  const { coloured, wild, rows } = kinds(cards);
  const ons = (row) => row.map((card) => card !== null && legal(card));
  const many = (row) => (taken ? row.map((card) => (card === null ? 0 : taken(card))) : NONE);
  const on = new Map(colors.map((color) => [color, ons(rows[color])]));
  const open = new Set(colors.filter((color) => builds || on.get(color).filter(Boolean).length > 1));
  const shown = [...coloured.filter((kind) => number(kind) === Infinity), ...colors === COLORS ? wild : []];
  const tapped = (event) => cardAt(event) && tap(cardAt(event));
  return html`<div class="picker" role="group" aria-label=${label} data-testid="picker" ?data-builds=${builds} @click=${tapped} @pointerdown=${hold.down}
    @pointermove=${hold.move} @pointerup=${hold.up} @pointercancel=${hold.up} @contextmenu=${hold.menu}
    @keydown=${(event) => { steer(event); hold.key(event); }}>
    <div class="rows" data-crowded=${open.size > 1} .style=${`--kinds:${coloured.length};--across:${across(coloured.length)}`}>${colors.map((color) => html`<div class="row" role="group" data-open=${open.has(color)} aria-label=${colorLabel(color)}>
      <span class="row-mark" data-color=${color}>${mark(color)}</span>
      ${keys(rows[color], on.get(color), many(rows[color]))}
    </div>`)}
    ${wild.length && colors === COLORS ? html`<div class="row wilds" role="group" aria-label=${say("ui.picker.wilds")}>
      <span class="row-mark"></span>
      ${keys(wild, ons(wild), many(wild))}
    </div>` : nothing}</div>
    ${open.size > 1 ? legend(shown) : nothing}
  </div>`;
}
