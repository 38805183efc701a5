// One player, by a tap on the seat: hand, debts, what may be called for them; to correct the hand is
// the lesser choice.

import { html, nothing } from "/vendor/lit-html.js";
import { offersOf, owing, seated } from "../reading.js";
import { counted, deed, listed } from "../words.js";
import { stepper, tapButton } from "./controls.js";
import { clause } from "./log.js";
import { doubted, maySet } from "./recount.js";

const START = "player-";

/** Whose panel an address is of, or null. @param {string | null} panel */
export function playerIn(panel) {
  if (!panel?.startsWith(START)) return null;
  const name = panel.slice(START.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // typed by hand
  }
}

/** Open a player's panel; the keyboard goes along. */
export function openPlayer(act, name) {
  act.open(START + encodeURIComponent(name));
  queueMicrotask(() => {
    const first = document.querySelector(".player [data-first]");
    if (first instanceof HTMLElement) first.focus();
  });
}

/** What is true of a player, in short sentences. */
function facts({ state }, name) {
  const { hands, scores, eliminated, dealer, uno } = state;
  const out = eliminated.includes(name);
  const towers = Object.entries(state.towers ?? {}).filter(([, holder]) => holder === name).map(([icon]) => icon);
  return [`${counted(hands[name], "card")}, ${out ? "out of the game" : counted(scores[name] ?? 0, "point")}.`,
    dealer === name ? "Dealer." : "", towers.length ? `Holds ${listed(towers)}.` : "",
    uno?.player === name ? `UNO is ${uno.called ? "called" : "not called yet"}.` : ""].filter(Boolean).join(" ");
}

/** What this player has to press or draw, for whom and why. */
const debts = ({ state }, name) => state.owed.filter(({ by }) => by === name).map((one) =>
  html`<li>Owes ${owing(one)}${one.player === name ? nothing : html` for <bdi>${one.player}</bdi>`} ${clause(one.reason)}</li>`);

/** The hand by number, folded: it overrules the referee. */
function correcting({ table, ui, act }, name) {
  if (!maySet(table)) return nothing;
  const draft = `hand of ${name}`;
  const done = async (cards) => {
    if (cards !== table.state.hands[name] && !await act.say({ do: "set", hands: { [name]: cards } })) return;
    act.draft(draft, undefined);
    act.open(null);
  };
  return html`<details class="correct"><summary>Correct this hand</summary>
    ${stepper({ label: `Cards in the hand of ${name}`, value: ui.drafts[draft] ?? table.state.hands[name], word: "Set", kind: "big",
      change: (cards) => act.draft(draft, cards), done, first: false })}
    ${tapButton("Correct something else", () => act.open("set"), { kind: "plain" })}</details>`;
}

export function playerView(view) {
  const { table, act } = view;
  const name = playerIn(view.ui.panel) ?? "";
  const close = tapButton("Close", () => act.open(null), { kind: "plain", first: true });
  if (!seated(table).includes(name)) {
    return html`<section class="panel player" aria-label="A player"><p><bdi>${name}</bdi> does not play.</p>
      <footer>${close}</footer></section>`;
  }
  const owed = debts(table, name);
  const calls = offersOf(table, "uno").filter(({ by }) => by === name);
  const catches = offersOf(table, "catch").filter(({ player }) => player === name);
  const one = (words, label, offers) => (offers.length ? tapButton(words, () => act.take(offers), { label }) : nothing);
  return html`<section class="panel player" aria-label=${name}>
    <h2><bdi>${name}</bdi></h2>
    <p>${facts(table, name)}</p>
    ${owed.length ? html`<ul aria-label="Owed">${owed}</ul>` : nothing}
    <div class="choices">${one("UNO", `Call UNO for ${name}`, calls)}${one(deed("catch"), `Catch ${name}`, catches)}${
      doubted(table).includes(name) ? tapButton("Recount", () => act.open("recount"), { label: `Recount the hand of ${name}` }) : nothing}</div>
    ${correcting(view, name)}
    <footer>${close}</footer>
  </section>`;
}
