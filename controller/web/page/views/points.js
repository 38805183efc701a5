// What each kind of card counts in a hand, where a house counts otherwise than the sheet.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { kindName, parts } from "../words.js";

const MOST_POINTS = 9999;

/** The points of the sheet by kind, in the deck's order. */
const printed = ({ cards }) => Object.fromEntries(cards.map(({ card, points }) => [parts(card).kind, points]));

const slips = (figure) => !Number.isInteger(figure) || figure < 0 || figure > MOST_POINTS;

/** The first figure that is no number of points, in a sentence, or null. */
export function wrongPoints(points) {
  const kind = Object.keys(points).find((one) => slips(points[one]));
  return kind ? say("ui.points.whole_number", { kind, most: MOST_POINTS }) : null;
}

/** Only those that differ from the sheet's. */
export const tidyPoints = (points, edition) =>
  Object.fromEntries(Object.entries(points).filter(([kind, figure]) => figure !== printed(edition)[kind]));

/** A figure a kind; an emptied one is the sheet's again. */
export function pointsView({ id }, edition, points, keep) {
  const sheet = printed(edition);
  const typing = (kind) => ({ target: { value } }) => {
    const { [kind]: _, ...others } = points;
    keep(value === "" ? others : { ...others, [kind]: Number(value) });
  };
  const one = ([kind, usual]) => html`<label class="label">${kindName(kind)}
    <input type="number" inputmode="numeric" min="0" max=${MOST_POINTS} placeholder=${usual} aria-label=${say("ui.points.of", { kind })}
      aria-invalid=${kind in points && slips(points[kind])} .value=${String(points[kind] ?? "")} @input=${typing(kind)}></label>`;
  const error = wrongPoints(points);
  return html`<div class="written"><p>${say(`option.${id}`)}</p>
    <div class="points-by-kind">${Object.entries(sheet).map(one)}</div>
    ${error ? html`<p class="slip" role="status">${error}</p>` : nothing}</div>`;
}
