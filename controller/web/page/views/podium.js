// The podium at a game's end, sorted: three steps, the winner's the highest.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { pointsOf } from "../words.js";
import { sizeOf } from "./felt.js";

/** @param {import("../podium.js").Standing[]} steps @param {(string | null)[]} best who has won */
export const podiumView = (steps, best) => html`<ol class="podium" aria-label=${say("ui.score.podium")}>${steps.map(({ name, place, points }) =>
  html`<li data-best=${best.includes(name)} data-place=${place}><i aria-hidden="true">${place}</i>
    <b dir="auto" data-size=${sizeOf(name)}>${name}</b><span>${pointsOf(points)}</span></li>`)}</ol>`;
