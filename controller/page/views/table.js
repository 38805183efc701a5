// The table as seen from above: seats, the pile, the direction of play.

import { html, nothing } from "/vendor/lit-html.js";
import { actor, seated } from "../reading.js";
import { capital, cardName, counted } from "../words.js";
import { BACK, face, mark } from "./cards.js";

function seat(table, name, at) {
  const { state } = table;
  const out = state.eliminated.includes(name);
  const hand = state.hands[name];
  const acting = name === actor(table);
  const uno = state.uno?.player === name ? (state.uno.called ? "UNO" : "UNO?") : null;
  return html`<li class="seat" data-i=${at} data-acting=${acting} data-out=${out} aria-current=${acting}>
    <b class="who" dir="auto" title=${name}>${name}</b>
    <span class="hand" role="img" aria-label=${counted(hand, "card")}>${BACK}<span>${hand}</span></span>
    <span class="score">${out ? "out" : state.scores[name] ?? 0}<i class="sr">${out ? "" : "points"}</i></span>
    ${name === state.dealer ? html`<span class="badge dealer" title="Deals this round">D<i class="sr">ealer</i></span>` : nothing}
    ${uno ? html`<span class="badge uno" data-called=${state.uno.called}>${uno}</span>` : nothing}
    ${Object.entries(state.towers ?? {}).filter(([, holder]) => holder === name)
      .map(([icon]) => html`<span class="badge tower">${icon}</span>`)}
  </li>`;
}

/** The pile: its top card and the colour to match. */
export function pile({ state }) {
  const way = html`<p class="way"><span aria-hidden="true">${WAY[state.direction]}</span><span class="sr">Play goes </span>
    ${state.direction}<span class="sr">.</span></p>`;
  if (!state.top) return html`<div class="pile" role="group" aria-label="Pile"><span class="card empty"></span>${way}</div>`;
  return html`<div class="pile" role="group" aria-label="Pile" data-color=${state.color ?? "none"}>
    <span class="card" role="img" aria-label=${`${cardName(state.top)} lies on top`}>${face(state.top, state.color)}</span>
    <span class="called">${state.color ? html`${mark(state.color)}${capital(state.color)}` : "No colour yet"}</span>${way}
  </div>`;
}

/** More than these are listed beside the pile: around it their names would not be read. */
const MOST_AROUND = 6;

/** Seen from above, left is clockwise. */
const WAY = { left: "↻", right: "↺" };

export function tableView(table) {
  const names = seated(table);
  const { direction } = table.state;
  return html`<section class="felt" aria-label="Table" data-n=${names.length} data-seats=${names.length > MOST_AROUND ? "listed" : "around"} data-direction=${direction}>
    <svg class="rim" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <ellipse cx="50" cy="50" rx="20" ry="31"/></svg>
    <span class="arrow a" aria-hidden="true"></span><span class="arrow b" aria-hidden="true"></span>
    ${pile(table)}
    <ol class="seats" aria-label="Players">${names.map((name, at) => seat(table, name, at))}</ol>
  </section>`;
}
