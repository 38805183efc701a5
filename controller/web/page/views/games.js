// Past games: the list, one of them looked at, and one that was left taken up again. What the referee
// told of them is kept under `ui.past`, and asked for again after every change.

import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../api.js";
import { say, word } from "../catalogue.js";
import { actsForAll, mayBegin } from "../me.js";
import { moment } from "../dates.js";
import { clause } from "./log.js";
import { closeButton, tapButton } from "./controls.js";
import { openCard } from "./endcard.js";
import { gamesDownTo, load, olderPath, openGames, withOlder } from "../pastgames.js";
import { fairView, sealedView } from "./fairness.js";
import { sizeOf } from "./felt.js";
import { sameSeats } from "./setup.js";
import { worded } from "./worded.js";

const when = (game) => moment(game.begun_s);

function standing(game) {
  if (game.winner) return say("ui.games.won_by", { names: [game.winner].flat() });
  if (game.goes_on_as) return say("ui.games.went_on_as", { game: game.goes_on_as });
  return say(game.on_table ? "ui.games.on_table" : "ui.games.abandoned", { round: game.round });
}

const numbered = (game) => say("ui.games.number", { game: game.number });

/** Of which game it is another part. */
const from = ({ goes_on: before }) => (before ? say("ui.games.goes_on_from", { game: before }) : "");

/** What is said of a game, in a line. */
const inShort = (...facts) => facts.filter(Boolean).join(" · ");

/** Was it left, so that it can be taken up again? */
const mayGoOn = (game) => !game.on_table && !game.over && !game.deleted && !game.goes_on_as;

const names = (players) => players.map((name, at) => html`${at ? ", " : nothing}<bdi data-size=${sizeOf(name)}>${name}</bdi>`);

const exported = (number) =>
  html`<a class="plain" href=${`/api/games/${Number(number)}/scenario`} download>${say("ui.shared.export")}</a>`;

export function gamesView(view) {
  const { ui, act } = view;
  const { course, games, lost } = ui.past ?? {};
  const wanted = games?.find((game) => game.number === ui.past.wanted && mayGoOn(game));
  return html`<section class="games" aria-label=${say("ui.shared.past_games")}>
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    ${course ? courseView(view, course) : wanted ? playOnView(view, wanted) : html`<header><h1>${say("ui.shared.past_games")}</h1>
      ${closeButton(say("ui.shared.back_to_table"), act)}</header>
      ${lost ? html`<p class="refusal" role="alert">${say("ui.shared.no_answer")}
        ${tapButton(say("ui.shared.try_again"), () => openGames(act), { kind: "plain" })}</p>` : nothing}
      ${ui.past ? nothing : tapButton(say("ui.games.show"), () => openGames(act))}
      ${games ? listView(view, games) : nothing}`}
  </section>`;
}

function listView({ table, ui, act }, games) {
  const kept = games.filter((game) => !game.deleted);
  const deleted = games.filter((game) => game.deleted);
  const back = (game) => tapButton(say("ui.games.bring_back"), () => change(act, ui, game, "restore"), { label: say("ui.games.bring_back_this", { game: game.number }) });
  const row = (game, deeds) => html`<li class="panel game" data-game=${game.number}>
    <div><h2>${names(game.players)}</h2>
      <p>${inShort(numbered(game), standing(game), from(game), word(game.edition, "edition"), when(game))}</p></div>
    <div class="choices">${deeds(game)}</div></li>`;
  const older = () => load(act, "games", () => withOlder(get, games), { games });
  return html`${kept.length || olderPath(games) ? nothing : html`<p>${say("ui.games.none")}</p>`}
    <ol>${kept.map((game) => row(game, (one) => deedsOf({ table, ui, act }, one)))}</ol>
    ${deleted.length && actsForAll(ui.me) ? html`<details ?open=${ui.past.undo}><summary>${say("ui.games.deleted", { n: deleted.length })}</summary>
      <ol>${deleted.map((game) => row(game, back))}</ol></details>` : nothing}
    ${olderPath(games) ? tapButton(say("ui.games.older"), older, { kind: "plain" }) : nothing}`;
}

function deedsOf({ table, ui, act }, game) {
  const sure = (number) => act.show({ past: { ...ui.past, sure: number } });
  if (ui.past.sure === game.number) {
    return html`<b>${say("ui.games.sure")}</b>
      ${tapButton(say("ui.games.delete"), () => change(act, ui, game, "delete"), { kind: "big alarm", label: say("ui.games.delete_now", { game: game.number }), first: true })}
      ${tapButton(say("ui.shared.keep_it"), () => sure(null))}`;
  }
  const look = () => load(act, "course", () => get(`/api/games/${game.number}`), { games: ui.past.games });
  const playOn = () => act.show({ past: { ...ui.past, wanted: game.number }, notice: null });
  return html`${mayGoOn(game) && mayBegin(ui.me, table) ? tapButton(say("ui.games.play_on"), playOn, { label: say("ui.games.play_on_this", { game: game.number }) }) : nothing}
    ${tapButton(say("ui.games.look"), look, { label: say("ui.games.look_at", { game: game.number }) })}${exported(game.number)}
    ${game.on_table || !actsForAll(ui.me) ? nothing : tapButton(say("ui.games.delete"), () => sure(game.number), { kind: "plain", label: say("ui.games.delete_this", { game: game.number }) })}`;
}

/** The question before a game that was left is taken up again: its draws have a new code, and words of their own. */
function playOnView({ table, ui, act }, game) {
  const typed = ui.drafts.playOn ?? {};
  const left = table.state && table.state.phase !== "game_over";
  const keep = () => act.show({ past: { games: ui.past.games }, notice: null });
  const words = typed.words?.trim() ? { words: typed.words } : {};
  const start = () => act.send(`/api/games/${game.number}/play_on`, { ...words, commitment: table.fairness.next });
  return html`<section class="panel" aria-label=${say("ui.games.play_on")}>
    <h1>${worded("ui.games.play_on_with", {}, { names: names(game.players) })}</h1>
    <p>${say("ui.games.play_on_how", { game: game.number, round: game.round })}</p>
    ${left ? html`<p>${say("ui.games.play_on_stops")}</p>` : nothing}
    <div class="choices">${tapButton(say("ui.games.play_on"), start, { kind: "big primary", label: say("ui.games.play_on_now", { game: game.number }), first: true })}
      ${tapButton(say("ui.games.not_now"), keep)}</div>
    ${sealedView({ table }, typed, (patch) => act.draft("playOn", { ...typed, ...patch }))}</section>`;
}

/** Delete or bring back; the list is then what the referee says it is. */
async function change(act, ui, game, deed) {
  const last = ui.past.games.at(-1).number;
  if (await act.send(`/api/games/${game.number}/${deed}`)) await load(act, "games", () => gamesDownTo(get, last), { undo: deed === "delete" });
}

function courseView({ table, ui, act }, { short, game, state, rounds, hits, log, fairness }) {
  const seats = Object.keys(state.scores);
  const back = () => act.show({ past: { games: ui.past.games } });
  const again = () => {
    act.draft("setup", sameSeats(game));
    act.open("setup");
  };
  const cards = hits.reduce((sum, hit) => sum + hit.cards, 0);
  const gave = say("ui.games.hits", { n: hits.length, cards: { key: "ui.games.cards", values: { n: cards } } });
  return html`<header><h1>${names(short.players)}</h1>${tapButton(say("ui.games.back_to_list"), back)}</header>
    <p>${inShort(numbered(short), when(short), standing({ ...short, on_table: false }), from(short), gave)}</p>
    <div class="choices">${mayBegin(ui.me, table) ? tapButton(say("ui.games.same_seats"), again) : nothing}${tapButton(say("ui.games.picture"), () => openCard(act, short.number))}${exported(short.number)}</div>
    <section class="panel"><h2>${say("ui.games.scores")}</h2><div class="wide" tabindex="0"><table>
      <thead><tr><th scope="col">${say("ui.games.round")}</th>${seats.map((name) => html`<th scope="col"><bdi data-size=${sizeOf(name)}>${name}</bdi></th>`)}</tr></thead>
      <tbody>${rounds.map((round) => html`<tr><th scope="row">${round.round}</th>
        ${seats.map((name) => html`<td>${round.scores[name] ?? "–"}</td>`)}</tr>`)}
        <tr class="now"><th scope="row">${say(short.over ? "ui.games.end" : "ui.games.so_far")}</th>${seats.map((name) => html`<td>${state.scores[name]}</td>`)}</tr></tbody>
    </table></div></section>
    ${fairView(fairness)}
    <section class="panel"><h2>${say("ui.games.rulings")}</h2>
      <ol class="rulings" tabindex="0">${log.map((line) => html`<li>${say(line.key, line.values)} ${clause(line.clause)}</li>`)}</ol></section>`;
}
