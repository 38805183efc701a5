// The table as seen from above: seats around it, the pile and the launcher in the middle, and
// which way play goes.

import { guard } from "../vendor/directives/guard.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { language, say } from "../catalogue.js";
import { othersFrom } from "../own.js";
import { actor, handOf, seated, underWay, withLauncher } from "../reading.js";
import { widestPart, widthOf } from "../letters.js";
import { places } from "../seating.js";
import { cardName, cardsOf, colorLabel } from "../words.js";
import { seatOf } from "../avatars.js";
import { disc } from "./avatar.js";
import { face, mark, pictured } from "./cards.js";
import { drawPileView } from "./drawpile.js";
import { launcherView } from "./launcher.js";
import { openPlayer } from "./player.js";
import { doubted } from "./recount.js";
import { worded } from "./worded.js";

/** How a name is set: the wider, in average letters, the smaller, on up to three lines. A huge one is whole in its title. */
/** @type {[number, string][]} */
const SIZES = [[6, "short"], [10, "middle"], [20, "long"], [34, "longest"], [Infinity, "huge"]];
/** A wider word does not break where a still smaller one has room. */
const WORD = 13;
/** @param {string} name */
export function sizeOf(name) {
  const size = SIZES.find(([most]) => widthOf(name) <= most)?.[1];
  return size !== "huge" && widestPart(name) > WORD ? "wordy" : size;
}

/** What somebody still has to press or draw, or the cards that are coming to them now. */
export function debt({ state, launcher }, name) {
  const { hit } = launcher;
  if (hit?.out && underWay({ launcher }) && hit.owner === name) return { text: `+${hit.out}`, kind: "gets" };
  const own = state.owed.filter(({ by }) => by === name);
  if (!own.length) return null;
  const open = own.some(({ until_fire: untilFire }) => untilFire);
  const sum = own.reduce((all, { hits, draws }) => all + (hits ?? draws ?? 0), 0);
  return { text: open ? "×∞" : `×${sum}`, kind: "owes" };
}

/** A sentence of which only an element is seen; all of it is heard.
 * @type {(key: string, values: Record<string, any>, elements: Record<string, unknown>) => unknown[]} */
const mostlyHeard = (...said) => worded(...said).map((part) => (part && typeof part === "string" ? html`<i class="sr">${part}</i>` : part));

/** A word of which only the first letter is seen; all of it is heard, as one word. @param {string} word */
function firstSeen(word) {
  const [first] = word;
  return html`<i aria-hidden="true">${first}</i><i class="sr">${word}</i>`;
}

const DIRECTIONS = { left: "ui.felt.goes_left", right: "ui.felt.goes_right" };

/** A tap on a seat opens its player. A seat is rendered again only where it changes. */
function seat({ table, act }, name, { x, y }, brief) {
  const { state } = table;
  const out = state.eliminated.includes(name);
  const hand = handOf(table, name);
  const points = out ? null : state.scores[name] ?? 0;
  const acting = name === actor(table);
  const called = state.uno?.player === name ? state.uno.called : null;
  const due = debt(table, name);
  const deals = name === state.dealer;
  const towers = Object.entries(state.towers ?? {}).filter(([, holder]) => holder === name).map(([icon]) => icon);
  const doubt = doubted(table).includes(name);
  const held = seatOf(table, name);
  const own = disc(held);
  const badge = (kind, words, more = nothing) => html`<span class="badge ${kind}" data-called=${more}>${words}</span>`;
  return guard([name, x, y, hand, points, acting, called, due?.kind, due?.text, deals, towers.join(), doubt, held?.colour, held?.emoji, brief, language()], () => html`<li
    class="seat" data-acting=${acting} data-out=${out} data-face=${own !== nothing} aria-current=${acting} .style=${`--x:${x};--y:${y}`}>
    <button type="button" class="plate" title=${say("ui.felt.more_about", { player: name })} @click=${() => openPlayer(act, name)}>
    <b class="who" dir="auto" data-size=${sizeOf(name)} ?data-brief=${brief || sizeOf(name) === "huge"}>${name}</b>
    <span class="hand" role="img" aria-label=${cardsOf(hand)}><i></i><span>${hand}</span></span>
    <span class="score">${points === null ? say("ui.felt.out") : mostlyHeard("ui.felt.score", { n: points }, { score: html`${points}` })}</span></button>
    ${own}<span class="badges">${[
      deals ? badge("dealer", firstSeen(say("ui.felt.dealer"))) : nothing,
      towers.map((icon) => badge("tower", icon)),
      doubt ? badge("doubt", mostlyHeard("ui.felt.doubt", {}, { mark: html`?` })) : nothing,
      called === null ? nothing : badge("uno", say(called ? "ui.felt.uno" : "ui.felt.uno_open"), called),
      due ? badge(due.kind, html`<i aria-hidden="true">${due.text}</i>`) : nothing,
    ]}</span>
  </li>`);
}

/** Two arrows around the pile; seen from above, left is clockwise. */
const ORBIT = svg`<g class="arcs"><path d="M18 112A56 56 0 0 1 56 20"/><path d="M122 28A56 56 0 0 1 84 120"/></g>
  <path class="tips" d="M50 8 74 16 54 32ZM90 132 66 124 86 108Z"/>`;

/** The pile: its top card, the colour to match, the direction of play. */
export function pile({ state }) {
  const { top, color, direction } = state;
  return guard([top, color, direction, language(), pictured()], () => html`<div class="pile" role="group" aria-label=${say("ui.felt.pile")} data-color=${color ?? "none"}>
    <svg class="orbit" data-direction=${direction} viewBox="0 0 140 140" aria-hidden="true">${ORBIT}</svg>
    ${top ? html`<span class="card" role="img" aria-label=${say("ui.felt.on_top", { card: cardName(top) })}>${face(top, color)}</span>`
      : html`<span class="card empty"></span>`}
    <p class="called">${color ? html`${mark(color)}${colorLabel(color)}` : top ? say("ui.felt.no_color") : nothing}</p>
    <p class="sr">${say(DIRECTIONS[direction])}</p>
  </div>`);
}

/** The felt's place. What lies on it, `onFelt`, follows a frame later. */
export function feltPlace({ table }) {
  const n = seated(table).length;
  return html`<section class="felt" id="felt" aria-label=${say("ui.felt.table")} data-n=${n} .style=${`--others:${n - 1}`}></section>`;
}

/** `first` sits at the bottom: on a seat's page its own player. @param {string} [first] */
export function onFelt(view, first) {
  const { table } = view;
  const names = first === undefined ? seated(table) : [first, ...othersFrom(table, first)];
  const spots = places(names.length);
  return html`<ol class="seats" aria-label=${say("ui.felt.players")}>${names.map((name, at) => seat(view, name, spots[at], first !== undefined))}</ol>
    <div class="middle">${pile(table)}${withLauncher(table) ? launcherView(view, names, spots) : drawPileView(view)}</div>`;
}
