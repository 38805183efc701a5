// The scoreboard of a hall: all tables, the standings and the records of the evening, live.

import { html, nothing, render } from "/vendor/lit-html.js";
import { guard } from "/vendor/directives/guard.js";
import { repeat } from "/vendor/directives/repeat.js";
import { language, say, speak, useNames, word } from "/catalogue.js";
import { ownLanguage } from "/languages.js";
import { follow } from "/stream.js";
import { stateOf, titlesOf, told } from "/changes.js";
import { columnsFor } from "/grid.js";

const place = /** @type {HTMLElement} */ (document.querySelector("#board"));
/** @type {import("./changes.js").Board} */
let board = { tables: [], summary: null };
let titles = {};
let up = true;
let asked = 0;

const sentence = (one) => say(one.key, one.values);

function draw() {
  if (asked) return;
  asked = requestAnimationFrame(() => {
    asked = 0;
    render(page(), place);
    arrange();
  });
}

/** Choose the columns for the room that there is. */
function arrange() {
  const grid = place.querySelector(".tables");
  if (!(grid instanceof HTMLElement)) return;
  const { clientWidth, clientHeight } = grid;
  const count = Math.max(1, board.tables.length);
  grid.style.setProperty("--columns", String(columnsFor(count, sizeOf(count), clientWidth, clientHeight)));
  showWholeRows(place.querySelector(".standings"));
}

/** A TV does not scroll: it shows as many lines as fit, each one whole. */
function showWholeRows(section) {
  if (!section) return;
  const rows = [...section.querySelectorAll("tbody tr")];
  for (const row of rows) row.hidden = false;
  if (getComputedStyle(section).overflowY === "visible") return;
  const { bottom } = section.getBoundingClientRect();
  for (const row of rows) row.hidden = row.getBoundingClientRect().bottom > bottom - 8;
}

function page() {
  const { summary } = board;
  const size = sizeOf(board.tables.length);
  const said = [...(up ? [] : [{ key: "ui.hub.lost_hub", values: {} }]), ...(summary?.said ?? [])];
  return html`
    <header>
      <h1>${say("ui.hub.title")}</h1>
      <div class="said" role="status">${said.map((one) => html`<p>${sentence(one)}</p>`)}</div>
    </header>
    <main>
      <section class="tables" data-size=${size} aria-label=${say("ui.hub.tables")}>
        ${board.tables.length ? nothing : html`<p class="none">${say("ui.hub.no_table")}</p>`}
        ${repeat(board.tables, (tile) => tile.id, (tile) => guard([tile, language(), size], () => table(tile, size)))}
      </section>
      <aside>
        ${summary && summary.standings.length ? standings(summary) : nothing}
        ${summary && summary.records.length ? records(summary) : nothing}
      </aside>
    </main>`;
}

/** How much a tile can show. @param {number} count */
const sizeOf = (count) => (count <= 4 ? "large" : count <= 20 ? "middle" : "small");

function table(tile, size) {
  const state = stateOf(tile);
  const turn = size === "small" && state === "play" ? tile.turn : null; // there is room for the name alone
  return html`
    <article class="tile" data-state=${state}>
      <h2>${tile.id}${tile.game === null || size === "small" ? nothing : html` <small class="edition">${word(tile.edition, "edition")}</small>`}</h2>
      <p class="what" ?data-turn=${turn !== null}>${turn ?? what(tile, state)}</p>
      ${tile.game === null ? nothing : html`<ul class="players" data-seats=${tile.players.length > 6 ? "many" : "few"}>${tile.players.map((player) => seat(player, tile))}</ul>`}
    </article>`;
}

function seat(player, tile) {
  return html`
    <li class=${player.name === tile.turn ? "turn" : ""}>
      <span class="name" title=${player.name} data-brief>${player.name}</span>
      <span class="cards">${say("ui.hub.cards", { n: player.cards })}</span>
      <span class="points">${say("ui.hub.points", { n: player.points })}</span>
    </li>`;
}

function what(tile, state) {
  if (state === "away") return say("ui.hub.away");
  if (state === "fault") return tile.faults.length ? say(`fault.${tile.faults[0]}`) : say("ui.hub.no_launcher");
  if (state === "idle") return say("ui.hub.no_game");
  if (state === "over") return say("ui.hub.won", { names: tile.winners, n: tile.winners.length });
  return tile.turn === null ? say("ui.hub.round", { n: tile.round }) : say("ui.hub.turn", { player: tile.turn });
}

const standings = (summary) => html`
  <section class="standings">
    <h2>${say("ui.hub.standings", { n: summary.games })}</h2>
    <table>
      <thead><tr>
        <th scope="col"><span class="unseen">${say("ui.hub.place")}</span></th><th scope="col" class="who">${say("ui.hub.player")}</th>
        <th scope="col">${say("ui.hub.points_of")}</th><th scope="col">${say("ui.hub.wins")}</th>
        <th scope="col">${say("ui.hub.proved")}</th>
      </tr></thead>
      <tbody>${summary.standings.map(line)}</tbody>
    </table>
  </section>`;

const line = (one) => html`
  <tr>
    <td>${one.place}</td><th scope="row" class="who">${one.name}${one.table ? html` <small>${one.table}</small>` : nothing}</th>
    <td>${one.points}</td><td>${one.wins}</td><td>${say("ui.hub.of", { some: one.proved, all: one.games })}</td>
  </tr>`;

const records = (summary) => html`
  <section class="records">
    <h2>${say("ui.hub.records")}</h2>
    <ul>${summary.records.map((one) => html`<li>${sentence(one)}</li>`)}</ul>
  </section>`;

addEventListener("resize", arrange);
await speak(ownLanguage(null));
document.title = say("ui.hub.title");
draw();
follow({
  events: {
    board(news) {
      board = told(board, news);
      const now = titlesOf(board.tables);
      if (JSON.stringify(now) !== JSON.stringify(titles)) useNames(titles = now);
    },
  },
  link(now) {
    up = now;
    draw();
  },
});
