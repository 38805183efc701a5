// What keeps the launcher from going on, and what the table can say to it.

import { html, nothing } from "../vendor/lit-html.js";
import { say, word } from "../catalogue.js";
import { documentsAddress } from "../documents.js";
import { mayClear, mayPress, maySettle } from "../own.js";
import { pressForRest, remaining, underWay } from "../reading.js";
import { advice, told } from "../words.js";
import { stepper, tapButton } from "./controls.js";

/** One button of the simulation: what a hand would do at a real launcher. */
export const trick = ({ table, act, rights }, words, deed) => (!rights.all ? nothing : tapButton(words, () => act.send(`/api/simulator/${deed}`),
  { kind: "plain", off: table.launcher.link !== "up" }));

/** One clearing ends all faults whose causes are gone. */
const clear = ({ act, rights }, words, kind) => (mayClear(rights) ? tapButton(words, () => act.send("/api/launcher/clear"), { kind }) : nothing);

/** What a fault is called; where there are documents, a link to what they say of it. */
function faultName(fault) {
  const [name, documents] = [word(fault, "fault"), documentsAddress()];
  return documents ? html`<a href=${`${documents}faults.html#${fault.toLowerCase()}`} hreflang="en">${name}</a>` : name;
}

const faultCard = (fault, way) => html`<div class="fault" role="group" data-fault=${fault} aria-label=${word(fault, "fault")}>
  <div role="alert"><h2>${faultName(fault)}</h2><p>${advice(fault)}</p></div>
  ${way}</div>`;

/** Each fault with what to do about it, and one button for all of them. */
function faultCards(view, kind) {
  const { faults } = view.table.launcher;
  if (faults.length === 1) return faultCard(faults[0], clear(view, say("ui.trouble.clear"), kind));
  return html`${faults.map((fault) => faultCard(fault, nothing))}${faults.length ? clear(view, say("ui.trouble.clear_all"), kind) : nothing}`;
}

/** What is asked where only the table can say what came. */
function doubt(table) {
  const { link, hit } = table.launcher;
  const known = { player: hit.by, n: hit.out };
  if (link !== "up") return [say("ui.trouble.by_hand"), say("ui.trouble.by_hand_how", known)];
  if (hit.stage === "confirm") return [say("ui.trouble.how_many"), say("ui.trouble.how_many_why", known)];
  return [say("ui.trouble.end"), say("ui.trouble.end_how", known)];
}

/** The press that is awaited; a real launcher has its own button for it. */
const awaited = ({ table, act, rights }, rest) => html`<div class="awaited">
  ${table.launcher.simulated && mayPress(table, rights) ? tapButton(pressForRest(rest.cards), act.press, { kind: "big primary" })
    : html`<h2>${pressForRest(rest.cards)}</h2><p>${say("ui.trouble.presses", { player: rest.by })}</p>`}</div>`;

function howMany({ table, ui, act }) {
  const { hit, link } = table.launcher;
  const name = `hit ${hit.number}`;
  const [title, more] = doubt(table);
  const early = link === "up" && hit.stage !== "confirm";
  const done = async (count) => {
    if (await act.send("/api/launcher/confirm", { hit: hit.number, cards: count })) act.draft(name, undefined);
  };
  const count = stepper({ label: say("ui.trouble.came_out"), value: ui.drafts[name] ?? hit.out, word: say(early ? "ui.trouble.end_hit" : "ui.trouble.count_these"),
      change: (value) => act.draft(name, value), done, kind: early ? "plain" : "big primary" });
  // Nobody is known to have pressed: the game goes on meanwhile, so its keys have the room
  if (link !== "up" && !underWay(table)) {
    return html`<details class="by-hand"><summary>${title}</summary>
      <div class="confirm" role="group" aria-label=${say("ui.trouble.count")}><p>${more}</p>${count}</div></details>`;
  }
  return html`<div class="confirm" role="group" aria-label=${say("ui.trouble.count")}>
    <div><h2>${title}</h2><p>${more}</p></div>
    ${count}
    ${hit.stage === "confirm" && !hit.out && link === "up"
      ? tapButton(say("ui.trouble.unpressed"), () => act.send("/api/launcher/unpressed", { hit: hit.number })) : nothing}</div>`;
}

export function troubleView(view) {
  const { table } = view;
  const { hit, faults, link, why, simulated } = table.launcher;
  const counts = hit && maySettle(table, view.rights) && (link !== "up" || hit.stage === "broken" || (underWay(table) && hit.stage !== "running"));
  if (!faults.length && !counts && !why) return nothing;
  const count = counts ? howMany(view) : nothing;
  const rest = remaining(table);
  const first = hit?.stage === "confirm"; // then no clearing helps before the count
  return html`<section class="panel trouble" data-several=${faults.length > 1} aria-label=${say("ui.trouble.title")}>
    ${why ? html`<p class="refusal">${told(why)}</p>` : nothing}
    ${rest ? awaited(view, rest) : nothing}
    ${first ? count : nothing}${faultCards(view, first ? "big" : "big primary")}
    ${simulated && faults.length && view.rights.all ? html`<p class="tricks"><small>${say("ui.trouble.simulation")}</small> ${trick(view, say("ui.trouble.unjam"), "unjam")}</p>` : nothing}
    ${first ? nothing : count}
  </section>`;
}
