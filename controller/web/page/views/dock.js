// UNO, catch, undo, more: always there, always in the same place, under every thumb.

import { html, nothing } from "/vendor/lit-html.js";
import { shortly } from "../announcing.js";
import { say } from "../catalogue.js";
import { offersOf } from "../reading.js";
import { deed } from "../words.js";
import { tapButton } from "./controls.js";

/** Keys of a keyboard, from anywhere. */
const HOTKEYS = { uno: "U", catch: "C", undo: "Z" };

export function dock({ table, ui, act }) {
  const one = (word, name, about = "") => {
    const offers = offersOf(table, word);
    const words = about ? html`${name}<small aria-hidden="true" data-brief>${about}</small>` : name;
    return tapButton(words, () => act.take(offers),
      { kind: `dock-${word}`, label: name, about: about || nothing, off: !offers.length, hotkey: HOTKEYS[word] });
  };
  const { uno, phase, hands, turn } = table.state;
  const due = (uno && !uno.called) || (phase === "play" && hands[turn] === 2);
  return html`<nav class="dock" aria-label=${say("ui.dock.title")} data-uno=${due ? "due" : "may"}>
    ${one("uno", deed("uno"))}${one("catch", deed("catch"))}${one("undo", deed("undo"), shortly(table.undo))}
    ${tapButton(say("ui.dock.more"), () => act.open(ui.panel === "more" ? null : "more"), { kind: "dock-more" })}</nav>`;
}
