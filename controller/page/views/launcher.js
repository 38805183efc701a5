// The launcher: what it is doing, what it is owed, what is wrong with it, and, where it is a
// simulated one, the finger on its button.

import { html, nothing } from "/vendor/lit-html.js";
import { owing, underWay } from "../reading.js";
import { counted } from "../words.js";
import { BACK } from "./cards.js";
import { stepper, tapButton } from "./controls.js";
import { clause } from "./log.js";

function status(table) {
  const { state, launcher: { link, faults, hit } } = table;
  const whose = hit && hit.owner !== hit.by ? `for ${hit.owner}` : "";
  if (link !== "up") return ["Not connected", "See what is wrong."];
  if (!hit && faults.length) return ["Stopped", "Something is wrong with it."];
  if (!hit) return ["At rest", "Nobody has to press now."];
  const begun = underWay(table);
  switch (hit.stage) {
    case "running": return [counted(hit.out, "card"), whose ? `${whose}, pressed by ${hit.by}` : `for ${hit.by}`];
    case "confirm": return ["To be confirmed", `Nobody counted what ${hit.by}'s press gave.`];
    case "broken": return begun
      ? ["Stopped", `${counted(hit.out, "card")} of ${hit.requested} came before it stopped.`]
      : ["Not ready", `${hit.by} can press as soon as it is.`];
    default: return begun
      ? [`${hit.by}: press for the rest`, `${counted(hit.out, "card")} came so far.`]
      : state.owed.length ? [`${hit.by}: press the button`, ""] // what is owed says the rest
        : [`${hit.by} may press`, "A hit ends the turn."];
  }
}

/** One back a card; a new one flies in by itself because it is new in the document. */
const cards = (n) => html`<div class="tray" data-testid="tray" data-count=${n}>
  ${Array.from({ length: n }, () => html`<span class="flown">${BACK}</span>`)}</div>`;

const faultCard = (act, kind) => ({ code, advice }) => html`<div class="fault" role="group" aria-label=${`Fault ${code}`}>
  <div role="alert"><h2>${code.replaceAll("_", " ").toLowerCase()}</h2><p>${advice}</p></div>
  ${tapButton("Cleared", () => act.send("/api/launcher/clear"), { kind })}</div>`;

/** What is asked where only the table can say what came. */
function doubt(table) {
  const { link, hit } = table.launcher;
  const known = `${hit.out} were counted.`;
  if (link !== "up") return ["Count by hand", `If cards came out for ${hit.by}'s hit, say how many in all.`];
  if (hit.stage === "confirm") return ["How many cards came out?", `How ${hit.by}'s hit ended is not known; ${known}`];
  return ["Or count by hand", `Say how many cards came in all, and ${hit.by}'s hit is over; ${known}`];
}

function howMany({ table, ui, act }) {
  const { hit, link } = table.launcher;
  const name = `hit ${hit.number}`;
  const [title, more] = doubt(table);
  const done = async (count) => {
    if (await act.send("/api/launcher/confirm", { hit: hit.number, cards: count })) act.draft(name, undefined);
  };
  return html`<div class="confirm" role="group" aria-label="Count of this hit">
    <div><h2>${title}</h2><p>${more}</p></div>
    ${stepper({ label: "Cards that came out", value: ui.drafts[name] ?? hit.out, word: "Count these",
      change: (value) => act.draft(name, value), done, kind: hit.stage === "broken" ? "big" : "big primary" })}
    ${hit.stage === "confirm" && !hit.out && link === "up"
      ? tapButton("Nobody pressed", () => act.send("/api/launcher/unpressed", { hit: hit.number })) : nothing}</div>`;
}

const owedList = (owed) => html`<ol class="owed" aria-label="Owed">${owed.map((one) => html`<li>
  <b><bdi>${one.by}</bdi></b> ${owing(one)}${one.by === one.player ? nothing : html` for <bdi>${one.player}</bdi>`} ${clause(one.reason)}</li>`)}</ol>`;

const finger = (act, armed) =>
  tapButton("Press", act.press, { kind: "presser", label: "Press the launcher", off: !armed });

function tricks(act, up) {
  const trick = (words, deed) =>
    tapButton(words, () => act.send(`/api/simulator/${deed}`), { kind: "plain", off: !up });
  return html`<div class="tricks" role="group" aria-label="Simulation"><small>Simulation</small>
    ${trick("Jam it", "jam")} ${trick("Take the card out", "unjam")}</div>`;
}

export function launcherView({ table, act }) {
  const { launcher, state } = table;
  const { hit, faults, link, simulated } = launcher;
  const [title, more] = status(table);
  const armed = link === "up" && !faults.length && hit?.stage === "armed";
  const inside = state ? ` · ${counted(state.launcher, "card")} inside` : "";
  return html`<section class="panel launcher" aria-label="Launcher" data-stage=${hit?.stage ?? "rest"}>
    <div class="what">
      <p class="name"><span class="lamp" data-on=${armed}></span>${launcher.name}${inside}</p>
      <h2>${title}</h2>${more ? html`<p>${more}</p>` : nothing}
    </div>
    ${simulated ? finger(act, armed) : nothing}
    ${owedList(state?.owed ?? [])}
    <div class="machine" data-empty=${!hit?.out}><div class="mouth"></div>${cards(hit?.out ?? 0)}</div>
    ${simulated ? tricks(act, link === "up") : nothing}
  </section>`;
}

/** What keeps the launcher from going on, and what the table can say to it. */
export function troubleView({ table, ui, act }) {
  const { hit, faults, link, why } = table.launcher;
  const counts = hit && (link !== "up" || hit.stage === "broken" || (underWay(table) && hit.stage !== "running"));
  if (!faults.length && !counts && !why) return nothing;
  const count = counts ? howMany({ table, ui, act }) : nothing;
  const first = hit?.stage === "confirm"; // then no clearing helps before the count
  return html`<section class="panel trouble" aria-label="Launcher trouble">
    ${why ? html`<p class="refusal">${why}</p>` : nothing}
    ${first ? count : nothing}${faults.map(faultCard(act, first ? "big" : "big primary"))}${first ? nothing : count}
  </section>`;
}
