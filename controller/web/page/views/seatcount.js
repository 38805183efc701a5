// A seat's own hand at the end of a round: everybody counts at the same time. What is sent stands on
// the button that sends it, so that it is read once more.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { isPossible, pointsBounds } from "../handcount.js";
import { stillCounting } from "../own.js";
import { offersOf } from "../reading.js";
import { readersOf } from "../seen.js";
import { cardsOf, listed, pointsOf } from "../words.js";
import { tapButton } from "./controls.js";
import { tappedHand } from "./count.js";
import { orBounds } from "./handcount.js";
import { cardsButton, laidIn, layingView, tapCards } from "./laying.js";
import { bdi, worded } from "./worded.js";

const send = (points) => say("ui.seatcount.send", { n: points });

/** Which hand is counted by its sum, which somebody types, and not by its cards. */
const BY_SUM = Symbol("by sum");

/** Is this seat's hand counted by tapping its cards? So it is, unless its player types the sum, or a reader takes the cards. */
export const tapsCards = ({ table, ui: { drafts }, rights: { player } }) => offersOf(table, "count").some((offer) => offer.player === player)
  && (drafts.counting === player || (drafts.counting !== BY_SUM && !readersOf(table).length));

export function seatCountView(view) {
  const { table, rights: { player } } = view;
  const own = offersOf(table, "count").some((offer) => offer.player === player);
  const laid = laidIn(view);
  if (own && laid) return layingView(view, laid);
  if (tapsCards(view)) return byCards(view, player);
  return html`<section class="panel count" aria-label=${say("ui.seatcount.title")}>${own ? bySum(view, player) : counts(view, player)}</section>`;
}

/** A key for each kind: what is sent is summed up where it is sent. */
function byCards(view, name) {
  const { act } = view;
  const { chosen, choose, points, left, still, count, keys } = tappedHand(view, name);
  return html`<section class="panel own-tapping" aria-label=${say("ui.seatcount.title")}>
    <p role="status">${still}</p>
    ${keys(say("ui.seatkeys.hand"))}
    <div class="choices">${count.question ?? html`${tapButton(send(points), count.submit, { kind: left ? "big" : "big primary", off: count.off })}
      ${tapButton(say("ui.seatcount.take_back"), () => choose(chosen.slice(0, -1)), { kind: "plain", off: !chosen.length, builds: true })}
      ${tapButton(say("ui.seatcount.type"), () => act.draft("counting", BY_SUM), { kind: "plain", label: say("ui.seatcount.type_instead") })}`}</div>
  </section>`;
}

/** What this player's hand counted in this round, or null. */
const sentPoints = ({ log }, name) => log.findLast(({ key, values }) =>
  key === "ruling.counts" && values.player === name)?.values.n ?? null;

/** It is sent; or its player has won the round. */
function counts({ table, full }, name) {
  const sent = table.state.hands[name] ? sentPoints(table, name) : null;
  const others = stillCounting(full);
  return html`${sent === null ? nothing : html`<p>${worded("ui.seatcount.sent", {}, { points: html`<b>${pointsOf(sent)}</b>` })}</p>`}
    <p role="status">${others.length ? worded("ui.seatcount.still", {}, { names: bdi(listed(others)) }) : nothing}</p>`;
}

function bySum(view, name) {
  const { table, ui, act } = view;
  const typed = ui.drafts.points?.[name] ?? "";
  const hand = table.state.hands[name];
  const bounds = pointsBounds(table, name);
  const points = typed !== "" && isPossible(Number(typed), bounds) ? Number(typed) : null;
  const keep = (value) => act.draft("points", { ...ui.drafts.points, [name]: value });
  const submit = async (event) => {
    event.preventDefault();
    if (await act.say({ do: "count", player: name, points: event.target.elements.points.valueAsNumber })) keep("");
  };
  const typedEnter = (event) => { // the sum is read on the button before it is sent
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.target.form.querySelector("[data-send]").focus();
  };
  return html`<form class="own-count" @submit=${submit} aria-label=${say("ui.seatcount.hand")}>
    <p role="status">${orBounds(hand, typed, bounds, worded("ui.seatcount.left", {}, { cards: html`<b>${cardsOf(hand)}</b>` }))}</p>
    <input name="points" type="number" inputmode="numeric" min=${bounds.least} max=${bounds.most} step="1" required placeholder=${say("ui.seatcount.points")} aria-label=${say("ui.seatcount.points_of_hand")}
      .value=${typed} @keydown=${typedEnter} @input=${(event) => keep(event.target.value)}>
    <button class="big primary" data-send ?disabled=${points === null}>${points === null ? say("ui.seatcount.send_points") : send(points)}</button>
    ${readersOf(table).length ? cardsButton(view, name) : tapButton(say("ui.seatcount.tap_instead"), () => tapCards(act, name), { kind: "plain" })}
  </form>`;
}
