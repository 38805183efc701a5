// The launcher in the middle of the table: whom it faces, what is in its hopper, what it is doing,
// the cards as they leave, and, where it is a simulated one, the finger on its button.

import { html, nothing } from "/vendor/lit-html.js";
import { dealing, offersOf, pressForRest, resting, underWay } from "../reading.js";
import { bearing } from "../seating.js";
import { counted, deed } from "../words.js";
import { BACK } from "./cards.js";
import { tapButton } from "./controls.js";

function status(table) {
  const { state, launcher: { link, faults, hit } } = table;
  const whose = hit && hit.owner !== hit.by ? `for ${hit.owner}` : "";
  if (link !== "up") return ["Not connected", "The panel below says what to do."];
  if (!hit && faults.length) return ["Stopped", "Clear the fault first."];
  if (!hit) return ["At rest", ""];
  const begun = underWay(table);
  switch (hit.stage) {
    case "running": return [counted(hit.out, "card"), whose ? `${whose}, pressed by ${hit.by}` : `for ${hit.by}`];
    case "confirm": return ["Count the cards", `It is not known how many cards came out for ${hit.by}'s press.`];
    case "broken": return begun
      ? ["Stopped", `${hit.out} of ${counted(hit.requested, "card")} came out.`]
      : ["Not ready", `${hit.by} can press when the launcher is ready.`];
    case "breath": return ["Wait a moment", `Then ${hit.by} can press.`];
    default: return begun
      ? [`${hit.by}: ${pressForRest(hit.requested - hit.out)}`, `${counted(hit.out, "card")} came out so far.`]
      : dealing(table) ? [`${hit.by}: press the button`, "The launcher deals your hand."]
      : state.owed.length ? [`${hit.by}: press the button`, whose]
        : [`${hit.by} may press`, "A hit ends your turn."];
  }
}

/** One back a card; a new one flies in by itself because it is new in the document. */
const cards = (n) => html`<div class="tray" data-testid="tray" data-count=${n}>
  ${Array.from({ length: n }, () => html`<span class="flown">${BACK}</span>`)}</div>`;

/** While the button rests, it takes presses, and quick ones are not one: the referee has to know of each, and says to wait. */
const finger = (act, armed, rests) => html`<button type="button" class="presser" aria-label="Press the launcher" aria-keyshortcuts="P"
  aria-disabled=${rests} ?data-builds=${rests} ?disabled=${!armed && !rests} @click=${act.press}>${rests ? "Wait" : "Press"}</button>`;

/** How full the hopper is; where a reload is due, it is the button that says so. */
function hopper({ table, act }) {
  const { hands, launcher: inside, discard, reload_due: due, phase } = table.state;
  const all = Object.values(hands).reduce((sum, hand) => sum + hand, inside + discard);
  const reloads = due && phase !== "reload" ? offersOf(table, "reload") : [];
  if (dealing(table)) return nothing; // the hands to come are in it, too
  return html`<div class="hopper" data-due=${reloads.length > 0} .style=${`--full:${Math.min(1, inside / all)}`}>
    <b>${inside}</b><small>inside</small>
    ${reloads.length ? tapButton("Reload", () => act.take(reloads), { kind: "reload", label: deed("reload") }) : nothing}</div>`;
}

/** What the launcher is doing, as far as the look of the table depends on it. */
export const stageOf = ({ launcher: { hit, faults, link } }) => (link !== "up" || faults.length ? "trouble" : hit?.stage ?? "rest");

/** `names` sit at `spots`: the mouth turns to the one whom it faces. */
export function launcherView(view, names, spots) {
  const { table, act } = view;
  const { launcher, state } = table;
  const { hit, faults, link, simulated } = launcher;
  const [title, more] = status(table);
  const armed = link === "up" && !faults.length && hit?.stage === "armed";
  const facing = spots[names.indexOf(state.facing)];
  const coming = link === "up" && hit?.stage === "running";
  const passes = offersOf(table, "pass");
  return html`<section class="launcher" aria-label="Launcher" data-stage=${stageOf(table)} data-armed=${armed}>
    ${hopper(view)}
    <div class="device" data-facing=${facing ? state.facing : nothing}
      .style=${`--bearing:${facing ? bearing(facing) : 0}deg`}>
      <span class="mouth" ?hidden=${!facing}></span>
      ${simulated ? finger(act, armed, resting(table)) : html`<span class="lamp" data-on=${armed}></span>`}
    </div>
    <div class="out"><b>${hit?.out || nothing}</b></div>
    <div class="what">${passes.length ? tapButton(deed("pass"), () => act.take(passes), { kind: "big primary", hotkey: "P" })
      : html`<h2 class=${coming ? "sr" : nothing} data-long=${title.length > 30}>${title}</h2>${coming ? cards(hit.out) : nothing}<p>${more}</p>`}
      <span class="sr">${launcher.name}${facing ? `, facing ${state.facing}` : nothing}</span></div>
  </section>`;
}
