// A phone that looks on: the table without any key, and the ways to a seat.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { actsForAll, hasSeat } from "../me.js";
import { openGames } from "../pastgames.js";
import { tapButton } from "./controls.js";
import { languagesView } from "./languages.js";
import { bdi, worded } from "./worded.js";

/** The same table with nothing to tap: the referee would refuse it. */
export const lookingOn = (view) => ({ ...view, table: { ...view.table, legal: [], undo: null,
  launcher: { ...view.table.launcher, simulated: false } } });

/** What somebody without a seat can do. */
export const waysView = ({ table, ui, act }) => html`<section class="panel ways-in" aria-label=${say("ui.onlooker.title")}>
  <h2>${hasSeat(ui.me) ? worded("ui.onlooker.does_not_play", {}, { player: bdi(ui.me.player) }) : say("ui.onlooker.title")}</h2>
  <div class="choices">${hasSeat(ui.me) ? tapButton(say("ui.shared.own_seat"), () => act.open("me"), { kind: "big primary" })
    : tapButton(say("ui.shared.sit_down"), () => act.open("sit"), { kind: "big primary" })}
    ${actsForAll(ui.me) ? tapButton(say("ui.shared.whole_table"), () => act.open("table")) : ""}
    ${table.state ? tapButton(say("ui.shared.ask_to_join"), () => act.open("come")) : ""}
    ${tapButton(say("ui.shared.i_am_host"), () => act.open("host"))}</div>
  <div class="choices">${table.state ? tapButton(say("ui.shared.what_cards_do"), () => act.open("cards"), { kind: "plain" }) : ""}
    ${table.state ? "" : tapButton(say("ui.practice.open"), () => act.open("practice"), { kind: "plain" })}
    ${tapButton(say("ui.shared.show_on_tv"), () => act.open("tv"), { kind: "plain" })}
    ${tapButton(say("ui.shared.past_games"), () => openGames(act), { kind: "plain" })}</div>
  ${languagesView({ act })}
</section>`;

/** Before a game there is nothing to look at. */
export const startView = (view) => html`<section class="pairing" aria-label=${say("ui.onlooker.start")}>
  <header><h1 tabindex="-1">Rollerdeck</h1></header>
  <p>${say("ui.onlooker.no_game")}</p>
  ${waysView(view)}</section>`;
