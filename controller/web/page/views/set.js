// The table's right to overrule the referee: what it says is so, is so.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf, seated } from "../reading.js";
import { COLORS, deed } from "../words.js";
import { tapButton } from "./controls.js";

/** What of the typed (text by member, and by player) differs from the state: the only thing that is said. */
function changed(typed, state) {
  const said = { do: "set" };
  const figure = (text, now) => (text === "" || Number(text) === now ? undefined : Number(text));
  for (const member of ["hands", "scores"]) {
    const now = Object.entries(typed[member] ?? {}).filter(([name]) => Object.hasOwn(state.hands, name))
      .map(([name, text]) => [name, figure(text, state[member][name])]).filter(([, value]) => value !== undefined);
    if (now.length) said[member] = Object.fromEntries(now);
  }
  for (const member of ["turn", "dealer", "direction", "color"]) {
    if (typed[member] && typed[member] !== state[member]) said[member] = typed[member];
  }
  const held = Object.entries(typed.towers ?? {}).filter(([icon, name]) => name !== (state.towers[icon] ?? ""));
  if (held.length) said.towers = Object.fromEntries(held.map(([icon, name]) => [icon, name || null]));
  const inside = figure(typed.launcher ?? "", state.launcher);
  if (inside !== undefined) said.launcher = inside;
  return Object.keys(said).length > 1 ? said : null;
}

export function setView({ table, ui, act }) {
  const { game, state } = table;
  const names = seated(table);
  // All who ever sat here: a leaver's place stays, so that nobody else's field moves into it.
  const places = [...new Set([...game.players, ...names])];
  const may = new Set(table.legal.filter((offer) => offer.do === "set").flatMap(({ needs }) => needs));
  const typed = ui.drafts.set ?? {};
  const keep = (member, value) => act.draft("set", { ...typed, [member]: value });
  const close = () => {
    act.draft("set", {});
    act.open(null);
  };
  const submit = async (event) => {
    event.preventDefault();
    const command = changed(typed, state);
    if (!command || await act.say(command)) close();
  };
  const number = (text, value, label, typing) => html`<input type="number" inputmode="numeric" min="0" max="9999"
    .value=${text ?? String(value ?? 0)} aria-label=${label} @input=${(event) => typing(event.target.value)}>`;
  const one = (member, label, choices) => (may.has(member) ? html`<label>${label}
    <select @change=${(event) => keep(member, event.target.value)}>
      <option value="" .selected=${!(typed[member] ?? state[member])}>—</option>${choices.map((value) =>
      html`<option value=${value} .selected=${value === (typed[member] ?? state[member])}>${value}</option>`)}</select></label>` : nothing);
  const tower = ([icon, holder]) => html`<label>Tower ${icon}
    <select @change=${(event) => keep("towers", { ...typed.towers, [icon]: event.target.value })}>
      ${["", ...names].map((name) => html`<option value=${name} .selected=${name === (typed.towers?.[icon] ?? holder ?? "")}
        >${name || "in the middle"}</option>`)}</select></label>`;
  const cell = (member, label, name) => html`<td><span aria-hidden="true">${label}</span>${may.has(member)
    ? number(typed[member]?.[name], state[member][name], `${label} of ${name}`,
      (text) => keep(member, { ...typed[member], [name]: text }))
    : state[member][name]}</td>`;
  const row = (name) => html`<tr><th scope="row">${name}</th>
    ${cell("hands", "Hand", name)}${cell("scores", "Score", name)}</tr>`;
  return html`<form class="panel set" aria-label="Correct something" @submit=${submit}>
    <h2>${deed("set")}</h2>
    <p>The referee accepts what you set here, and the log shows it.</p>
    <table><thead><tr><th scope="col">Player</th><th scope="col">Hand</th><th scope="col">Score</th></tr></thead>
      <tbody>${places.map((name) => (names.includes(name) ? row(name) : nothing))}</tbody></table>
    <div class="pair">${one("turn", "Turn", names)}${one("dealer", "Dealer", names)}
      ${one("direction", "Direction", ["left", "right"])}${one("color", "Colour", COLORS)}
      ${may.has("launcher") ? html`<label>Inside the launcher
        ${number(typed.launcher, state.launcher, "Cards inside the launcher", (text) => keep("launcher", text))}</label>` : nothing}
      ${may.has("towers") ? Object.entries(state.towers ?? {}).map(tower) : nothing}</div>
    <footer><button class="big primary" ?disabled=${!offersOf(table, "set").length}>Set</button>${tapButton("Cancel", close, { kind: "plain" })}</footer>
  </form>`;
}
