// What the launcher weighs: how many cards are inside, how sure that is, and whether the game counts
// as many. A launcher without a scale shows nothing of this.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { offersOf } from "../reading.js";
import { deed } from "../words.js";
import { tapButton } from "./controls.js";

/** How many cards are inside by weight: the likeliest number, between which others it lies, and the sentence
 * for both; null: nobody knows. */
export function weighed({ launcher: { scale } }) {
  if (!scale?.inside) return null;
  const { cards, low, high } = scale.inside;
  return low === high ? { cards, between: "", words: say("ui.scale.inside", { n: cards }) }
    : { cards, between: `${low}–${high}`, words: say("ui.scale.between", { low, high }) };
}

/** By how many cards the weight differs from the game's counts, as a sentence; null: it does not. */
export function difference({ launcher: { scale } }) {
  if (!scale?.off) return null;
  const { low, high } = scale.off;
  if (low > 0) return low === high ? say("ui.scale.more", { n: low }) : say("ui.scale.more_between", { low, high });
  return low === high ? say("ui.scale.fewer", { n: -low }) : say("ui.scale.fewer_between", { low: -high, high: -low });
}

/** The difference with its ways out, as one of the recounts. */
export function differenceNote({ table, act, rights }) {
  const words = rights.all ? difference(table) : null;
  if (words === null) return nothing;
  return html`<section class="recount" aria-label=${say("ui.scale.title")}><p role="status">${words} ${say("ui.scale.how")}</p>
    <div class="choices">${offersOf(table, "set").length ? tapButton(deed("set"), () => act.open("set"), { kind: "plain" }) : nothing}</div></section>`;
}

/** Says that the launcher is empty; only while the game counts no card in it, so that no tap weighs a full launcher as empty. */
export const tareButton = ({ table, act, rights }) => (!table.launcher.scale || !rights.all || table.state?.launcher ? nothing
  : tapButton(say("ui.scale.tare"), () => act.send("/api/launcher/tare"), { off: table.launcher.link !== "up" }));
