// The table's right to overrule the referee: what it says is so, is so.

import { html, nothing } from "../vendor/lit-html.js";
import { say, word } from "../catalogue.js";
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

const DIRECTIONS = { left: "ui.set.left", right: "ui.set.right" };

/** A choice in words: a player's name as it is. */
const SAID = { direction: (value) => say(DIRECTIONS[value]), color: (value) => word(value, "color") };

export function setView({ table, ui, act }) {
  const { game, state } = table;
  const names = seated(table);
  // All who ever sat here: a leaver's place stays, so that nobody else's field moves into it.
  const places = [...new Set([...game.players, ...names])];
  const may = new Set(table.legal.filter((offer) => offer.do === "set").flatMap(({ needs }) => needs));
  const typed = ui.drafts.set ?? {};
  const keep = (member, value) => act.draft("set", { ...typed, [member]: value });
  const { panel } = ui;
  const close = () => {
    act.draft("set", {});
    act.finish(panel);
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
      html`<option value=${value} .selected=${value === (typed[member] ?? state[member])}>${SAID[member]?.(value) ?? value}</option>`)}</select></label>` : nothing);
  const tower = ([icon, holder]) => html`<label>${say("ui.set.tower", { tower: icon })}
    <select @change=${(event) => keep("towers", { ...typed.towers, [icon]: event.target.value })}>
      ${["", ...names].map((name) => html`<option value=${name} .selected=${name === (typed.towers?.[icon] ?? holder ?? "")}
        >${name || say("ui.set.in_the_middle")}</option>`)}</select></label>`;
  const cell = (member, label, of, name) => html`<td><span aria-hidden="true">${label}</span>${may.has(member)
    ? number(typed[member]?.[name], state[member][name], of,
      (text) => keep(member, { ...typed[member], [name]: text }))
    : state[member][name]}</td>`;
  const row = (name) => html`<tr><th scope="row">${name}</th>
    ${cell("hands", say("ui.set.hand"), say("ui.set.hand_of", { player: name }), name)}${
    cell("scores", say("ui.set.score"), say("ui.set.score_of", { player: name }), name)}</tr>`;
  return html`<form class="panel set" aria-label=${deed("set")} @submit=${submit}>
    <h2>${deed("set")}</h2>
    <p>${say("ui.set.how")}</p>
    <table><thead><tr><th scope="col">${say("ui.set.player")}</th><th scope="col">${say("ui.set.hand")}</th><th scope="col">${say("ui.set.score")}</th></tr></thead>
      <tbody>${places.map((name) => (names.includes(name) ? row(name) : nothing))}</tbody></table>
    <div class="pair">${one("turn", say("ui.set.turn"), names)}${one("dealer", say("ui.set.dealer"), names)}
      ${one("direction", say("ui.set.direction"), ["left", "right"])}${one("color", say("ui.set.color"), COLORS)}
      ${may.has("launcher") ? html`<label>${say("ui.set.inside")}
        ${number(typed.launcher, state.launcher, say("ui.set.cards_inside"), (text) => keep("launcher", text))}</label>` : nothing}
      ${may.has("towers") ? Object.entries(state.towers ?? {}).map(tower) : nothing}</div>
    <footer><button class="big primary" ?disabled=${!offersOf(table, "set").length}>${say("ui.set.set")}</button>${tapButton(say("ui.words.cancel"), close, { kind: "plain", closes: true })}</footer>
  </form>`;
}
