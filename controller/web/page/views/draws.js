// Cards without a game: who gets how many, the press that is awaited, and what everybody has drawn.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { actsForAll, hasSeat, mayBegin } from "../me.js";
import { MOST_CARDS } from "../moments.js";
import { EVERYBODY, alone, mayPress, maySettle } from "../own.js";
import { openGames } from "../pastgames.js";
import { resting, underWay } from "../reading.js";
import { closeButton, stepper, tapButton } from "./controls.js";
import { fairView, sealedView } from "./fairness.js";
import { sizeOf } from "./felt.js";
import { openJoin } from "../joining.js";
import { languagesView } from "./languages.js";
import { bdi, worded } from "./worded.js";
import { troubleView } from "./trouble.js";

const NEWEST = 12; // draws that are listed at once

/** Who may be given cards here: anybody, this device's own player, or nobody. */
const rightsHere = (me) => (actsForAll(me) ? EVERYBODY : alone(hasSeat(me) ? me.player : null));

/** Before a session: what it is, and words for its draws. */
export function drawsSetupView({ table, ui, act }) {
  const draft = ui.drafts.draws ?? {};
  const set = (patch) => act.choose("draws", { ...draft, ...patch });
  const begin = async () => {
    const words = draft.words?.trim() ? { words: draft.words } : {};
    if (!await act.send("/api/draws", { ...words, commitment: table.fairness.next_draws })) return;
    act.draft("draws", undefined);
    act.finish("draws");
  };
  const leaves = table.state && table.state.phase !== "game_over";
  return html`<section class="games draws" aria-label=${say("ui.draws.title")}>
    ${notice(ui)}
    <header><h1 tabindex="-1">${say("ui.draws.title")}</h1>${closeButton(say("ui.shared.back"), act)}</header>
    <p>${say("ui.draws.what")}</p>${leaves ? html`<p>${say("ui.draws.leaves")}</p>` : nothing}
    ${mayBegin(ui.me, table) ? html`<div class="choices">${tapButton(say("ui.draws.begin"), begin, { kind: "big primary" })}</div>
      ${sealedView({ table }, draft, set, table.fairness.next_draws)}` : nothing}
  </section>`;
}

/** A session: what a device may ask for, and what everybody sees. */
export function drawsView(view) {
  const { table, ui, act } = view;
  const { draws } = table;
  const rights = rightsHere(ui.me);
  const here = { ...view, rights };
  return html`<section class="games draws" aria-label=${say("ui.draws.title")}>
    ${notice(ui)}
    <header><h1 tabindex="-1">${say(draws.over ? "ui.draws.over" : "ui.draws.title")}</h1>${languagesView(view)}</header>
    ${draws.over ? html`<div class="choices">${waysOn(here)}</div>`
      : html`${troubleView(here)}${draws.waits_for === null ? askView(here) : waitView(here)}`}
    ${tallyView(draws)}
    ${draws.over ? html`<section class="panel">${fairView(draws.fairness, `rollerdeck verify --draws ${draws.session}`)}</section>` : nothing}
    ${drawnView(draws)}
    <div class="choices">${draws.over ? nothing : waysOn(here)}
      ${tapButton(say("ui.shared.connect_phone"), () => openJoin(view), { kind: "plain" })}
      ${actsForAll(ui.me) ? tapButton(say("ui.shared.seats_and_phones"), () => act.open("seats"), { kind: "plain" }) : nothing}
      ${tapButton(say("ui.shared.show_on_tv"), () => act.open("tv"), { kind: "plain" })}
      ${tapButton(say("ui.shared.past_games"), () => openGames(act), { kind: "plain" })}
      <a class="plain" href=${`/api/draws/${Number(draws.session)}`} download=${`rollerdeck-draws-${Number(draws.session)}.json`}>${say("ui.shared.export")}</a></div>
    ${draws.over ? nothing : fairView(draws.fairness)}
  </section>`;
}

const notice = (ui) => (ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing);

/** The end, another session, or a game: for whom may begin one. */
function waysOn({ table, ui, act }) {
  if (!mayBegin(ui.me, table)) return nothing;
  if (table.draws.over) {
    return html`${tapButton(say("ui.draws.again"), () => act.open("draws"))}${tapButton(say("ui.more.new_game"), () => act.open("setup"))}`;
  }
  return tapButton(say("ui.draws.end"), () => act.send("/api/draws/end"), { off: underWay(table) });
}

/** Who gets cards, and how many. A phone asks for its own player. */
function askView({ table, ui, act, rights }) {
  if (!rights.all && rights.player === null) return html`<p role="status">${say("ui.draws.nobody")}</p>`;
  const player = rights.all ? ui.drafts.drawer ?? "" : rights.player;
  const ask = async (more) => {
    if (!await act.send("/api/draws/ask", { player: player.trim(), ...more })) return;
    act.draft("drawer", undefined);
    act.draft("cards", undefined); // the next one is not asked for as many
  };
  const known = table.draws.tally.map((one) => one.player);
  return html`<section class="panel" aria-label=${say("ui.draws.give")}>
    ${rights.all ? html`<label>${say("ui.draws.who")} <input type="text" maxlength="40" autocomplete="off" .value=${player}
        @input=${(event) => act.choose("drawer", event.target.value)}></label>`
    : html`<h2>${worded("ui.draws.own", {}, { player: bdi(player) })}</h2>`}
    ${stepper({ label: say("ui.draws.how_many"), value: ui.drafts.cards ?? 1, max: MOST_CARDS, first: false,
      change: (value) => act.choose("cards", value), done: (cards) => ask({ cards }), word: say("ui.draws.named") })}
    <div class="choices">${tapButton(say("ui.draws.by_profile"), () => ask({}))}</div>
    ${rights.all && known.length ? html`<div class="choices names">${known.map((name) => tapButton(bdi(name), () => act.choose("drawer", name), { kind: "plain" }))}</div>` : nothing}
  </section>`;
}

/** The press that is awaited, and the cards as they come. */
function waitView({ table, act, rights }) {
  const { draws: { waits_for: player, cards }, launcher: { hit, simulated, faults, link } } = table;
  const coming = hit?.stage === "running";
  const armed = link === "up" && !faults.length && hit?.stage === "armed";
  const words = coming ? say("ui.draws.coming", { n: hit.out })
    : cards === null ? say("ui.draws.press", { player }) : say("ui.draws.press_for", { player, n: cards });
  const back = hit && !underWay(table) && maySettle(table, rights);
  const presses = simulated && mayPress(table, rights) && !underWay(table) && (armed || resting(table));
  return html`<section class="panel" aria-label=${say("ui.draws.give")}>
    <div role="status"><h2>${words}</h2></div>
    <div class="choices">${presses ? tapButton(say("ui.launcher.button"), act.press, { kind: "big primary", off: !armed }) : nothing}
      ${back ? tapButton(say("ui.draws.take_back"), () => act.send("/api/draws/cancel", { hit: hit.number })) : nothing}</div>
  </section>`;
}

/** What each person has drawn. */
export const tallyView = ({ tally }) => (tally.length ? html`<section class="panel"><h2>${say("ui.draws.tally")}</h2>
  <div class="wide" tabindex="0" role="region" aria-label=${say("ui.draws.tally")}><table><thead><tr><th scope="col">${say("ui.draws.name")}</th><th scope="col">${say("ui.draws.draws")}</th>
    <th scope="col">${say("ui.draws.cards")}</th></tr></thead>
    <tbody>${tally.map(({ player, draws, cards }) => html`<tr><th scope="row"><bdi data-size=${sizeOf(player)}>${player}</bdi></th><td>${draws}</td><td>${cards}</td></tr>`)}</tbody></table></div>
  </section>` : html`<p>${say("ui.draws.none")}</p>`);

/** The newest draws, the newest first. */
function drawnView({ drawn }) {
  if (!drawn.length) return nothing;
  const line = ({ player, cards, uncertain }) => say(uncertain ? "ui.draws.perhaps_more" : "ui.draws.drew", { player, n: cards });
  return html`<section class="panel"><h2>${say("ui.draws.newest")}</h2>
    <ol>${drawn.slice(-NEWEST).reverse().map((one) => html`<li>${line(one)}</li>`)}</ol></section>`;
}
