// What is seldom said: everything the referee offers that has no place of its own, and the
// table's right to overrule it.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf, seated } from "../reading.js";
import { COLORS, deed } from "../words.js";

/** Deeds that have a place of their own on the screen; `hit` is the launcher's to tell. */
const PLACED = ["play", "turn_up", "dealer_draw", "color", "choose", "hit", "draw", "pass", "challenge",
  "uno", "catch", "count", "next_round", "undo", "set"];

export function moreView({ table, act }) {
  const deeds = [...new Set(table.legal.map((offer) => offer.do))].filter((word) => !PLACED.includes(word));
  return html`<section class="panel more" aria-label="More">
    <h2>More</h2>
    <div class="choices">${deeds.map((word) => html`<button type="button" class="big" @click=${() => act.take(offersOf(table, word))}>${deed(word)}</button>`)}
      ${offersOf(table, "set").length ? html`<button type="button" class="big" @click=${() => act.show({ panel: "set" })}>${deed("set")}</button>` : nothing}
      <button type="button" class="big" @click=${() => act.show({ panel: "setup" })}>New game</button></div>
    <footer><button type="button" class="plain" @click=${() => act.show({ panel: null })}>Close</button></footer>
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
  const number = (name, value, label) => html`<input type="number" inputmode="numeric" name=${name} min="0" max="9999" .value=${String(value ?? 0)} aria-label=${label}>`;
  const one = (name, label, choices, now) => (!may.has(name) ? nothing : html`<label>${label} <select name=${name}><option value="">—</option>
    ${choices.map((value) => html`<option value=${value} ?selected=${value === now}>${value}</option>`)}</select></label>`);
  return html`<form class="panel set" aria-label="Put something right" @submit=${submit}>
    <h2>Put something right</h2>
    <p>The table overrules the referee; the log says that it did.</p>
    <table><thead><tr><th scope="col">Player</th><th scope="col">Hand</th><th scope="col">Score</th></tr></thead>
      <tbody>${names.map((name, at) => html`<tr><th scope="row">${name}</th>
        <td>${may.has("hands") ? number(`hands-${at}`, state.hands[name], `Hand of ${name}`) : state.hands[name]}</td>
        <td>${may.has("scores") ? number(`scores-${at}`, state.scores[name], `Score of ${name}`) : state.scores[name]}</td></tr>`)}</tbody></table>
    <div class="pair">${one("turn", "Turn", names, state.turn)}${one("dealer", "Dealer", names, state.dealer)}
      ${one("direction", "Direction", ["left", "right"], state.direction)}${one("color", "Colour", COLORS, state.color)}
      ${may.has("launcher") ? html`<label>Inside the launcher ${number("launcher", state.launcher, "Cards inside the launcher")}</label>` : nothing}</div>
    <footer><button class="big primary">Set</button><button type="button" class="plain" @click=${close}>Cancel</button></footer>
  </form>`;
}
