// What a player seldom says at the phone, and what this device does: behind one button.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { leastHand } from "../own.js";
import { offersOf } from "../reading.js";
import { deed } from "../words.js";
import { againButton } from "./again.js";
import { closeButton, tapButton } from "./controls.js";
import { languagesView } from "./languages.js";
import { openPlayer } from "./player.js";
import { switches } from "./topbar.js";
import { scanView } from "./scan.js";
import { wishesButton } from "./wishes.js";

export function seatMenu(view) {
  const { table, full, ui, act, rights } = view;
  const told = offersOf(table, "suggested");
  return html`<section class="panel more seat-menu" aria-label=${say("ui.seatmenu.title")}>
    <h2>${say("ui.seatmenu.title")}</h2>
    <div class="choices">
      ${leastHand(full, rights, rights.player) === null ? nothing : tapButton(say("ui.seatmenu.correct"), () => openPlayer(act, rights.player))}
      ${told.length ? tapButton(deed("suggested"), () => act.take(told)) : nothing}
      ${againButton(view)}
      ${wishesButton(view)}
      ${tapButton(say("ui.shared.what_cards_do"), () => act.open("cards"))}
      ${tapButton(say("ui.shared.own_seat"), () => act.open("me"))}
      ${tapButton(say("ui.shared.whole_table"), () => act.open("table"))}</div>
    ${switches(view)}
    ${scanView(view)}
    ${languagesView(view)}
    <button type="button" class="big" data-builds aria-pressed=${!ui.settings.quiet}
      @click=${() => act.set({ quiet: !ui.settings.quiet })}>${say("ui.seatmenu.buzz")}</button>
    <div id="told" class="told"></div>
    <footer>${closeButton(say("ui.words.close"), act, { kind: "plain", first: true })}</footer>
  </section>`;
}
