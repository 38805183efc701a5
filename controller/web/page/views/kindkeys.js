// The kinds of cards as keys that add up a hand: their colour does not change what they count, so each kind has one key.

import { guard } from "../vendor/directives/guard.js";
import { html, nothing } from "../vendor/lit-html.js";
import { language, say } from "../catalogue.js";
import { steer } from "../steering.js";
import { kindName, shortName } from "../words.js";
import { pictured, symbol } from "./cards.js";

const isNumber = (kind) => /^\d$/.test(kind);

/** A picture has its name under it, and each key what it counts where its number does not say so. */
const key = ({ kind, points }, taken, off) => guard([kind, points, taken, off, language(), pictured()], () => html`<button type="button" class="pick"
  data-kind=${kind} data-card=${kind} data-color="plain" data-named=${!isNumber(kind)} ?disabled=${off}
  aria-label=${say("ui.count.kind_counts", { kind: kindName(kind), n: points })}>${symbol(kind)}${
    isNumber(kind) ? nothing : html`<span class="caption" aria-hidden="true">${shortName(kind)}</span>`}${
    kind === String(points) ? nothing : html`<span class="worth" data-n=${points}></span>`}${
    taken ? html`<span class="taken" data-n=${taken}></span>` : nothing}</button>`);

/** `times(kind)`: how many are tapped so far; `tap(kind)` is told of each.
 * @param {{values: import("../types").Table["kind_values"], times: (kind: string) => number, tap: (kind: string) => void, label: string}} what */
export function kindKeys({ values, times, tap, label }) {
  const tapped = (event) => {
    const kind = event.target.closest?.("button[data-kind]")?.dataset.kind;
    if (kind) tap(kind);
  };
  return html`<div class="kind-keys" role="group" aria-label=${label} data-testid="picker" data-builds @click=${tapped} @keydown=${steer}>${
    values.map((value) => key(value, times(value.kind), times(value.kind) >= value.cards))}</div>`;
}
