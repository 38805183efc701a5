// The end of a round: what is left in the hands is counted, card by card on the keyboard or by sum.

import { html, nothing } from "/vendor/lit-html.js";
import { deckOf, offersOf, seated } from "../reading.js";
import { cardName, counted, parts } from "../words.js";
import { chip } from "./cards.js";
import { tapButton } from "./controls.js";
import { sizeOf } from "./felt.js";
import { picker } from "./picker.js";

/** Everybody whose hand is still to be counted, each by the sum or card by card. */
export function countView(view) {
  const { table, ui } = view;
  const open = new Set(offersOf(table, "count").map(({ player }) => player));
  return html`<section class="panel count" aria-label="Count the hands">
    ${seated(table).map((name) => {
      if (!open.has(name)) return nothing; // its place stays, so that nobody else's field moves into it
      return ui.drafts.counting === name ? cardByCard(view, name) : bySum(view, name);
    })}
  </section>`;
}

function bySum(view, name) {
  const { table, ui, act } = view;
  const typed = ui.drafts.points ?? {};
  const keep = (value) => act.draft("points", { ...ui.drafts.points, [name]: value });
  const submit = async (event) => {
    event.preventDefault();
    const points = event.target.elements.points.valueAsNumber;
    if (await act.say({ do: "count", player: name, points })) keep("");
  };
  const tapping = () => {
    act.draft("counted", []);
    act.draft("counting", name);
  };
  return html`<form class="hand-count" @submit=${submit} aria-label=${`Hand of ${name}`}>
    <div><h2 data-size=${sizeOf(name)}>${name}</h2><p>${counted(table.state.hands[name], "card")} left</p></div>
    ${tapButton("Tap the cards", tapping, { label: `Tap the cards of ${name}` })}
    <div class="by-sum"><input name="points" type="number" inputmode="numeric" min="0" max="9999" required placeholder="Points"
        aria-label=${`Points of ${name}`} .value=${typed[name] ?? ""} @input=${(event) => keep(event.target.value)}>
      <button class="big" aria-label=${`Count the points of ${name}`}>Count</button></div>
  </form>`;
}

/** What the keyboard says: as listed where the books agree on how many, else the sum alone. */
function said(name, chosen, points, left) {
  return { do: "count", player: name, ...(left ? { points } : { cards: chosen }) };
}

function cardByCard(view, name) {
  const { table, ui, act } = view;
  const chosen = ui.drafts.counted ?? [];
  const deck = deckOf(view);
  const of = new Map(deck.map((entry) => [entry.card, entry]));
  const worth = { ...table.game.options?.points };
  const points = chosen.reduce((sum, card) => sum + (worth[parts(card).kind] ?? of.get(card).points), 0);
  const times = (card) => chosen.filter((one) => one === card).length;
  const left = table.state.hands[name] - chosen.length;
  const still = left > 0 ? `${counted(left, "card")} to tap` : left ? `${counted(-left, "card")} too many` : "All tapped";
  const submit = async () => {
    if (await act.say(said(name, chosen, points, left))) act.draft("counting", null);
  };
  const without = (at) => act.draft("counted", chosen.filter((_, i) => i !== at));
  return html`<div class="hand-count tapping" role="group" aria-label=${`Hand of ${name}`}>
    <div><h2 data-size=${sizeOf(name)}>${name}</h2><p role="status">${still}: <b>${counted(points, "point")}</b></p></div>
    ${tapButton("Type the points instead", () => act.draft("counting", null), { kind: "plain" })}
    ${tapButton("Count", submit, { kind: left ? "big" : "big primary", label: `Count the cards of ${name}`, off: !chosen.length })}
    <div class="tapped" data-builds role="group" aria-label="Tapped cards: tap a card to remove it">${chosen.map((card, at) => html`<button
      type="button" class="pick" data-color=${parts(card).color ?? "wild"} aria-label=${`Remove one ${cardName(card)} from the count`}
      @click=${() => without(at)}>${chip(card)}</button>`)}</div>
    ${picker({ cards: deck, taken: times, legal: (card) => times(card) < of.get(card).count,
      tap: (card) => act.draft("counted", [...chosen, card]), label: `Cards of ${name}`, builds: true })}
  </div>`;
}
