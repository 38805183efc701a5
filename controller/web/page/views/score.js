// The scores, and the way on: the next round, or after the game's end another game.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { mayBegin } from "../me.js";
import { openGames } from "../pastgames.js";
import { podium } from "../podium.js";
import { leaders, offersOf, seated } from "../reading.js";
import { openEvenings } from "../statistics.js";
import { chart } from "./chart.js";
import { tapButton } from "./controls.js";
import { cardPicture, openCard } from "./endcard.js";
import { fairView } from "./fairness.js";
import { sizeOf } from "./felt.js";
import { podiumView } from "./podium.js";

/** What the last round brought a player. */
function gain({ rounds }, name) {
  const [before, now] = [rounds.at(-2)?.scores[name] ?? 0, rounds.at(-1)?.scores[name] ?? 0];
  return now > before ? `+${now - before}` : "";
}

export function scoreView({ table, ui, act, side }) {
  const { state, game } = table;
  const names = seated(table);
  const score = (name) => state.scores[name] ?? 0;
  const over = state.phase === "game_over";
  const { steps, behind } = podium(table);
  const rows = over ? behind.map(({ name }) => name) : names;
  const ahead = leaders(table);
  const next = offersOf(table, "next_round");
  // The deal passes on, as the referee says, and hands that a first round was given are its own.
  const { dealer: _, hands, ...again } = game;
  const dealer = table.next_dealer;
  const same = () => act.send("/api/games", { ...again, players: names, ...(dealer && { dealer }), ...(table.deal === "launcher" && { deal: table.deal }), commitment: table.fairness.next });
  return html`<section class="panel scores" aria-label=${say("ui.score.title")} data-over=${over}>
    <footer>${next.length ? tapButton(say("ui.score.next_round"), () => act.take(next), { kind: "big primary" }) : nothing}
      ${over && mayBegin(ui.me, table) ? html`${tapButton(say("ui.score.same_seats"), same, { kind: "big primary" })}
        ${tapButton(say("ui.score.new_game"), () => act.open("setup"))}` : nothing}
      ${over ? html`${tapButton(say("ui.score.picture"), () => openCard(act, table.game_number))}
        ${tapButton(say("ui.shared.evenings"), () => openEvenings(act))}
        ${tapButton(say("ui.shared.past_games"), () => openGames(act))}` : nothing}
      <p class="aim">${over ? was(game) : aim(game)}</p></footer>
    ${over ? podiumView(steps, ahead) : nothing}
    ${rows.length ? html`<table><thead class="sr"><tr><th scope="col">${say("ui.score.player")}</th><th scope="col">${say("ui.score.progress")}</th>
      <th scope="col">${say("ui.score.this_round")}</th><th scope="col">${say("ui.score.points")}</th></tr></thead>
      <tbody>${rows.map((name) => html`<tr data-best=${ahead.includes(name)} data-out=${state.eliminated.includes(name)}>
        <th scope="row" data-size=${sizeOf(name)}>${name}</th>
        <td><progress max=${game.target ?? 500} value=${score(name)} aria-hidden="true"></progress></td>
        <td class="gain">${gain(table, name)}</td>
        <td class="points">${score(name)}</td></tr>`)}</tbody></table>` : nothing}
    ${over && side === "table" ? cardPicture(table.game_number) : nothing}
    ${over ? fairView(table.fairness.game) : nothing}
    ${chart(table, names)}
  </section>`;
}

const WAS = { winner: "ui.score.was_winner", lowest: "ui.score.was_lowest", challenge: "ui.score.was_challenge" };
const AIM = { winner: "ui.score.aim_winner", lowest: "ui.score.aim_lowest", challenge: "ui.score.aim_challenge" };

/** How the game that is over was won: whoever did is named above. */
const was = ({ scoring = "winner", target = 500 }) => say(WAS[scoring], { n: target });

const aim = ({ scoring = "winner", target = 500 }) => say(AIM[scoring], { n: target });
