// Sitting down: what the page shows while it claims a seat, and where a code is typed.

import { html, nothing } from "../vendor/lit-html.js";
import { codeIn } from "../arriving.js";
import { say } from "../catalogue.js";
import { actsForAll, hasSeat } from "../me.js";
import { named, problem } from "./avatar.js";
import { closeButton, tapButton } from "./controls.js";
import { worded } from "./worded.js";

/** What is being asked for, in the words of whoever waits for it. */
const WAITING = { "/api/seats/claim": "ui.claim.sitting", "/api/host": "ui.claim.asking_host" };

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
    if (answer.ok) await act.arrive.want({ path: "/api/seats/claim", body: { code: answer.code } });
    else act.refused(answer);
  };
  return players.length ? html`<section class="panel narrow"><h2>${say("ui.claim.tap_name")}</h2>
    <div class="choices">${players.map((one) => tapButton(named(table, one.player), () => sit(one.player)))}</div></section>` : nothing;
}

/** A code is typed here; what was scanned and refused leads here, too. */
export function sitView(view) {
  const { table, ui, act } = view;
  const typed = ui.drafts.code ?? "";
  const sit = (event) => {
    event.preventDefault();
    const code = codeIn(typed);
    if (code) act.arrive.want({ path: "/api/seats/claim", body: { code } });
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
