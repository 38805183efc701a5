// The game so far in one small picture: everybody's score after each round. Across it is measured in
// percent and down in letters, so that the names in it are as large as other text.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { leaders } from "../reading.js";

const [HEIGHT, EDGE] = [14, 0.75]; // in letters
const [FIRST, LAST, NAMES] = [2.5, 67, 71]; // in percent
const LINE = 1.3; // as high as a name's descenders need
const APART = 1.1; // names at the ends of their lines never lie on each other

/** Heights for the names, as near to the ends of their lines as they can be without touching. */
function spread(ends) {
  const order = ends.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  order.forEach((one, i) => { if (i) one.y = Math.max(one.y, order[i - 1].y + APART); });
  order.reduceRight((most, one) => {
    one.y = Math.min(one.y, most);
    return one.y - APART;
  }, HEIGHT - EDGE);
  return order.sort((a, b) => a.at - b.at).map(({ y }) => y);
}

/** A name in a picture, of which three dots stand for what has no room. The middle of its line is at `y`.
 * @param {string} name @param {number} x in percent @param {number} y in letters @param {number} width in percent */
export const nameIn = (name, x, y, width) => svg`<foreignObject x=${`${x}%`} y=${`${y - LINE / 2}em`} width=${`${width}%`} height=${`${LINE}em`}>${
  html`<div class="chart-name" dir="auto" title=${name} data-brief>${name}</div>`}</foreignObject>`;

/** @param {string} kind @param {number[]} from @param {number[]} to */
const line = (kind, [x1, y1], [x2, y2]) => svg`<line class=${kind} x1=${`${x1}%`} y1=${`${y1}em`} x2=${`${x2}%`} y2=${`${y2}em`}/>`;

/** The picture, from the second round on: one point says no more than the table of scores. */
export function chart(table, names) {
  const { rounds, game } = table;
  if (rounds.length < 2) return nothing;
  const most = Math.max(game.target ?? 500, ...rounds.flatMap((one) => Object.values(one.scores)));
  const x = (round) => FIRST + ((LAST - FIRST) * round) / rounds.length;
  const y = (score) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * score) / most;
  const scores = (name) => [0, ...rounds.map((one) => one.scores[name] ?? 0)];
  const heights = spread(names.map((name) => y(scores(name).at(-1))));
  const ahead = leaders(table);
  const course = (name, at) => {
    const points = scores(name).map((score, round) => [x(round), y(score)]);
    const end = points[points.length - 1];
    return svg`<g data-best=${ahead.includes(name)}>${points.slice(1).map((point, round) => line("course", points[round], point))}
      ${points.slice(1).map(([atX, atY]) => svg`<circle r="3" cx=${`${atX}%`} cy=${`${atY}em`}/>`)}
      ${line("lead", end, [NAMES - 1, heights[at]])}
      ${nameIn(name, NAMES, heights[at], 100 - NAMES)}</g>`;
  };
  return html`<figure class="picture"><svg class="chart" height=${`${HEIGHT}em`} role="img" aria-label=${say("ui.chart.title", { n: rounds.length })}>
    ${line("goal", [FIRST, y(game.target ?? 500)], [LAST, y(game.target ?? 500)])}
    ${line("floor-line", [FIRST, y(0)], [LAST, y(0)])}${names.map(course)}</svg></figure>`;
}
