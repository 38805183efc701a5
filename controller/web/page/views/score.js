// The scores, and the way on: the next round, or after the game's end another game.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf, seated } from "../reading.js";
import { chart } from "./chart.js";
import { tapButton } from "./controls.js";
import { fairView } from "./fairness.js";
import { sizeOf } from "./felt.js";
import { openGames } from "./games.js";

/** What the last round brought a player. */
function gain({ rounds }, name) {
  const [before, now] = [rounds.at(-2)?.scores[name] ?? 0, rounds.at(-1)?.scores[name] ?? 0];
  return now > before ? `+${now - before}` : "";
}

export function scoreView({ table, act }) {
  const { state, game } = table;
  const names = seated(table);
  const score = (name) => state.scores[name] ?? 0;
  const best = Math.max(...names.map(score));
  const over = state.phase === "game_over";
  const won = [state.winner].flat();
  const ahead = (name) => (over ? won.includes(name) : score(name) === best && best > 0);
  const next = offersOf(table, "next_round");
  // The deal is drawn for anew, and hands that a first round was given are its own.
  const { dealer, hands, ...again } = game;
  const same = () => act.send("/api/games", { ...again, players: names, ...(table.deal === "launcher" && { deal: table.deal }), commitment: table.fairness.next });
  return html`<section class="panel scores" aria-label="Scores" data-over=${over}>
    <footer>${next.length ? tapButton("Next round", () => act.take(next), { kind: "big primary" }) : nothing}
      ${over ? html`${tapButton("Same seats again", same, { kind: "big primary" })}
        ${tapButton("New game", () => act.open("setup"))}
        ${tapButton("Past games", () => openGames(act))}` : nothing}
      <p class="aim">${over ? was(game) : aim(game)}</p></footer>
    <table><thead class="sr"><tr><th scope="col">Player</th><th scope="col">Progress towards the target score</th>
      <th scope="col">This round</th><th scope="col">Points</th></tr></thead>
      <tbody>${names.map((name) => html`<tr data-best=${ahead(name)} data-out=${state.eliminated.includes(name)}>
        <th scope="row" data-size=${sizeOf(name)}>${name}</th>
        <td><progress max=${game.target ?? 500} value=${score(name)} aria-hidden="true"></progress></td>
        <td class="gain">${gain(table, name)}</td>
        <td class="points">${score(name)}</td></tr>`)}</tbody></table>
    ${over ? fairView(table.fairness.game) : nothing}
    ${chart(table, names)}
  </section>`;
}

/** How the game that is over was won: whoever did is named above. */
function was({ scoring = "winner", target = 500 }) {
  if (scoring === "challenge") return `Players with ${target} points were out.`;
  return scoring === "lowest" ? `The game went to ${target} points, for the lowest total.` : `The game went to ${target} points.`;
}

function aim({ scoring = "winner", target = 500 }) {
  if (scoring === "challenge") return `A player with ${target} points is out. The last player left wins.`;
  return scoring === "lowest" ? `When somebody has ${target} points, the lowest total wins.` : `The first with ${target} points wins.`;
}
