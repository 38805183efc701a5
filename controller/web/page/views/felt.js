// The table as seen from above: seats around it, the pile and the launcher in the middle, and
// which way play goes.

import { guard } from "/vendor/directives/guard.js";
import { html, nothing, svg } from "/vendor/lit-html.js";
import { language } from "../catalogue.js";
import { actor, seated, underWay, withLauncher } from "../reading.js";
import { places } from "../seating.js";
import { capital, cardName, colorName, counted } from "../words.js";
import { face, mark, pictured } from "./cards.js";
import { drawPileView } from "./drawpile.js";
import { launcherView } from "./launcher.js";
import { openPlayer } from "./player.js";
import { doubted } from "./recount.js";

/** How a name is set: the longer, the smaller, on up to three lines. */
/** @type {[number, string][]} */
const SIZES = [[6, "short"], [10, "middle"], [20, "long"], [Infinity, "longest"]];
/** A word of more letters does not break where a still smaller one has room. */
const WORD = 13;
export const sizeOf = (name) => (name.split(/[\s-]/).some((word) => [...word].length > WORD) ? "wordy"
  : SIZES.find(([most]) => [...name].length <= most)?.[1]);

/** What somebody still has to press or draw, or the cards that are coming to them now. */
function debt({ state, launcher }, name) {
  const { hit } = launcher;
  if (hit?.out && underWay({ launcher }) && hit.owner === name) return { text: `+${hit.out}`, kind: "gets" };
  const own = state.owed.filter(({ by }) => by === name);
  if (!own.length) return null;
  const open = own.some(({ until_fire: untilFire }) => untilFire);
  const sum = own.reduce((all, { hits, draws }) => all + (hits ?? draws ?? 0), 0);
  return { text: open ? "×∞" : `×${sum}`, kind: "owes" };
}

/** A tap on a seat opens its player. A seat is rendered again only where it changes. */
function seat({ table, act }, name, { x, y }) {
  const { state } = table;
  const out = state.eliminated.includes(name);
  const hand = state.hands[name];
  const points = out ? "out" : state.scores[name] ?? 0;
  const acting = name === actor(table);
  const called = state.uno?.player === name ? state.uno.called : null;
  const due = debt(table, name);
  const deals = name === state.dealer;
  const towers = Object.entries(state.towers ?? {}).filter(([, holder]) => holder === name).map(([icon]) => icon);
  const doubt = doubted(table).includes(name);
  const badge = (kind, words, more = nothing) => html`<span class="badge ${kind}" data-called=${more}>${words}</span>`;
  return guard([name, x, y, hand, points, acting, called, due?.kind, due?.text, deals, towers.join(), doubt], () => html`<li
    class="seat" data-acting=${acting} data-out=${out} aria-current=${acting} .style=${`--x:${x};--y:${y}`}>
    <button type="button" class="plate" title=${`More about ${name}`} @click=${() => openPlayer(act, name)}>
    <b class="who" dir="auto" data-size=${sizeOf(name)}>${name}</b>
    <span class="hand" role="img" aria-label=${counted(hand, "card")}><i></i><span>${hand}</span></span>
    <span class="score">${points}<i class="sr">${out ? "" : " points"}</i></span></button>
    <span class="badges">${[
      deals ? badge("dealer", html`D<i class="sr">ealer</i>`) : nothing,
      towers.map((icon) => badge("tower", icon)),
      doubt ? badge("doubt", html`?<i class="sr"> in doubt</i>`) : nothing,
      called === null ? nothing : badge("uno", called ? "UNO" : "UNO?", called),
      due ? badge(due.kind, html`<i aria-hidden="true">${due.text}</i>`) : nothing,
    ]}</span>
  </li>`);
}

/** Two arrows around the pile; seen from above, left is clockwise. */
const ORBIT = svg`<g class="arcs"><path d="M18 112A56 56 0 0 1 56 20"/><path d="M122 28A56 56 0 0 1 84 120"/></g>
  <path class="tips" d="M50 8 74 16 54 32ZM90 132 66 124 86 108Z"/>`;

/** The pile: its top card, the colour to match, the direction of play. */
function pile({ state }) {
  const { top, color, direction } = state;
  return guard([top, color, direction, language(), pictured()], () => html`<div class="pile" role="group" aria-label="Pile" data-color=${color ?? "none"}>
    <svg class="orbit" data-direction=${direction} viewBox="0 0 140 140" aria-hidden="true">${ORBIT}</svg>
    ${top ? html`<span class="card" role="img" aria-label=${`${cardName(top)} lies on top`}>${face(top, color)}</span>`
      : html`<span class="card empty"></span>`}
    <p class="called">${color ? html`${mark(color)}${capital(colorName(color))}` : top ? "No colour yet" : nothing}</p>
    <p class="sr">Play goes ${direction}.</p>
  </div>`);
}

export function feltView(view) {
  const { table } = view;
  const names = seated(table);
  const spots = places(names.length);
  return html`<section class="felt" aria-label="Table" data-n=${names.length}>
    <ol class="seats" aria-label="Players">${names.map((name, at) => seat(view, name, spots[at]))}</ol>
    <div class="middle">${pile(table)}${withLauncher(table) ? launcherView(view, names, spots) : drawPileView(view)}</div>
  </section>`;
}
