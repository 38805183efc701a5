// Statistics: facts, pictures, and the same as a table for whoever cannot see a picture.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { day, month } from "../dates.js";
import { listed } from "../words.js";
import { nameIn } from "./chart.js";
import { sizeOf } from "./felt.js";
import { bdi, worded } from "./worded.js";

/** "July to September 2026". */
function seasonName({ year, quarter }) {
  const first = 3 * (quarter - 1);
  return say("ui.stats.season", { first: month(first), last: month(first + 2), year });
}

/** Whose evenings these are, in time. */
function when({ span, season, evenings }) {
  if (span === "season" && season) return seasonName(season);
  if (span === "ever" && evenings.length > 1) return say("ui.stats.days", { first: day(evenings[0].begun_s), last: day(evenings.at(-1).begun_s) });
  return evenings.length ? day(evenings.at(-1).begun_s) : "";
}

export function statsView(found) {
  if (!found.games) return html`<p>${say("ui.games.none")}</p>`;
  const { people, evenings } = found;
  return html`<section class="panel" aria-label=${say("ui.stats.title")}><h2>${when(found)}</h2>
    <dl class="facts">${facts(found).map(([name, value]) => html`<div><dt>${say(name)}</dt><dd>${value}</dd></div>`)}</dl>
    ${records(found)}
    ${bars(say("ui.stats.by_player"), people.map(({ name, taken }) => ({ name, value: taken })))}
    ${evenings.length > 1 ? columns(say("ui.stats.by_evening"), evenings) : nothing}
    ${peopleTable(people)}
    ${found.span === "evening" ? playedList(found.played) : eveningsTable(evenings)}</section>`;
}

const facts = ({ games, rounds, cards, presses, dry, catches, forgotten }) => [
  ["ui.stats.games", games], ["ui.stats.rounds", rounds], ["ui.stats.cards_from_launcher", cards], ["ui.stats.presses", presses],
  ["ui.stats.presses_dry", dry], ["ui.stats.catches", catches], ["ui.stats.forgotten", forgotten]];

function records({ hit_fire: fire, turn_round: turn }) {
  const got = fire && { n: fire.cards, presses: { key: "ui.stats.after_presses", values: { n: fire.presses } }, game: fire.game };
  return html`${fire ? html`<p>${worded("ui.stats.hit_fire", got, { player: bdi(fire.player) })}</p>` : nothing}
    ${turn ? html`<p>${worded("ui.stats.turn_round", { n: turn.points, game: turn.game }, { player: bdi(turn.player) })}</p>` : nothing}`;
}

const COLUMNS = [
  ["ui.stats.games", "games"], ["ui.stats.won", "won"], ["ui.stats.rounds_won", "rounds_won"], ["ui.stats.cards_taken", "taken"],
  ["ui.stats.most", "most"], ["ui.stats.presses", "presses"], ["ui.stats.dry", "dry"], ["ui.stats.catches", "catches"],
  ["ui.stats.forgotten", "forgotten"]];

const peopleTable = (people) => html`<div class="wide" tabindex="0" role="region" aria-label=${say("ui.stats.players")}><table>
  <thead><tr><th scope="col">${say("ui.stats.player")}</th>${COLUMNS.map(([name]) => html`<th scope="col">${say(name)}</th>`)}</tr></thead>
  <tbody>${people.map((one) => html`<tr><th scope="row"><bdi data-size=${sizeOf(one.name)}>${one.name}</bdi></th>
    ${COLUMNS.map(([, id]) => html`<td>${one[id]}</td>`)}</tr>`)}</tbody></table></div>`;

const EVENING = ["ui.stats.evening", "ui.stats.games", "ui.stats.rounds", "ui.stats.cards", "ui.stats.presses", "ui.stats.dry"];

const eveningsTable = (evenings) => html`<div class="wide" tabindex="0" role="region" aria-label=${say("ui.stats.evenings")}><table>
  <thead><tr>${EVENING.map((name) => html`<th scope="col">${say(name)}</th>`)}</tr></thead>
  <tbody>${[...evenings].reverse().map((one) => html`<tr><th scope="row">${day(one.begun_s)}</th>
    ${[one.games, one.rounds, one.cards, one.presses, one.dry].map((value) => html`<td>${value}</td>`)}</tr>`)}</tbody></table></div>`;

const playedList = (played) => html`<ol>${played.map(({ number, edition, rounds, winners }) => html`<li>${winners.length
  ? worded("ui.stats.played_won", { game: number, edition, n: rounds }, { names: bdi(listed(winners)) })
  : say("ui.stats.played", { game: number, edition, n: rounds })}</li>`)}</ol>`;

// Across a picture is measured in percent and down in letters: see chart.js.
const [NAMES, VALUES, ROW, HEIGHT, TOP] = [38, 12, 1.9, 9.5, 1.9];
const GAP = 2;

const picture = (title, height, drawn) => html`<figure class="picture"><figcaption>${title}</figcaption>
    <svg class="chart bars" height=${`${height}em`} aria-hidden="true">${drawn}</svg></figure>`;

/** A bar for each player. The table below says the same, so nobody has to hear the picture. */
export function bars(title, values) {
  const most = Math.max(1, ...values.map(({ value }) => value));
  const length = (value) => ((100 - NAMES - VALUES) * value) / most;
  return picture(title, values.length * ROW, values.map(({ name, value }, at) => svg`<g data-best=${value === most}>
    ${nameIn(name, 0, at * ROW + ROW / 2, NAMES - GAP)}
    <rect x=${`${NAMES}%`} y=${`${at * ROW + 0.3}em`} width=${`${length(value)}%`} height=${`${ROW - 0.6}em`} rx="4"/>
    <text x=${`${NAMES + length(value) + 1.5}%`} y=${`${at * ROW + 1.25}em`}>${value}</text></g>`));
}

/** A column for each evening, the oldest on the left. */
export function columns(title, evenings) {
  const most = Math.max(1, ...evenings.map(({ cards }) => cards));
  const width = 100 / evenings.length;
  const height = (cards) => ((HEIGHT - TOP) * cards) / most;
  return picture(title, HEIGHT, evenings.map(({ cards }, at) => svg`<g data-best=${cards === most}>
    <rect x=${`${(at + 0.1) * width}%`} y=${`${HEIGHT - height(cards)}em`} width=${`${width * 0.8}%`} height=${`${height(cards)}em`} rx=${evenings.length > 40 ? 0 : 4}/>
    ${evenings.length <= 12 ? svg`<text x=${`${(at + 0.5) * width}%`} y=${`${HEIGHT - height(cards) - 0.4}em`} text-anchor="middle">${cards}</text>` : nothing}</g>`));
}
