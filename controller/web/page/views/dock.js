// UNO, catch, undo, more: always there, always in the same place, under every thumb.

import { html, nothing } from "../vendor/lit-html.js";
import { shortly } from "../announcing.js";
import { say } from "../catalogue.js";
import { mayAnswer, offersOf } from "../reading.js";
import { deed } from "../words.js";
import { tapButton } from "./controls.js";

/** Keys of a keyboard, from anywhere. */
const HOTKEYS = { uno: "U", catch: "C", undo: "Z" };

function call({ table, act }, word, name, about = "") {
  const offers = offersOf(table, word);
  const words = about ? html`${name} <small aria-hidden="true" data-brief>${about}</small>` : name;
  return tapButton(words, () => act.take(offers),
    { kind: `dock-${word}`, label: name, about: about || nothing, off: !offers.length, hotkey: HOTKEYS[word] });
}

/** For ears: that somebody has one card left without a call, which eyes see by the keys that light up.
 * @param {import("../types").Table} table @param {string | null} [player] whose phone it is */
export function openUno({ state: { uno } }, player = null) {
  const words = !uno || uno.called ? "" : uno.player === player ? say("ui.dock.call_uno") : say("ui.dock.may_catch", { player: uno.player });
  return html`<p class="sr" role="status">${words}</p>`;
}

/** Where the key stands that takes the last deed back. Nobody is in a hurry for it: it follows a frame later. */
export const undoPlace = () => html`<div id="undo" class="undo"></div>`;

/** That key, which says what it takes back. */
export const undoKey = (view) => call(view, "undo", deed("undo"), shortly(view.table.undo));

export function dock(view) {
  const { table, ui, act } = view;
  const { uno, phase, hands, turn } = table.state;
  const mayPlay = ["play", "drawn"].includes(phase) || mayAnswer(table);
  const due = (uno && !uno.called) || (mayPlay && hands[turn] === 2);
  return html`<nav class="dock" aria-label=${say("ui.dock.title")} data-uno=${due ? "due" : "may"}>
    ${call(view, "uno", deed("uno"))}${call(view, "catch", deed("catch"))}${undoPlace()}
    ${tapButton(say("ui.dock.more"), () => act.open(ui.panel === "more" ? null : "more"), { kind: "dock-more" })}${openUno(table)}</nav>`;
}
