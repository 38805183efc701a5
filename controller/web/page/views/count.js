// The end of a round: what is left in the hands is counted, card by card on the keyboard or by sum.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { deckOf, offersOf, seated } from "../reading.js";
import { cardName, parts, pointsOf } from "../words.js";
import { chip } from "./cards.js";
import { tapButton } from "./controls.js";
import { sizeOf } from "./felt.js";
import { cardsButton, laidIn, layNext, layingView } from "./laying.js";
import { picker } from "./picker.js";
import { worded } from "./worded.js";

/** Everybody whose hand is still to be counted, each by the sum or card by card. */
export function countView(view) {
  const { table, ui } = view;
  const laid = laidIn(view);
  if (laid && !ui.drafts.counting) return layingView(view, laid);
  const open = new Set(offersOf(table, "count").map(({ player }) => player));
  return html`<section class="panel count" aria-label=${say("ui.count.title")}>${layNext(view)}
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
  return html`<form class="hand-count" @submit=${submit} aria-label=${say("ui.count.hand_of", { player: name })}>
    <div><h2 data-size=${sizeOf(name)}>${name}</h2><p>${say("ui.count.left", { n: table.state.hands[name] })}</p></div>
    ${cardsButton(view, name)}
    <div class="by-sum"><input name="points" type="number" inputmode="numeric" min="0" max="9999" required placeholder=${say("ui.count.points")}
        aria-label=${say("ui.count.points_of", { player: name })} .value=${typed[name] ?? ""} @input=${(event) => keep(event.target.value)}>
      <button class="big" aria-label=${say("ui.count.count_points_of", { player: name })}>${say("ui.count.count")}</button></div>
  </form>`;
}

/** What the keyboard says: as listed where the books agree on how many, else the sum alone. */
function said(name, chosen, points, left) {
  return { do: "count", player: name, ...(left ? { points } : { cards: chosen }) };
}

/** What is missing, or too much, and what the tapped cards are worth. */
function still(left, points) {
  const key = left > 0 ? "ui.count.to_tap" : left ? "ui.count.too_many" : "ui.count.all_tapped";
  return worded(key, { n: Math.abs(left) }, { points: html`<b>${pointsOf(points)}</b>` });
}

/** The cards of a hand that are tapped so far: what they are worth, what is missing, and how they are counted. */
export function tappedHand(view, name) {
  const { table, ui, act } = view;
  const chosen = ui.drafts.counted ?? [];
  const deck = deckOf(view);
  const of = new Map(deck.map((entry) => [entry.card, entry]));
  const worth = { ...table.game.options?.points };
  const points = chosen.reduce((sum, card) => sum + (worth[parts(card).kind] ?? of.get(card).points), 0);
  const times = (card) => chosen.filter((one) => one === card).length;
  const left = table.state.hands[name] - chosen.length;
  const submit = async () => {
    if (await act.say(said(name, chosen, points, left))) act.draft("counting", null);
  };
  return { chosen, deck, of, points, times, left, still: still(left, points), submit };
}

function cardByCard(view, name) {
  const { act } = view;
  const { chosen, deck, of, times, left, still: words, submit } = tappedHand(view, name);
  const without = (at) => act.draft("counted", chosen.filter((_, i) => i !== at));
  return html`<div class="hand-count tapping" role="group" aria-label=${say("ui.count.hand_of", { player: name })}>
    <div><h2 data-size=${sizeOf(name)}>${name}</h2><p role="status">${words}</p></div>
    ${tapButton(say("ui.count.type_instead"), () => act.draft("counting", null), { kind: "plain" })}
    ${tapButton(say("ui.count.count"), submit, { kind: left ? "big" : "big primary", label: say("ui.count.count_cards_of", { player: name }), off: !chosen.length })}
    <div class="tapped" data-builds role="group" aria-label=${say("ui.count.tapped")}>${chosen.map((card, at) => html`<button
      type="button" class="pick" data-color=${parts(card).color ?? "wild"} aria-label=${say("ui.count.remove", { card: cardName(card) })}
      @click=${() => without(at)}>${chip(card)}</button>`)}</div>
    ${picker({ cards: deck, taken: times, legal: (card) => times(card) < of.get(card).count,
      tap: (card) => act.draft("counted", [...chosen, card]), label: say("ui.count.cards_of", { player: name }), builds: true })}
  </div>`;
}
