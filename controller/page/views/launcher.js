// The launcher: what it is doing, what it is owed, what is wrong with it, and, where it is a
// simulated one, the finger on its button.

import { html, nothing } from "/vendor/lit-html.js";
import { owing } from "../reading.js";
import { counted } from "../words.js";
import { BACK } from "./cards.js";
import { stepper } from "./stepper.js";

function status({ link, why, faults, hit }) {
  if (link !== "up") return ["Not connected", why];
  if (hit?.stage === "confirm") return ["To be confirmed", `${hit.by} hit while the referee was away.`];
  if (hit?.stage === "broken") return ["Stopped", `${counted(hit.out, "card")} of ${hit.requested ?? "this hit"} came before it stopped.`];
  if (faults.length) return ["Stopped", "Something is wrong with it: see there."];
  if (hit?.stage === "running") return [counted(hit.out, "card"), hit.owner === hit.by ? `for ${hit.by}` : `for ${hit.owner}, pressed by ${hit.by}`];
  if (hit?.stage === "armed") return [`${hit.by}: press the button`, hit.owner === hit.by ? "What comes out is yours." : `What comes out is for ${hit.owner}.`];
  return ["At rest", "Nobody has to press now."];
}

/** One back a card; a new one flies in by itself because it is new in the document. */
const cards = (n) => html`<div class="tray" data-testid="tray" data-count=${n}>${Array.from({ length: n }, () => html`<span class="flown">${BACK}</span>`)}</div>`;

const faultCard = (act) => ({ code, advice }) => html`<div class="fault" role="group" aria-label=${`Fault ${code}`}>
  <div><h2>${code.replaceAll("_", " ").toLowerCase()}</h2><p>${advice}</p></div>
  <button type="button" class="big primary" @click=${() => act.send("/api/launcher/clear")}>Cleared</button></div>`;

function howMany({ ui, act }, hit) {
  const name = `hit ${hit.number}`;
  const done = async (count) => {
    if (await act.send("/api/launcher/confirm", { hit: hit.number, cards: count })) act.draft(name, undefined);
  };
  return html`<div class="confirm" role="group" aria-label="Count of this hit">
    <div><h2>${hit.stage === "broken" ? "Or leave it at that" : "How many cards came out?"}</h2>
      <p>${hit.stage === "broken" ? `${counted(hit.out, "card")} came: count them, and the hit is over.`
        : `The referee was away while ${hit.by} hit; it saw at least ${hit.out}.`}</p></div>
    ${stepper({ label: "Cards that came out", value: ui.drafts[name] ?? hit.out, word: "Count these",
      change: (value) => act.draft(name, value), done })}</div>`;
}

const owedList = (owed) => html`<ol class="owed" aria-label="Owed">${owed.map((one) => html`<li>
  <b>${one.by}</b> ${owing(one)}${one.by === one.player ? "" : ` for ${one.player}`} <span class="clause">${one.reason}</span></li>`)}</ol>`;

const finger = (act, armed) => html`<button type="button" class="presser" aria-label="Press the launcher"
  ?disabled=${!armed} @click=${act.press}><span>Press</span></button>`;

const tricks = (act, up) => html`<div class="tricks" role="group" aria-label="Simulation"><small>Simulation</small>
  <button type="button" class="plain" ?disabled=${!up} @click=${() => act.send("/api/simulator/jam")}>Jam it</button>
  <button type="button" class="plain" ?disabled=${!up} @click=${() => act.send("/api/simulator/unjam")}>Take the card out</button></div>`;

export function launcherView({ table, act }) {
  const { launcher, state } = table;
  const { hit, faults, link, simulated } = launcher;
  const [title, more] = status(launcher);
  const armed = link === "up" && !faults.length && hit?.stage === "armed";
  return html`<section class="panel launcher" aria-label="Launcher" data-stage=${hit?.stage ?? "rest"} data-link=${link}>
    <div class="what">
      <p class="name"><span class="lamp" data-on=${armed}></span>${launcher.name}${state ? html` · ${counted(state.launcher, "card")} inside` : nothing}</p>
      <h2 role="status">${title}</h2><p>${more}</p>
      ${state?.owed.length ? owedList(state.owed) : nothing}
    </div>
    ${simulated ? finger(act, armed) : nothing}
    <div class="machine" data-empty=${!hit?.out}><div class="mouth"></div>${cards(hit?.out ?? 0)}</div>
    ${simulated ? tricks(act, link === "up") : nothing}
  </section>`;
}

/** What keeps the launcher from going on, and what the table can say to it. */
export function troubleView({ table, ui, act }) {
  const { hit, faults, link } = table.launcher;
  const counts = link === "up" && (hit?.stage === "confirm" || hit?.stage === "broken");
  if (!faults.length && !counts) return nothing;
  return html`<section class="panel trouble" aria-label="Launcher trouble">
    ${faults.map(faultCard(act))}
    ${counts ? howMany({ ui, act }, hit) : nothing}
  </section>`;
}
