// Sitting down: what the page shows while it claims a seat, and where a code is typed.

import { html, nothing } from "../vendor/lit-html.js";
import { codeIn } from "../arriving.js";
import { say } from "../catalogue.js";
import { actsForAll, hasSeat } from "../me.js";
import { named, problem } from "./avatar.js";
import { closeButton, tapButton } from "./controls.js";
import { worded } from "./worded.js";

const CLAIM = "/api/seats/claim";

/** What is being asked for, in the words of whoever waits for it. */
const WAITING = { [CLAIM]: "ui.claim.sitting", "/api/host": "ui.claim.asking_host" };

/** The whole screen while nothing is decided yet. */
export function arrivalView({ ui, act }) {
  const { path, lost } = ui.arrival;
  return html`<section class="pairing arriving" aria-label=${say("ui.shared.sit_down")}><div role="status"><h1 tabindex="-1">${
    say(lost ? "ui.claim.no_answer" : WAITING[path])}</h1></div>
    ${lost ? html`<p>${say("ui.claim.unknown")}</p>
      <div class="choices">${tapButton(say("ui.shared.try_again"), () => act.arrive.resume(), { kind: "big primary", first: true })}
        ${tapButton(say("ui.claim.forget"), () => act.arrive.forget(), { kind: "plain" })}</div>` : nothing}
  </section>`;
}

/** The players whose seat this device may take without a code: where everybody may do everything. */
function shortWay({ table, ui, act }) {
  if (!actsForAll(ui.me) || ui.me.access !== "open") return nothing;
  const players = table.seats.filter((one) => one.plays !== false && one.player !== ui.me.player);
  const sit = async (player) => {
    const answer = await act.request("/api/seats/codes", { player });
    if (answer.ok) await act.arrive.want({ path: CLAIM, body: { code: answer.code } });
    else act.refused(answer);
  };
  return players.length ? html`<section class="panel narrow"><h2>${say("ui.claim.tap_name")}</h2>
    <div class="choices">${players.map((one) => tapButton(named(table, one.player), () => sit(one.player)))}</div></section>` : nothing;
}

/** Whose seat this phone takes by the table's code: a name to tap, or, while no game is on, to type. */
function whoView(view) {
  const { table, ui, act } = view;
  const sit = (player) => act.arrive.want({ path: CLAIM, body: { code: ui.tableCode, player } });
  const playing = table.state !== null && table.state.phase !== "game_over";
  const free = table.seats.filter((one) => one.plays !== false && !one.devices.length);
  const typed = ui.drafts.name ?? "";
  const stay = () => {
    act.forgetTableCode();
    act.open(null);
  };
  const type = (event) => {
    event.preventDefault();
    if (typed.trim()) sit(typed.trim());
    else act.tell("page.no_name");
  };
  return html`<section class="pairing" aria-label=${say("ui.shared.sit_down")}>
    <header><h1 tabindex="-1">${say("ui.claim.who")}</h1>${closeButton(say(table.state ? "ui.shared.back_to_table" : "ui.shared.back"), act)}</header>
    ${problem(view)}
    ${hasSeat(ui.me) ? html`<p>${worded("ui.claim.has_seat", {}, { player: named(table, ui.me.player) })}</p>
      <div class="choices">${tapButton(say("ui.claim.stay", { player: ui.me.player }), stay, { kind: "big primary" })}</div>` : nothing}
    ${free.length ? html`<div class="choices">${free.map((one) => tapButton(named(table, one.player), () => sit(one.player)))}</div>` : nothing}
    ${playing ? html`<p>${say(free.length ? "ui.claim.not_listed" : "ui.claim.none_free")}</p>
      <div class="choices">${tapButton(say("ui.shared.ask_to_join"), () => act.open("come"), { kind: "plain" })}</div>`
    : html`<form class="panel narrow" novalidate @submit=${type}><label for="name">${say("ui.wishes.your_name")}</label>
        <input id="name" type="text" maxlength="30" autocomplete="off" autocapitalize="words" enterkeyhint="go" .value=${typed}
          @input=${(event) => act.draft("name", event.target.value)}>
        <button class="big primary">${say("ui.shared.sit_down")}</button></form>`}
    ${tapButton(say("ui.claim.other_code"), () => act.forgetTableCode(), { kind: "plain" })}
  </section>`;
}

/** A code is typed here; what was scanned and refused leads here, too. */
export function sitView(view) {
  const { table, ui, act } = view;
  if (ui.tableCode) return whoView(view);
  const typed = ui.drafts.code ?? "";
  const sit = (event) => {
    event.preventDefault();
    const code = codeIn(typed);
    if (code) act.arrive.want({ path: CLAIM, body: { code } });
    else act.tell("page.no_code");
  };
  return html`<section class="pairing" aria-label=${say("ui.shared.sit_down")}>
    <header><h1 tabindex="-1">${say("ui.shared.sit_down_here")}</h1>${closeButton(say(table.state ? "ui.shared.back_to_table" : "ui.shared.back"), act)}</header>
    ${problem(view)}
    ${hasSeat(ui.me) ? html`<p>${worded("ui.claim.has_seat", {}, { player: named(table, ui.me.player) })}</p>` : nothing}
    <form class="panel narrow" novalidate @submit=${sit}><label for="code">${say("ui.claim.characters")}</label>
      <input id="code" class="letters" type="text" autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false"
        maxlength="80" enterkeyhint="go" .value=${typed} @input=${(event) => act.draft("code", event.target.value)}>
      <button class="big primary">${say("ui.shared.sit_down")}</button>
      <p><small>${say("ui.claim.where")}</small></p></form>
    ${shortWay(view)}
  </section>`;
}
