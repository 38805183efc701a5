// The launcher in the middle of the table: whom it faces, what is in its hopper, what it is doing,
// the cards as they leave, and, where it is a simulated one, the finger on its button.

import { html, nothing } from "../vendor/lit-html.js";
import { readerOf } from "../addressing.js";
import { say } from "../catalogue.js";
import { awaitedStreak } from "../flights.js";
import { mayPress } from "../own.js";
import { dealing, hitsFirst, hitsOn, insideOf, offersOf, pressForRest, pressesForRest, resting, underWay } from "../reading.js";
import { bearing } from "../seating.js";
import { cardsOf, deed } from "../words.js";
import { BACK } from "./cards.js";
import { fitted, tapButton } from "./controls.js";
import { weighed } from "./scale.js";

/** What follows from a hit instead of a play. */
function ownHit(table) {
  if (hitsFirst(table)) return say("ui.launcher.then_card");
  return say(hitsOn(table) ? "ui.launcher.until_cards" : "ui.launcher.ends_turn");
}

/** What whoever is to press reads on their own phone. */
const YOU = { press: "ui.you.press", may_press: "ui.you.may_press", when_ready: "ui.you.when_ready", then: "ui.you.can_press" };
const THEM = { press: "ui.launcher.press", may_press: "ui.launcher.may_press", when_ready: "ui.launcher.when_ready", then: "ui.launcher.then" };

/** How many presses in a row gave nothing, from two on. */
function streak(table) {
  const n = awaitedStreak(table);
  return n > 1 ? say("ui.launcher.dry", { n }) : "";
}

/** What the launcher does and for whom; `reader` alone reads it, or with null the whole room. */
function status(table, reader) {
  const { state, launcher: { link, faults, hit } } = table;
  if (link !== "up") return [say("ui.launcher.down"), say("ui.launcher.down_more")];
  if (!hit && faults.length) return [say("ui.launcher.stopped"), say("ui.launcher.clear_first")];
  if (!hit) return [say("ui.launcher.rest"), ""];
  const { by, owner } = hit;
  const others = owner !== by;
  const begun = underWay(table);
  const toPresser = (word) => (reader === by ? say(YOU[word]) : say(THEM[word], { player: by }));
  switch (hit.stage) {
    case "running": return [cardsOf(hit.out), reader === by && !others ? say("ui.you.get") : say(others ? "ui.launcher.for_pressed_by" : "ui.launcher.for", { player: owner, by })];
    case "confirm": return [say("ui.launcher.count"), say("ui.launcher.unknown", { player: by })];
    case "broken": return begun
      ? [say("ui.launcher.stopped"), say("ui.launcher.out_of", { out: hit.out, n: hit.requested })]
      : [say("ui.launcher.not_ready"), toPresser("when_ready")];
    case "breath": return [say("ui.launcher.breath"), toPresser("then")];
    default: return begun
      ? [reader === by ? pressForRest(hit.requested - hit.out) : pressesForRest({ by, cards: hit.requested - hit.out }), say("ui.launcher.so_far", { n: hit.out })]
      : dealing(table) ? [toPresser("press"), say("ui.launcher.deals")]
      : state.owed.length ? [toPresser("press"), others ? say("ui.launcher.for", { player: owner }) : streak(table)]
        : [toPresser("may_press"), ownHit(table)];
  }
}

/** One back a card; a new one flies in by itself because it is new in the document. */
const cards = (n) => html`<div class="tray" data-testid="tray" data-count=${n}>
  ${Array.from({ length: n }, () => html`<span class="flown">${BACK}</span>`)}</div>`;

/** While the button rests, it takes presses, and quick ones are not one: the referee has to know of each, and says to wait. */
const finger = (act, armed, rests, mine) => html`<button type="button" class="presser" aria-label=${say(rests ? "ui.launcher.wait_to_press" : "ui.launcher.press_it")} aria-keyshortcuts="P"
  aria-disabled=${rests} ?data-builds=${rests} ?disabled=${!mine || (!armed && !rests)} @click=${act.press}>${fitted(say(rests ? "ui.launcher.wait" : "ui.launcher.button"))}</button>`;

/** How full the hopper is; where a reload is due, it is the button that says so. */
function hopper({ table, act }) {
  const { hands, launcher, discard, reload_due: due, phase } = table.state;
  const all = Object.values(hands).reduce((sum, hand) => sum + hand, launcher + discard);
  const inside = insideOf(table);
  const reloads = due && phase !== "reload" ? offersOf(table, "reload") : [];
  if (dealing(table)) return nothing; // the hands to come are in it, too
  const by = weighed(table);
  return html`<div class="hopper" data-due=${reloads.length > 0} .style=${`--full:${Math.min(1, inside / all)}`}>
    ${by ? html`<span class="weighed" role="img" aria-label=${by.words} title=${by.words}><b>${by.cards}</b><small>${fitted(by.between || say("ui.launcher.inside"))}</small></span>`
      : html`<b>${inside}</b><small>${fitted(say("ui.launcher.inside"))}</small>`}
    ${reloads.length ? tapButton(fitted(say("ui.launcher.reload")), () => act.take(reloads), { kind: "reload", label: deed("reload") }) : nothing}</div>`;
}

/** What the launcher is doing, as far as the look of the table depends on it. */
export const stageOf = ({ launcher: { hit, faults, link } }) => (link !== "up" || faults.length ? "trouble" : hit?.stage ?? "rest");

/** `names` sit at `spots`: the mouth turns to the one whom it faces. */
export function launcherView(view, names, spots) {
  const { table, act, rights } = view;
  const { launcher, state } = table;
  const { hit, faults, link, simulated } = launcher;
  const [title, more] = status(table, readerOf(view));
  const armed = link === "up" && !faults.length && hit?.stage === "armed";
  const facing = spots[names.indexOf(state.facing)];
  const coming = link === "up" && hit?.stage === "running";
  const passes = offersOf(table, "pass");
  return html`<section class="launcher" aria-label=${say("ui.launcher.title")} data-stage=${stageOf(table)} data-armed=${armed}>
    ${hopper(view)}
    <div class="device" data-facing=${facing ? state.facing : nothing}>
      <span class="roller"></span><span class="mouth" ?hidden=${!facing} .style=${`rotate:${facing ? bearing(facing) : 0}deg`}></span>
      ${simulated ? finger(act, armed, resting(table), mayPress(table, rights)) : html`<span class="lamp" data-on=${armed}></span>`}
    </div>
    <div class="out"><b>${hit?.out || nothing}</b></div>
    <div class="what">${passes.length ? tapButton(deed("pass"), () => act.take(passes), { kind: "big primary", hotkey: "P" })
      : html`<h2 class=${coming ? "sr" : nothing} data-long=${title.length > 24}>${title}</h2>${coming ? cards(hit.out) : nothing}<p data-long=${more.length > 44}>${more}</p>`}
      <span class="sr">${facing ? say("ui.launcher.facing", { launcher: launcher.name, player: state.facing }) : launcher.name}</span></div>
  </section>`;
}
