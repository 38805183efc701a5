// The end of a round: what is left in the hands is counted, by their cards or by sum.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { pointsBounds, tally } from "../handcount.js";
import { offersOf, seated } from "../reading.js";
import { kindName, pointsOf } from "../words.js";
import { symbol } from "./cards.js";
import { tapButton } from "./controls.js";
import { sizeOf } from "./felt.js";
import { countOf, orBounds } from "./handcount.js";
import { kindKeys } from "./kindkeys.js";
import { cardsButton, laidIn, layNext, layingView } from "./laying.js";
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
  const typed = ui.drafts.points?.[name] ?? "";
  const hand = table.state.hands[name];
  const bounds = pointsBounds(table, name);
  const keep = (value) => act.draft("points", { ...ui.drafts.points, [name]: value });
  const submit = async (event) => {
    event.preventDefault();
    const points = event.target.elements.points.valueAsNumber;
    if (await act.say({ do: "count", player: name, points })) keep("");
  };
  return html`<form class="hand-count" @submit=${submit} aria-label=${say("ui.count.hand_of", { player: name })}>
    <div><h2 data-size=${sizeOf(name)}>${name}</h2><p role="status">${orBounds(hand, typed, bounds, say("ui.count.left", { n: hand }))}</p></div>
    ${cardsButton(view, name)}
    <div class="by-sum"><input name="points" type="number" inputmode="numeric" min=${bounds.least} max=${bounds.most} required placeholder=${say("ui.count.points")}
        aria-label=${say("ui.count.points_of", { player: name })} .value=${typed} @input=${(event) => keep(event.target.value)}>
      <button class="big" aria-label=${say("ui.count.count_points_of", { player: name })}>${say("ui.count.count")}</button></div>
  </form>`;
}

/** What is missing, or too much, and what the tapped cards are worth. */
function still(left, points) {
  const key = left > 0 ? "ui.count.to_tap" : left ? "ui.count.too_many" : "ui.count.all_tapped";
  return worded(key, { n: Math.abs(left) }, { points: html`<b>${pointsOf(points)}</b>` });
}

/** The cards of a hand that are tapped so far: what they are worth, what is missing, and how they are counted. */
export function tappedHand(view, name) {
  const { table, ui, act } = view;
  const chosen = ui.drafts.counted?.[name] ?? [];
  const choose = (kinds) => act.draft("counted", { ...ui.drafts.counted, [name]: kinds });
  const { points, times } = tally(table.kind_values, chosen);
  const hand = table.state.hands[name];
  const left = hand - chosen.length;
  const count = countOf(view, { player: name, cards: chosen.length, hand, points, whole: { points },
    sent: () => { choose([]); act.draft("counting", null); } });
  const keys = (label) => kindKeys({ values: table.kind_values, times, tap: (kind) => choose([...chosen, kind]), label });
  return { chosen, choose, points, left, still: still(left, points), count, keys };
}

function cardByCard(view, name) {
  const { act } = view;
  const { chosen, choose, left, still: words, count, keys } = tappedHand(view, name);
  const without = (at) => choose(chosen.filter((_, i) => i !== at));
  return html`<div class="hand-count tapping" role="group" aria-label=${say("ui.count.hand_of", { player: name })}>
    <div><h2 data-size=${sizeOf(name)}>${name}</h2><p role="status">${words}</p></div>
    ${count.question ? html`<div class="choices uneven">${count.question}</div>`
      : html`${tapButton(say("ui.count.type_instead"), () => act.draft("counting", null), { kind: "plain" })}
        ${tapButton(say("ui.count.count"), count.submit, { kind: left ? "big" : "big primary", label: say("ui.count.count_cards_of", { player: name }), off: count.off })}`}
    <div class="tapped" data-builds role="group" aria-label=${say("ui.count.tapped")}>${chosen.map((kind, at) => html`<button
      type="button" class="pick" data-color="plain" aria-label=${say("ui.count.remove", { card: kindName(kind) })}
      @click=${() => without(at)}>${symbol(kind)}</button>`)}</div>
    ${keys(say("ui.count.cards_of", { player: name }))}
  </div>`;
}
