// The pile that cards are drawn from by hand, where no launcher gives them, and what is done at it:
// always in the same place, so that nothing pushes the keys.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { offersOf } from "../reading.js";
import { deed } from "../words.js";
import { BACK } from "./cards.js";
import { fitted, tapButton } from "./controls.js";

/** A draw is of as many as are owed, of one else; an empty pile is made anew first. */
export function drawPileView({ table, act }) {
  const { launcher: inside, owed, reload_due: due } = table.state;
  const cards = owed[0]?.draws ?? 1;
  const button = (words, offers, hotkey, values = {}) =>
    tapButton(fitted(words), () => act.take(offers, values), { kind: "big primary", off: !offers.length, hotkey });
  const draws = offersOf(table, "draw");
  return html`<section class="draw-pile" aria-label=${say("ui.drawpile.title")}>
    <p class="heap">${BACK}<b>${inside}</b> <span>${say("ui.drawpile.inside")}</span></p>
    <div class="at-pile">${due ? button(say("ui.drawpile.shuffle"), offersOf(table, "reload"), nothing)
      : button(cards > 1 ? say("ui.drawpile.draw", { n: cards }) : deed("draw"), draws, "D", { cards })}
      ${button(deed("pass"), offersOf(table, "pass"), "P")}</div>
  </section>`;
}
