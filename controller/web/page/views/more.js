// What is seldom said: everything the referee offers that has no place of its own.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf } from "../reading.js";
import { deed } from "../words.js";
import { tapButton } from "./controls.js";
import { fairView } from "./fairness.js";
import { openGames } from "./games.js";
import { openJoin } from "./join.js";

/** Deeds that have a place of their own on the screen; `hit` is the launcher's to tell. */
const PLACED = ["play", "turn_up", "dealer_draw", "color", "choose", "hit", "draw", "pass", "challenge",
  "uno", "catch", "count", "next_round", "undo", "set"];

export function moreView({ table, act }) {
  const deeds = [...new Set(table.legal.map((offer) => offer.do))].filter((word) => !PLACED.includes(word));
  return html`<section class="panel more" aria-label="More">
    <h2>More</h2>
    <div class="choices">${offersOf(table, "set").length ? tapButton(deed("set"), () => act.open("set")) : nothing}
      ${deeds.map((word) => tapButton(deed(word), () => act.take(offersOf(table, word))))}
      ${tapButton("What the cards do", () => act.open("cards"))}
      ${tapButton("Connect a phone", () => openJoin(act))}
      ${tapButton("New game", () => act.open("setup"))}
      ${tapButton("Past games", () => openGames(act))}</div>
    ${fairView(table.fairness.game)}
    <footer>${tapButton("Close", () => act.open(null), { kind: "plain" })}</footer>
  </section>`;
}
