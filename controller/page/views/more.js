// What is seldom said: everything the referee offers that has no place of its own, and the
// table's right to overrule it.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf, seated } from "../reading.js";
import { COLORS, deed } from "../words.js";
import { tapButton } from "./controls.js";

/** Deeds that have a place of their own on the screen; `hit` is the launcher's to tell. */
const PLACED = ["play", "turn_up", "dealer_draw", "color", "choose", "hit", "draw", "pass", "challenge",
  "uno", "catch", "count", "next_round", "undo", "set"];

export function moreView({ table, act }) {
  const deeds = [...new Set(table.legal.map((offer) => offer.do))].filter((word) => !PLACED.includes(word));
  const show = (panel) => () => act.show({ panel });
  return html`<section class="panel more" aria-label="More">
    <h2>More</h2>
    <div class="choices">${deeds.map((word) => tapButton(deed(word), () => act.take(offersOf(table, word))))}
      ${offersOf(table, "set").length ? tapButton(deed("set"), show("set")) : nothing}
      ${tapButton("New game", show("setup"))}</div>
    <footer>${tapButton("Close", show(null), { kind: "plain" })}</footer>
  </section>`;
}

/** What in the form differs from the state: the only thing that is said. */
function changed(form, state, names) {
  const field = (name) => form.elements[name] ?? { value: "", valueAsNumber: NaN };
  const said = { do: "set" };
  for (const member of ["hands", "scores"]) {
    const now = names.flatMap((name, at) => {
      const value = field(`${member}-${at}`).valueAsNumber;
      return Number.isNaN(value) || value === state[member][name] ? [] : [[name, value]];
    });
    if (now.length) said[member] = Object.fromEntries(now);
  }
  for (const member of ["turn", "dealer", "direction", "color"]) {
    const { value } = field(member);
    if (value && value !== state[member]) said[member] = value;
  }
  const inside = field("launcher").valueAsNumber;
  if (!Number.isNaN(inside) && inside !== state.launcher) said.launcher = inside;
  return Object.keys(said).length > 1 ? said : null;
}

export function setView({ table, act }) {
  const { state } = table;
  const names = seated(table);
  const may = new Set(offersOf(table, "set").flatMap(({ needs }) => needs));
  const close = () => act.show({ panel: null });
  const submit = async (event) => {
    event.preventDefault();
    const command = changed(event.target, state, names);
    if (!command || await act.say(command)) close();
  };
  const number = (name, value, label) => html`<input type="number" inputmode="numeric" min="0" max="9999"
    name=${name} .value=${String(value ?? 0)} aria-label=${label}>`;
  const one = (name, label, choices) => (may.has(name) ? html`<label>${label}
    <select name=${name}><option value="">—</option>${choices.map((value) =>
      html`<option value=${value} ?selected=${value === state[name]}>${value}</option>`)}</select></label>` : nothing);
  const cell = (member, label, name, at) =>
    html`<td>${may.has(member) ? number(`${member}-${at}`, state[member][name], `${label} of ${name}`) : state[member][name]}</td>`;
  return html`<form class="panel set" aria-label="Put something right" @submit=${submit}>
    <h2>Put something right</h2>
    <p>The table overrules the referee; the log says that it did.</p>
    <table><thead><tr><th scope="col">Player</th><th scope="col">Hand</th><th scope="col">Score</th></tr></thead>
      <tbody>${names.map((name, at) => html`<tr><th scope="row">${name}</th>
        ${cell("hands", "Hand", name, at)}${cell("scores", "Score", name, at)}</tr>`)}</tbody></table>
    <div class="pair">${one("turn", "Turn", names)}${one("dealer", "Dealer", names)}
      ${one("direction", "Direction", ["left", "right"])}${one("color", "Colour", COLORS)}
      ${may.has("launcher") ? html`<label>Inside the launcher
        ${number("launcher", state.launcher, "Cards inside the launcher")}</label>` : nothing}</div>
    <footer><button class="big primary">Set</button>${tapButton("Cancel", close, { kind: "plain" })}</footer>
  </form>`;
}
