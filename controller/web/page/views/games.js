// Past games: the list, one of them looked at, and one that was left taken up again. What the referee
// told of them is kept under `ui.past`, and asked for again after every change.

import { html, nothing } from "/vendor/lit-html.js";
import { get } from "../api.js";
import { say, word } from "../catalogue.js";
import { counted, listed } from "../words.js";
import { clause } from "./log.js";
import { tapButton } from "./controls.js";
import { fairView, sealedView } from "./fairness.js";
import { sizeOf } from "./felt.js";

const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const when = (game) => WHEN.format(new Date(game.begun_s * 1000));

/** Open the list. */
export function openGames(act) {
  act.open("games");
  act.show({ past: {} });
  return load(act, "games", "/api/games");
}

/** Fetch into `ui.past`; where nobody answers, say so. */
async function load(act, what, path, also = {}) {
  try {
    act.show({ past: { ...also, [what]: await get(path) } });
  } catch {
    act.show({ past: { ...also, lost: true } });
  }
}

function standing(game) {
  if (game.winner) return `Won by ${listed([game.winner].flat())}`;
  if (game.goes_on_as) return `Went on as game ${game.goes_on_as}`;
  return game.on_table ? `On the table, round ${game.round}` : `Abandoned in round ${game.round}`;
}

/** Of which game it is another part. */
const from = ({ goes_on: before }) => (before ? ` · goes on from game ${before}` : "");

/** Was it left, so that it can be taken up again? */
const mayGoOn = (game) => !game.on_table && !game.over && !game.deleted && !game.goes_on_as;

const names = (players) => players.map((name, at) => html`${at ? ", " : nothing}<bdi data-size=${sizeOf(name)}>${name}</bdi>`);

const exported = (number) =>
  html`<a class="plain" href=${`/api/games/${Number(number)}/scenario`} download>Export</a>`;

export function gamesView(view) {
  const { ui, act } = view;
  const { course, games, lost } = ui.past ?? {};
  const wanted = games?.find((game) => game.number === ui.past.wanted && mayGoOn(game));
  const close = () => act.open(null);
  return html`<section class="games" aria-label="Past games">
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    ${course ? courseView(view, course) : wanted ? playOnView(view, wanted) : html`<header><h1>Past games</h1>
      ${tapButton("Back to the table", close, { kind: "big" })}</header>
      ${lost ? html`<p class="refusal" role="alert">The referee did not answer: try again.
        ${tapButton("Try again", () => openGames(act), { kind: "plain" })}</p>` : nothing}
      ${ui.past ? nothing : tapButton("Show the games", () => openGames(act))}
      ${games ? listView(view, games) : nothing}`}
  </section>`;
}

function listView({ ui, act }, games) {
  const kept = games.filter((game) => !game.deleted);
  const deleted = games.filter((game) => game.deleted);
  const back = (game) => tapButton("Bring back", () => change(act, game, "restore"), { label: `Bring back game ${game.number}` });
  const row = (game, deeds) => html`<li class="panel game" data-game=${game.number}>
    <div><h2>${names(game.players)}</h2>
      <p>Game ${game.number} · ${standing(game)}${from(game)} · ${word(game.edition, "edition")} · ${when(game)}</p></div>
    <div class="choices">${deeds(game)}</div></li>`;
  return html`${kept.length ? nothing : html`<p>No game has been played yet.</p>`}
    <ol>${kept.map((game) => row(game, (one) => deedsOf({ ui, act }, one)))}</ol>
    ${deleted.length ? html`<details ?open=${ui.past.undo}><summary>${counted(deleted.length, "deleted game")}</summary>
      <ol>${deleted.map((game) => row(game, back))}</ol></details>` : nothing}`;
}

function deedsOf({ ui, act }, game) {
  const sure = (number) => act.show({ past: { ...ui.past, sure: number } });
  if (ui.past.sure === game.number) {
    return html`<b>Delete this game?</b>
      ${tapButton("Delete", () => change(act, game, "delete"), { kind: "big alarm", label: `Delete game ${game.number} now`, first: true })}
      ${tapButton("Keep it", () => sure(null))}`;
  }
  const look = () => load(act, "course", `/api/games/${game.number}`, { games: ui.past.games });
  const playOn = () => act.show({ past: { ...ui.past, wanted: game.number }, notice: null });
  return html`${mayGoOn(game) ? tapButton("Play on", playOn, { label: `Play on in game ${game.number}` }) : nothing}
    ${tapButton("Look", look, { label: `Look at game ${game.number}` })}${exported(game.number)}
    ${game.on_table ? nothing : tapButton("Delete", () => sure(game.number), { kind: "plain", label: `Delete game ${game.number}` })}`;
}

/** The question before a game that was left is taken up again: its draws have a new code, and words of their own. */
function playOnView({ table, ui, act }, game) {
  const typed = ui.drafts.playOn ?? {};
  const left = table.state && table.state.phase !== "game_over";
  const keep = () => act.show({ past: { games: ui.past.games }, notice: null });
  const words = typed.words?.trim() ? { words: typed.words } : {};
  const start = () => act.send(`/api/games/${game.number}/play_on`, { ...words, commitment: table.fairness.next });
  return html`<section class="panel" aria-label="Play on">
    <h1>Play on with ${names(game.players)}?</h1>
    <p>Game ${game.number} goes on where it was left, in round ${game.round}. Put every card back where it lay then:
      hands, launcher and discard pile. If something differs, you can correct it later.</p>
    ${left ? html`<p>You leave the game that is on the table now. You can play on in it later, too.</p>` : nothing}
    <div class="choices">${tapButton("Play on", start, { kind: "big primary", label: `Play on in game ${game.number} now`, first: true })}
      ${tapButton("Not now", keep)}</div>
    ${sealedView({ table }, typed, (patch) => act.draft("playOn", { ...typed, ...patch }))}</section>`;
}

/** Delete or bring back; the list is then what the referee says it is. */
async function change(act, game, deed) {
  if (await act.send(`/api/games/${game.number}/${deed}`)) await load(act, "games", "/api/games", { undo: deed === "delete" });
}

function courseView({ ui, act }, { short, game, state, rounds, hits, log, fairness }) {
  const seats = Object.keys(state.scores);
  const back = () => act.show({ past: { games: ui.past.games } });
  const again = () => {
    const { edition, players, scoring = "winner", target = 500, options = {} } = game;
    act.draft("setup", { edition, players: [...players], dealer: "", scoring, target, options });
    act.open("setup");
  };
  const cards = hits.reduce((sum, hit) => sum + hit.cards, 0);
  return html`<header><h1>${names(short.players)}</h1>${tapButton("Back to the list", back)}</header>
    <p>Game ${short.number} · ${when(short)} · ${standing({ ...short, on_table: false })}${from(short)} · ${counted(hits.length, "hit")}, ${counted(cards, "card")}</p>
    <div class="choices">${tapButton("New game with these seats", again)}${exported(short.number)}</div>
    <section class="panel"><h2>Scores</h2><div class="wide" tabindex="0"><table>
      <thead><tr><th scope="col">Round</th>${seats.map((name) => html`<th scope="col"><bdi data-size=${sizeOf(name)}>${name}</bdi></th>`)}</tr></thead>
      <tbody>${rounds.map((round) => html`<tr><th scope="row">${round.round}</th>
        ${seats.map((name) => html`<td>${round.scores[name] ?? "–"}</td>`)}</tr>`)}
        <tr class="now"><th scope="row">${short.over ? "End" : "So far"}</th>${seats.map((name) => html`<td>${state.scores[name]}</td>`)}</tr></tbody>
    </table></div></section>
    ${fairView(fairness)}
    <section class="panel"><h2>Rulings</h2>
      <ol class="rulings" tabindex="0">${log.map((line) => html`<li>${say(line.key, line.values)} ${clause(line.clause)}</li>`)}</ol></section>`;
}
