// The game so far in one small picture: everybody's score after each round.

import { html, nothing, svg } from "/vendor/lit-html.js";
import { say } from "../catalogue.js";

const [WIDTH, HEIGHT, NAMES, EDGE] = [480, 200, 150, 12];
const MOST_LETTERS = 12; // that fit beside the lines
const APART = 17; // names at the ends of their lines never lie on each other

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

/** The picture, from the second round on: one point says no more than the table of scores. */
export function chart({ rounds, game, state }, names) {
  if (rounds.length < 2) return nothing;
  const most = Math.max(game.target ?? 500, ...rounds.flatMap((one) => Object.values(one.scores)));
  const x = (round) => EDGE + ((WIDTH - NAMES - 2 * EDGE) * round) / rounds.length;
  const y = (score) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * score) / most;
  const scores = (name) => [0, ...rounds.map((one) => one.scores[name] ?? 0)];
  const heights = spread(names.map((name) => y(scores(name).at(-1))));
  const best = Math.max(...names.map((name) => state.scores[name]));
  const line = (name, at) => {
    const ends = scores(name);
    const path = ends.map((score, round) => `${x(round)} ${y(score)}`).join("L");
    return svg`<g data-best=${state.scores[name] === best}><path d=${`M${path}`}/>
      ${ends.slice(1).map((score, round) => svg`<circle r="3" cx=${x(round + 1)} cy=${y(score)}/>`)}
      <path class="lead" d=${`M${x(rounds.length)} ${y(ends.at(-1))}L${x(rounds.length) + 16} ${heights[at]}`}/>
      <text x=${x(rounds.length) + 20} y=${heights[at] + 5}>${name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name}</text></g>`;
  };
  return html`<svg class="chart" viewBox="0 0 480 200" role="img" aria-label=${say("ui.chart.title", { n: rounds.length })}>
    <path class="goal" d=${`M${EDGE} ${y(game.target ?? 500)}H${WIDTH - NAMES - EDGE}`}/>
    <path class="floor-line" d=${`M${EDGE} ${y(0)}H${WIDTH - NAMES - EDGE}`}/>${names.map(line)}</svg>`;
}
