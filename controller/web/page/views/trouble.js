// What keeps the launcher from going on, and what the table can say to it.

import { html, nothing } from "/vendor/lit-html.js";
import { pressForRest, remaining, underWay } from "../reading.js";
import { word } from "../catalogue.js";
import { advice, capital, counted, told } from "../words.js";
import { stepper, tapButton } from "./controls.js";

/** One button of the simulation: what a hand would do at a real launcher. */
export const trick = ({ table, act }, words, deed) => tapButton(words, () => act.send(`/api/simulator/${deed}`),
  { kind: "plain", off: table.launcher.link !== "up" });

/** One clearing ends all faults whose causes are gone. */
const clear = ({ act }, words, kind) => tapButton(words, () => act.send("/api/launcher/clear"), { kind });

const faultCard = (fault, way) => html`<div class="fault" role="group" data-fault=${fault} aria-label=${word(fault, "fault")}>
  <div role="alert"><h2>${word(fault, "fault")}</h2><p>${advice(fault)}</p></div>
  ${way}</div>`;

/** Each fault with what to do about it, and one button for all of them. */
function faultCards(view, kind) {
  const { faults } = view.table.launcher;
  if (faults.length === 1) return faultCard(faults[0], clear(view, "Clear the fault", kind));
  return html`${faults.map((fault) => faultCard(fault, nothing))}${faults.length ? clear(view, "Clear the faults", kind) : nothing}`;
}

/** What is asked where only the table can say what came. */
function doubt(table) {
  const { link, hit } = table.launcher;
  const known = `the launcher counted ${counted(hit.out, "card")}.`;
  if (link !== "up") return ["Count by hand", `If cards came out for ${hit.by}'s hit, enter how many came out in total.`];
  if (hit.stage === "confirm") return ["How many cards came out?", `It is not known how ${hit.by}'s hit ended. Before that, ${known}`];
  return ["Or end this hit early", `If you end the hit, ${hit.by} gets no more cards for it. So far, ${known} Enter how many cards really came out.`];
}

/** The press that is awaited; a real launcher has its own button for it. */
const awaited = ({ table, act }, rest) => html`<div class="awaited">
  ${table.launcher.simulated ? tapButton(capital(pressForRest(rest.cards)), act.press, { kind: "big primary" })
    : html`<h2>${capital(pressForRest(rest.cards))}</h2><p>${rest.by} presses the launcher's button.</p>`}</div>`;

function howMany({ table, ui, act }) {
  const { hit, link } = table.launcher;
  const name = `hit ${hit.number}`;
  const [title, more] = doubt(table);
  const early = link === "up" && hit.stage !== "confirm";
  const done = async (count) => {
    if (await act.send("/api/launcher/confirm", { hit: hit.number, cards: count })) act.draft(name, undefined);
  };
  const count = stepper({ label: "Cards that came out", value: ui.drafts[name] ?? hit.out, word: early ? "End the hit" : "Count these",
      change: (value) => act.draft(name, value), done, kind: early ? "plain" : "big primary" });
  // Nobody is known to have pressed: the game goes on meanwhile, so its keys have the room
  if (link !== "up" && !underWay(table)) {
    return html`<details class="by-hand"><summary>${title}</summary>
      <div class="confirm" role="group" aria-label="Count of this hit"><p>${more}</p>${count}</div></details>`;
  }
  return html`<div class="confirm" role="group" aria-label="Count of this hit">
    <div><h2>${title}</h2><p>${more}</p></div>
    ${count}
    ${hit.stage === "confirm" && !hit.out && link === "up"
      ? tapButton("Nobody pressed", () => act.send("/api/launcher/unpressed", { hit: hit.number })) : nothing}</div>`;
}

export function troubleView(view) {
  const { table } = view;
  const { hit, faults, link, why, simulated } = table.launcher;
  const counts = hit && (link !== "up" || hit.stage === "broken" || (underWay(table) && hit.stage !== "running"));
  if (!faults.length && !counts && !why) return nothing;
  const count = counts ? howMany(view) : nothing;
  const rest = remaining(table);
  const first = hit?.stage === "confirm"; // then no clearing helps before the count
  return html`<section class="panel trouble" aria-label="Launcher trouble">
    ${why ? html`<p class="refusal">${told(why)}</p>` : nothing}
    ${rest ? awaited(view, rest) : nothing}
    ${first ? count : nothing}${faultCards(view, first ? "big" : "big primary")}
    ${simulated && faults.length ? html`<p class="tricks"><small>Simulation</small> ${trick(view, "Take the card out", "unjam")}</p>` : nothing}
    ${first ? nothing : count}
  </section>`;
}
