// The players on a TV, in the order in which they sit: whose turn it is and who is next, how many cards
// everybody holds, what they owe; and between rounds the standings.

import { guard } from "../vendor/directives/guard.js";
import { html, nothing } from "../vendor/lit-html.js";
import { faceOf, seatOf } from "../avatars.js";
import { language, say } from "../catalogue.js";
import { widestPart, widthOf } from "../letters.js";
import { nextAfter } from "../own.js";
import { podium } from "../podium.js";
import { actor, handOf, offersOf, ranked, seated } from "../reading.js";
import { disc } from "./avatar.js";
import { debt } from "./felt.js";
import { doubted } from "./recount.js";

/** How long a name is, for the style sheet, which sets it as large as its room allows: all of it, and its longest part without a
 * break. Wide letters count for more, narrow ones as any. */
const lengths = (name) => {
  const longest = Math.max(...name.split(/[\s-]/).map((part) => [...part].length));
  return `--n:${Math.max([...name].length, widthOf(name))};--w:${Math.max(longest, widestPart(name))}`;
};

/** A longer name is set lighter: bold letters take more room. */
const BOLD = 13;

/** A name with its disc. */
export const who = (table, name) => html`${disc(seatOf(table, name))}<span class="tv-name"><b dir="auto" data-long=${[...name].length > BOLD} .style=${lengths(name)}>${name}</b></span>`;

/** The same in a row, below the other names: one that has no disc leaves its room, where others have one. */
const inRow = (table, name) => html`${faceOf(seatOf(table, name)) || !table.seats.some(faceOf) ? nothing
  : html`<span class="avatar tv-no-disc" aria-hidden="true"></span>`}${who(table, name)}`;

/** So few players have room for a note above their cards. */
const FEW = 4;

/** The one thing that is worth a word beside a name. */
function note(table, name, due) {
  const { state } = table;
  if (state.eliminated.includes(name)) return { kind: "out", text: say("ui.tv.out") };
  if (due) return due;
  if (state.phase === "count" && state.hands[name] > 0 && !offersOf(table, "count").some(({ player }) => player === name)) return { kind: "done", text: "✓" };
  return seated(table).length <= FEW ? pointsNote(table, name) : null;
}

/** A player's points, once somebody has any: they stand where nothing more urgent does. */
function pointsNote({ state: { scores } }, name) {
  return Object.values(scores).some(Boolean) ? { kind: "total", text: String(scores[name] ?? 0), heard: say("ui.tv.points", { n: scores[name] ?? 0 }) } : null;
}

function seat(table, name) {
  const { state } = table;
  const hand = handOf(table, name);
  const acting = name === actor(table);
  const called = state.uno?.player === name ? state.uno.called : null;
  const follows = name === nextAfter(table);
  const said = note(table, name, debt(table, name));
  const towers = Object.entries(state.towers ?? {}).filter(([, holder]) => holder === name).map(([icon]) => icon).join("");
  const doubt = doubted(table).includes(name);
  const looks = table.seats.find(({ player }) => player === name);
  return guard([name, hand, acting, follows, called, said?.kind, said?.text, towers, doubt, looks?.colour, looks?.emoji, table.seats.some(faceOf), language()], () => html`<li class="tv-seat"
    data-player=${name} data-acting=${acting} data-next=${follows} data-out=${state.eliminated.includes(name)} aria-current=${acting}>
    ${inRow(table, name)}
    <span class="tv-notes">${towers ? html`<span class="tv-note towers">${towers}</span>` : nothing}${
      said ? html`<span class="tv-note ${said.kind}">${said.text}${said.heard ? html`<i class="sr"> ${said.heard}</i>` : nothing}</span>` : nothing}</span>
    ${called === null ? html`<span class="tv-hand" role="img" aria-label=${say(doubt ? "ui.tv.hand_in_doubt" : "ui.tv.hand", { n: hand })}><i></i><b>${hand}${doubt ? "?" : ""}</b></span>`
      : html`<span class="tv-hand uno" data-called=${called}>${called ? "UNO" : "UNO?"}</span>`}</li>`);
}

export const tvSeats = ({ table }) => {
  const names = seated(table);
  return html`<ol class="tv-seats" aria-label=${say("ui.tv.players")} data-few=${names.length <= FEW} .style=${`--count:${names.length}`}>${names.map((name) => seat(table, name))}</ol>`;
};

/** What the last round brought a player. */
function gain({ rounds }, name) {
  const [before, now] = [rounds.at(-2)?.scores[name] ?? 0, rounds.at(-1)?.scores[name] ?? 0];
  return now > before ? `+${now - before}` : "";
}

const points = (table, name) => html`<b class="tv-points">${table.state.scores[name] ?? 0}<i class="sr"> ${say("ui.tv.points", { n: table.state.scores[name] ?? 0 })}</i></b>`;

export function standings({ table }) {
  const { state, game } = table;
  const names = ranked(table);
  return html`<section class="tv-standings" aria-label=${say("ui.tv.scores")}>
    <ol .style=${`--count:${names.length}`}>${names.map((name) => html`<li class="tv-seat" data-player=${name} data-out=${state.eliminated.includes(name)}>
      ${inRow(table, name)}
      <progress max=${game.target ?? 500} value=${state.scores[name] ?? 0} aria-hidden="true"></progress>
      <span class="tv-gain">${gain(table, name)}</span>
      ${points(table, name)}</li>`)}</ol></section>`;
}

/** The end of the game: three steps, and below them everybody else, all sorted. */
export function tvPodium({ table }) {
  const { steps, behind } = podium(table);
  const won = [table.state.winner].flat();
  return html`<section class="tv-podium" aria-label=${say("ui.tv.scores")} data-behind=${behind.length > 0}>
    <ol class="tv-steps" .style=${`--steps:${steps.length}`}>${steps.map(({ name, place }) => html`<li data-place=${place} data-acting=${won.includes(name)}>
      <p class="tv-who">${who(table, name)}</p><p class="tv-step"><i aria-hidden="true">${place}</i>${points(table, name)}</p></li>`)}</ol>
    ${behind.length ? html`<ol class="tv-behind" start="4" .style=${`--count:${Math.ceil(behind.length / 2)}`}>${behind.map(({ name, place }) => html`<li class="tv-seat" data-out=${table.state.eliminated.includes(name)}>
      <i aria-hidden="true">${place}</i>${who(table, name)}${points(table, name)}</li>`)}</ol>` : nothing}</section>`;
}
