// The launcher: what it is doing, what it is owed, what is wrong with it, and, where it is a
// simulated one, the finger on its button.

import { html, nothing } from "/vendor/lit-html.js";
import { owing, underWay } from "../reading.js";
import { counted } from "../words.js";
import { BACK } from "./cards.js";
import { stepper } from "./stepper.js";

function status(table) {
  const { link, why, faults, hit } = table.launcher;
  const whose = hit && hit.owner !== hit.by ? `for ${hit.owner}` : "";
  if (link !== "up") return ["Not connected", why];
  if (!hit) return faults.length ? ["Stopped", "Something is wrong with it."] : ["At rest", "Nobody has to press now."];
  const begun = underWay(table);
  switch (hit.stage) {
    case "running": return [counted(hit.out, "card"), whose ? `${whose}, pressed by ${hit.by}` : `for ${hit.by}`];
    case "confirm": return ["To be confirmed", `Nobody counted what ${hit.by}'s press gave.`];
    case "broken": return begun ? ["Stopped", `${counted(hit.out, "card")} of ${hit.requested} came before it stopped.`]
      : ["Not ready", `${hit.by} can press as soon as it is.`];
    default: return begun ? [`${hit.by}: press for the rest`, `${counted(hit.out, "card")} came so far.`]
      : [`${hit.by}: press the button`, whose ? `What comes out is ${whose}.` : "What comes out is yours."];
  }
}

/** One back a card; a new one flies in by itself because it is new in the document. */
const cards = (n) => html`<div class="tray" data-testid="tray" data-count=${n}>${Array.from({ length: n }, () => html`<span class="flown">${BACK}</span>`)}</div>`;

const faultCard = (act) => ({ code, advice }) => html`<div class="fault" role="group" aria-label=${`Fault ${code}`}>
  <div><h2>${code.replaceAll("_", " ").toLowerCase()}</h2><p>${advice}</p></div>
  <button type="button" class="big primary" @click=${() => act.send("/api/launcher/clear")}>Cleared</button></div>`;

/** What is asked where only the table can say what came. */
function doubt(table) {
  const { link, hit } = table.launcher;
  if (link !== "up") return ["Count by hand", `Until it is back: if ${hit.by} drew or had cards come out, say how many in all.`];
  if (hit.stage === "confirm") return ["How many cards came out?", `It is not known how ${hit.by}'s hit ended; ${hit.out} were counted.`];
  return ["Or count by hand", `Say how many cards ${hit.by} got in all, and the hit is over; ${hit.out} were counted.`];
}

function howMany({ table, ui, act }) {
  const { hit } = table.launcher;
  const name = `hit ${hit.number}`;
  const [title, more] = doubt(table);
  const done = async (count) => {
    if (await act.send("/api/launcher/confirm", { hit: hit.number, cards: count })) act.draft(name, undefined);
  };
  return html`<div class="confirm" role="group" aria-label="Count of this hit">
    <div><h2>${title}</h2><p>${more}</p></div>
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
  const [title, more] = status(table);
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
  const { hit, faults, link, why } = table.launcher;
  const counts = hit && (link !== "up" || hit.stage === "broken" || (underWay(table) && hit.stage !== "running"));
  if (!faults.length && !counts && !(why && link === "up")) return nothing;
  return html`<section class="panel trouble" aria-label="Launcher trouble">
    ${why && link === "up" ? html`<p class="refusal">${why}</p>` : nothing}
    ${faults.map(faultCard(act))}
    ${counts ? howMany({ table, ui, act }) : nothing}
  </section>`;
}
