// The simulated reader: a card is chosen, and what goes wrong, and the reader reports what it sees of it.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { deckOf } from "../reading.js";
import { counting } from "../seen.js";
import { pointsOf } from "../words.js";
import { closeButton, tapButton } from "./controls.js";
import { picker } from "./picker.js";

/** What can go wrong with a card that is laid. */
const FAULTS = { none: "ui.lay.none", blur: "ui.lay.blur", glare: "ui.lay.glare", hand: "ui.lay.hand", order: "ui.lay.order",
  twice: "ui.lay.twice", missed: "ui.lay.missed" };

/** The way to it, where the launcher is a simulated one. */
export const layButton = ({ act }) => tapButton(say("ui.lay.open"), () => act.open("lay"), { kind: "plain" });

/** The hand that is counted meanwhile. @param {import("../types").Counting | null} hand */
const sum = (hand) => (hand ? html`<p role="status">${say("ui.laying.title", { player: hand.player })}: ${
  say("ui.laying.so_far", { n: hand.cards.length, hand: hand.hand })}, ${pointsOf(hand.points)}</p>` : nothing);

/** The panel. It stays open, so that a whole round can be laid. */
export function layView(view) {
  const { table, ui, act, rights } = view;
  const fault = ui.drafts.fault ?? "none";
  const may = table.launcher.simulated && rights.all;
  const lay = async (card) => {
    if (await act.send("/api/simulator/lay", { card, fault })) act.draft("fault", undefined);
  };
  return html`<section class="panel lay" aria-label=${say("ui.lay.title")}>
    <h2>${say("ui.lay.title")}</h2><p>${say("ui.lay.how")}</p>${sum(counting(table))}
    <p><label>${say("ui.lay.fault")} <select ?disabled=${!may} @change=${(event) => act.draft("fault", event.target.value)}>
      ${Object.entries(FAULTS).map(([one, words]) => html`<option value=${one} .selected=${one === fault}>${say(words)}</option>`)}</select></label></p>
    ${picker({ cards: deckOf(view), legal: () => may, tap: lay, label: say("ui.lay.cards") })}
    <footer>${closeButton(say("ui.words.close"), act, { kind: "plain" })}</footer></section>`;
}
