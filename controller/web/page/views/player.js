// One player, by a tap on the seat: hand, debts, what may be called for them; to correct the hand is
// the lesser choice.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { leastHand } from "../own.js";
import { addressOf, playerAt } from "../panels.js";
import { handOf, offersOf, seated } from "../reading.js";
import { deed } from "../words.js";
import { closeButton, stepper, tapButton } from "./controls.js";
import { clause } from "./log.js";
import { kindOf } from "./owed.js";
import { doubted } from "./recount.js";
import { bdi, worded } from "./worded.js";

const KIND = "player";

/** Whose panel an address is of, or null. @param {string | null} panel */
export const playerIn = (panel) => playerAt(KIND, panel);

/** Open a player's panel; the keyboard goes along. */
export function openPlayer(act, name) {
  act.open(addressOf(KIND, name));
  queueMicrotask(() => {
    const first = document.querySelector(".player [data-first]");
    if (first instanceof HTMLElement) first.focus();
  });
}

/** What is true of a player, in short sentences. */
function facts(table, name) {
  const { state } = table;
  const { scores, eliminated, dealer, uno } = state;
  const out = eliminated.includes(name);
  const towers = Object.entries(state.towers ?? {}).filter(([, holder]) => holder === name).map(([icon]) => icon);
  return [out ? say("ui.player.hand_out", { n: handOf(table, name) })
    : say("ui.player.hand", { n: handOf(table, name), points: { key: "ui.words.points", values: { n: scores[name] ?? 0 } } }),
  dealer === name ? say("ui.player.dealer") : "", towers.length ? say("ui.player.holds", { towers }) : "",
  uno?.player === name ? say(uno.called ? "ui.player.uno_called" : "ui.player.uno_open") : ""].filter(Boolean).join(" ");
}

const OWES = {
  hits: { own: "ui.player.owes_hits", others: "ui.player.owes_hits_for" },
  draws: { own: "ui.player.owes_draws", others: "ui.player.owes_draws_for" },
  until: { own: "ui.player.owes_until", others: "ui.player.owes_until_for" },
};

/** What this player has to press or draw, for whom and why. */
const debts = ({ table: { state }, side }, name) => state.owed.filter(({ by }) => by === name).map((one) => html`<li>${
  worded(OWES[kindOf(one)][one.player === name ? "own" : "others"], { n: one.draws ?? one.hits ?? 1 }, { player: bdi(one.player) })
} ${side === "seat" ? nothing : clause(one.reason)}</li>`);

/** The hand by number, folded: it overrules the referee. */
function correcting({ table, full, ui, act, rights }, name) {
  const min = leastHand(full, rights, name);
  if (min === null) return nothing;
  const { panel } = ui;
  const draft = `hand of ${name}`;
  const done = async (cards) => {
    if (cards !== table.state.hands[name] && !await act.say({ do: "set", hands: { [name]: cards } })) return;
    act.draft(draft, undefined);
    act.finish(panel);
  };
  return html`<details class="correct" ?open=${!rights.all}><summary>${say("ui.player.correct")}</summary>
    ${stepper({ label: say("ui.player.cards_of", { player: name }), value: ui.drafts[draft] ?? table.state.hands[name], word: say("ui.player.set"), kind: "big", min,
      change: (cards) => act.draft(draft, cards), done, first: false })}
    ${rights.all ? tapButton(say("ui.player.correct_else"), () => act.open("set"), { kind: "plain" }) : nothing}</details>`;
}

export function playerView(view) {
  const { table, act } = view;
  const name = playerIn(view.ui.panel) ?? "";
  const close = closeButton(say("ui.words.close"), act, { kind: "plain", first: true });
  if (!seated(table).includes(name)) {
    return html`<section class="panel player" aria-label=${say("ui.player.title")}><p>${worded("ui.player.absent", {}, { player: bdi(name) })}</p>
      <footer>${close}</footer></section>`;
  }
  const owed = debts(view, name);
  const calls = offersOf(table, "uno").filter(({ by }) => by === name);
  const catches = offersOf(table, "catch").filter(({ player }) => player === name);
  const mine = leastHand(view.full, view.rights, name) !== null;
  const one = (words, label, offers) => (offers.length ? tapButton(words, () => act.take(offers), { label }) : nothing);
  return html`<section class="panel player" aria-label=${name}>
    <h2><bdi>${name}</bdi></h2>
    <p>${facts(table, name)}</p>
    ${owed.length ? html`<ul aria-label=${say("ui.player.owed")}>${owed}</ul>` : nothing}
    <div class="choices">${one(deed("uno"), say("ui.player.call_uno", { player: name }), calls)}${one(deed("catch"), say("ui.player.catch", { player: name }), catches)}${
      mine && doubted(table).includes(name) ? tapButton(say("ui.player.recount"), () => act.open("recount"), { label: say("ui.player.recount_of", { player: name }) }) : nothing}</div>
    ${correcting(view, name)}
    <footer>${close}</footer>
  </section>`;
}
