// The end of a round: the hands are counted, the scores shown, and it goes on.

import { html, nothing } from "/vendor/lit-html.js";
import { deckOf, offersOf, seated } from "../reading.js";
import { counted, parts } from "../words.js";
import { tapButton } from "./controls.js";
import { openGames } from "./games.js";
import { picker } from "./picker.js";

/** Everybody whose hand is still to be counted, each by the sum or card by card. */
export function countView(view) {
  const { table, ui } = view;
  const open = new Set(offersOf(table, "count").map(({ player }) => player));
  return html`<section class="panel count" aria-label="Count the hands">
    ${seated(table).map((name) => {
      if (!open.has(name)) return nothing; // its place stays, so that nobody else's field moves into it
      return ui.drafts.counting === name ? cardByCard(view, name) : bySum(view, name);
    })}
  </section>`;
}

function bySum(view, name) {
  const { table, ui, act } = view;
  const typed = ui.drafts.points ?? {};
  const keep = (value) => act.draft("points", { ...ui.drafts.points, [name]: value });
  const submit = async (event) => {
    event.preventDefault();
    const points = event.target.elements.points.valueAsNumber;
    if (await act.say({ do: "count", player: name, points })) keep("");
  };
  const tapping = () => {
    act.draft("counted", []);
    act.draft("counting", name);
  };
  return html`<form class="hand-count" @submit=${submit} aria-label=${`Hand of ${name}`}>
    <h3>${name}</h3><p>${counted(table.state.hands[name], "card")} left</p>
    <label>Points <input name="points" type="number" inputmode="numeric" min="0" max="9999" required
      aria-label=${`Points of ${name}`} .value=${typed[name] ?? ""}
      @input=${(event) => keep(event.target.value)}></label>
    <button class="big primary" aria-label=${`Count the points of ${name}`}>Count</button>
    ${tapButton("Tap the cards", tapping, { kind: "plain", label: `Tap the cards of ${name}` })}
  </form>`;
}

function cardByCard(view, name) {
  const { table, ui, act } = view;
  const chosen = ui.drafts.counted ?? [];
  const deck = deckOf(view);
  const of = new Map(deck.map((entry) => [entry.card, entry]));
  const worth = { ...table.game.options?.points };
  const points = chosen.reduce((sum, card) => sum + (worth[parts(card).kind] ?? of.get(card).points), 0);
  const times = (card) => chosen.filter((one) => one === card).length;
  const left = table.state.hands[name] - chosen.length;
  const still = left > 0 ? `${counted(left, "card")} to tap` : "All tapped";
  const submit = async () => {
    if (await act.say({ do: "count", player: name, cards: chosen })) act.draft("counting", null);
  };
  return html`<div class="hand-count tapping" role="group" aria-label=${`Hand of ${name}`}>
    <h3>${name}</h3><p role="status">${still}: ${counted(points, "point")}</p>
    ${tapButton("Count", submit,
      { kind: "big primary", label: `Count the cards of ${name}`, off: left !== 0 })}
    ${tapButton("Take one back", () => act.draft("counted", chosen.slice(0, -1)), { kind: "plain", off: !chosen.length })}
    ${tapButton("Give the sum instead", () => act.draft("counting", null), { kind: "plain" })}
    ${picker({ cards: deck, taken: times, legal: (card) => left > 0 && times(card) < of.get(card).count,
      tap: (card) => act.draft("counted", [...chosen, card]), label: `Cards of ${name}` })}
  </div>`;
}

/** The scores, and the way on: the next round, or after the game's end another game. */
export function scoreView({ table, act }) {
  const { state, game } = table;
  const names = seated(table);
  const score = (name) => state.scores[name] ?? 0;
  const best = Math.max(...names.map(score));
  const over = state.phase === "game_over";
  const won = [state.winner].flat();
  const ahead = (name) => (over ? won.includes(name) : score(name) === best && best > 0);
  const next = offersOf(table, "next_round");
  return html`<section class="panel scores" aria-label="Scores" data-over=${over}>
    <table><thead class="sr"><tr><th scope="col">Player</th><th scope="col" colspan="2">Points</th></tr></thead>
      <tbody>${names.map((name) => html`<tr data-best=${ahead(name)} data-out=${state.eliminated.includes(name)}>
        <th scope="row">${name}</th>
        <td><progress max=${game.target ?? 500} value=${score(name)} aria-hidden="true"></progress></td>
        <td class="points">${score(name)}</td></tr>`)}</tbody></table>
    <p class="aim">${aim(game)}</p>
    <footer>${next.length ? tapButton("Next round", () => act.take(next), { kind: "big primary" }) : nothing}
      ${over ? html`${tapButton("New game", () => act.show({ panel: "setup" }), { kind: "big primary" })}
        ${tapButton("Past games", () => openGames(act))}` : nothing}</footer>
  </section>`;
}

function aim({ scoring = "winner", target = 500 }) {
  if (scoring === "challenge") return `At ${target} a player is out; the last one left wins.`;
  return scoring === "lowest" ? `At ${target} the lowest total wins.` : `First to ${target} wins.`;
}
