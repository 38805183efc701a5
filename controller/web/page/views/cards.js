// Card faces, drawn. Each colour has a mark of its own shape, so that nobody needs to see colours.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { kindName, parts } from "../words.js";

/** The colour's mark, about 10 units wide, around (0, 0). */
const MARKS = {
  red: svg`<path d="M0-7 5.6 0 0 7-5.6 0Z"/>`,
  yellow: svg`<circle r="5.4"/>`,
  green: svg`<path d="M0-6 6.2 5H-6.2Z"/>`,
  blue: svg`<rect x="-4.9" y="-4.9" width="9.8" height="9.8" rx="1"/>`,
};

/** Glyphs of what is not a number, within 20 units around (0, 0). */
const BURST = svg`<path class="burst" d="M0-23 5-14.5 14-18.5 12.8-8.6 22.4-6 15.6 1
  21 9.6 11 10.6 9.6 20.6 1.4 15-6.6 21.6-8.6 11.8-18.6 13-14.6 4-22.6-1.4-13.8-6.4-16.8-16-6.8-13.8Z"/>`;
const GLYPHS = {
  skip: svg`<g class="line" stroke-width="5.5"><circle r="15.5"/><path d="M-11 11 11-11"/></g>`,
  reverse: svg`<g class="line" stroke-width="5"><path d="M-12 5V-2A10 10 0 0 1-2-12H9"/>
    <path d="M12-5V2A10 10 0 0 1 2 12H-9"/></g>
    <path class="solid" d="M8-20 18-12 8-4ZM-8 4-18 12-8 20Z"/>`,
  "discard-all": svg`<g class="cards">
    <rect x="-17" y="-11" width="18" height="26" rx="3" transform="rotate(-16 -8 2)"/>
    <rect x="-8" y="-15" width="18" height="26" rx="3"/>
    <rect x="0" y="-11" width="18" height="26" rx="3" transform="rotate(16 9 2)"/></g>`,
  "trade-hands": svg`<g class="line" stroke-width="5"><path d="M-17-7H9M17 7H-9"/></g>
    <path class="solid" d="M8-15 18-7 8 1ZM-8-1-18 7-8 15Z"/>`,
  "wild-hit-fire": svg`
    <path class="solid" d="M1-21C6-13 15-9 14 4 13.5 13 7 19 0 19S-14 13-14 5
      C-14-1-11-5-8-9-7-5-6-3-3-2-4-9-3-15 1-21Z"/>
    <path class="inner" d="M1 2C5 6 6 9 5 12 4 15 2 16 0 16S-6 14-6 11C-6 7-1 6 1 2Z"/>`,
  "wild-all-hit": svg`<g class="solid"><circle r="6"/><circle cy="-15" r="4.5"/>
    <circle cx="15" r="4.5"/><circle cy="15" r="4.5"/><circle cx="-15" r="4.5"/></g>`,
  "wild-attack-attack": svg`<g class="line" stroke-width="4"><circle r="12.5"/>
    <path d="M0-20V-8M0 8V20M-20 0H-8M8 0H20"/></g>`,
  "wild-customizable": svg`
    <path class="solid" d="M9-18 18-9-7 16-18 18-16 7Z"/><path class="inner" d="M-13 8-8 13-14 14.5Z"/>`,
  tower: svg`<path class="solid" d="M-13-18H-7V-12H-3V-18H3V-12H7V-18H13V-6H10V18H-10V-6H-13Z"/>`,
};

/** At most how wide a sign is, in sizes of its text. @param {string} sign */
function widthOf(sign) {
  if (/[0-9a-z+\-!?]/.test(sign) && !/[mw]/.test(sign)) return 0.66;
  if (/[A-Z]/.test(sign) && !/[MW]/.test(sign)) return 0.82;
  return /[a-z]/i.test(sign) ? 1.1 : 1.4; // pictures are wide
}

/** The size at which words are no wider than `room`, and no larger than `size`. @param {string} words @param {number} size @param {number} room */
const fitting = (words, size, room) =>
  Math.min(size, Math.floor((10 * room) / [...words].reduce((sum, sign) => sum + widthOf(sign), 0)) / 10);

/** Words in the middle of a card, no wider than `room`. */
const text = (words, size = 34, room = 46, look = "numeral") => {
  const fits = fitting(words, size, room);
  return svg`<text class=${look} font-size=${fits} y=${Math.round(36 * fits) / 100}>${words}</text>`;
};

const drawn = (words) => svg`<g class="cards"><rect x="-16" y="-20" width="32" height="40" rx="4"/></g>${
  text(words, 17, 28, "numeral on-card")}`;

const burst = (word) => svg`${BURST}${text(word, 24, 32, "numeral in-burst")}`;

/** What the signs of a card that is no number have over and under them. */
const RAILS = svg`<path class="line" stroke-width="3.5" d="M-12-21H12M-12 21H12"/>`;

const SHAPES = {
  text: (words, isNumber) => (isNumber ? text(words, 46) : svg`${RAILS}${text(words, 38)}`),
  card: drawn,
  burst,
};

const isNumber = (kind) => /^\d$/.test(kind);

/** @type {Record<string, string>} */
let pictures = {};

/** What is drawn on each kind of card: a glyph's name, or a shape and the text on it, "burst:2". */
export const usePictures = (known) => { pictures = known; };

/** The pictures in use: another object after each `usePictures`. */
export const pictured = () => pictures;

const pictureOf = (kind, drawings) => drawings[kind] ?? kind;

const initials = (kind) => kindName(kind).split(/[^\p{L}\d]+/u).map((one) => one[0]).join("");

function glyph(kind, drawings = pictures) {
  const picture = pictureOf(kind, drawings);
  const [shape, words] = picture.split(":");
  return SHAPES[shape]?.(words, isNumber(kind)) ?? GLYPHS[picture] ?? text(initials(kind));
}

const isPlainWild = (kind, drawings = pictures) => pictureOf(kind, drawings) === "wild";

/** What a wild has behind its glyph: the four colours with their marks. */
const WHEEL = svg`
  <path class="red-fill" d="M0 0V-25A25 25 0 0 0-25 0Z"/><path class="yellow-fill" d="M0 0H25A25 25 0 0 0 0-25Z"/>
  <path class="blue-fill" d="M0 0H-25A25 25 0 0 0 0 25Z"/><path class="green-fill" d="M0 0V25A25 25 0 0 0 25 0Z"/>`;
const WHEEL_MARKS = svg`<g class="marks">
  <g transform="translate(-10 -10)">${MARKS.red}</g><g transform="translate(10 -10)">${MARKS.yellow}</g>
  <g transform="translate(-10 10)">${MARKS.blue}</g><g transform="translate(10 10)">${MARKS.green}</g></g>`;

const corner = (inner) => svg`
  <g class="corner" transform="translate(11.5 13)">${inner}</g>
  <g class="corner" transform="translate(48.5 75) rotate(180)">${inner}</g>`;

function wildFace(kind, color, drawings) {
  const plain = isPlainWild(kind, drawings);
  return svg`
    <g transform="translate(30 44)">${WHEEL}${plain ? WHEEL_MARKS
      : svg`<circle class="hub" r="19.5"/><g class="on-hub" transform="scale(.72)">${glyph(kind, drawings)}</g>`}</g>
    ${color ? corner(svg`<g class=${`${color}-fill`}>${MARKS[color]}</g>`) : nothing}`;
}

/**
 * One card's face, for sighted eyes only: whoever shows it gives it a name. `called` is the colour
 * that counts on a wild, `drawings` the pictures of another edition.
 */
export function face(card, called = null, drawings = pictures) {
  const { color, kind } = parts(card);
  return html`<svg class="face" data-color=${color ?? "wild"} viewBox="0 0 60 88" aria-hidden="true">
    <rect class="paper" width="60" height="88" rx="7"/>
    <rect class="field" x="3.5" y="3.5" width="53" height="81" rx="4.5"/>
    ${color ? svg`<g transform="translate(30 44)">${glyph(kind, drawings)}</g>${corner(MARKS[color])}` : wildFace(kind, called, drawings)}
  </svg>`;
}

/**
 * A card as a key to tap: its glyph and its colour's mark, on whatever room the key has. The key
 * itself carries the colour.
 */
export function chip(card) {
  const { color, kind } = parts(card);
  if (!color) {
    return html`<svg class="chip" viewBox="-36 -25 72 50" aria-hidden="true">${WHEEL}${isPlainWild(kind) ? WHEEL_MARKS
      : svg`<circle class="hub" r="19.5"/><g transform="scale(.72)">${glyph(kind)}</g>`}</svg>`;
  }
  return html`<svg class="chip" viewBox="-36 -25 72 50" aria-hidden="true">${glyph(kind)}</svg>
    <svg class="corner" viewBox="-8 -8 16 16" aria-hidden="true">${MARKS[color]}</svg>`;
}

/** What is drawn on cards of a kind, to be set beside its name. */
export const symbol = (kind) => html`<svg class="chip symbol" viewBox="-25 -25 50 50" aria-hidden="true">${
  isPlainWild(kind) ? svg`${WHEEL}${WHEEL_MARKS}` : glyph(kind)}</svg>`;

/** The mark of a colour alone, to be set beside its name. */
export function mark(color) {
  return html`<svg class="mark" data-color=${color} viewBox="-8 -8 16 16" aria-hidden="true">${MARKS[color]}</svg>`;
}

/** A card's back: something that counts as one card. */
export const BACK = html`<svg class="back" viewBox="0 0 60 88" aria-hidden="true">
  <rect class="paper" width="60" height="88" rx="7"/><rect class="field" x="4" y="4" width="52" height="80" rx="4"/>
  <path class="line" stroke-width="3" d="M30 24 46 44 30 64 14 44Z"/></svg>`;

/** The launcher, in a card's size: cards come out of its mouth when its button is pressed. */
export const LAUNCHER = html`<svg class="back launcher-picture" viewBox="0 0 60 88" aria-hidden="true">
  <rect class="field" x="4" y="30" width="52" height="54" rx="8"/><rect class="paper" x="15" y="4" width="30" height="36" rx="4" transform="rotate(-8 30 22)"/>
  <path class="line" stroke-width="5" d="M11 42H49"/><circle class="line" stroke-width="4" cx="30" cy="63" r="9"/></svg>`;
