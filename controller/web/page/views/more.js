// What is seldom said: everything the referee offers that has no place of its own.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { documentsAddress } from "../documents.js";
import { actsForAll, hasSeat, mayBegin } from "../me.js";
import { openGames } from "../pastgames.js";
import { offersOf } from "../reading.js";
import { openRoom } from "../room.js";
import { openEvenings } from "../statistics.js";
import { deed } from "../words.js";
import { againButton } from "./again.js";
import { closeButton, tapButton } from "./controls.js";
import { fairView } from "./fairness.js";
import { openJoin } from "../joining.js";
import { languagesView } from "./languages.js";
import { tareButton } from "./scale.js";
import { scanView } from "./scan.js";
import { fillButton, screenView } from "./screen.js";
import { speechView } from "./speech.js";
import { wishesButton } from "./wishes.js";

/** Deeds that have a place of their own on the screen; `hit` is the launcher's to tell. */
const PLACED = ["play", "turn_up", "dealer_draw", "color", "choose", "hit", "draw", "pass", "challenge",
  "uno", "catch", "count", "next_round", "undo", "set"];

/** How the launcher counts, if it does not count as usual. @param {import("../types").Launcher} launcher */
const countingView = ({ strict }) => (strict ? html`<section class="strict"><h2>${say("ui.more.strict")}</h2>
  <p>${say("ui.more.strict_what")}</p></section>` : nothing);

export function moreView(view) {
  const { table, ui, act } = view;
  const documents = documentsAddress();
  const deeds = [...new Set(table.legal.map((offer) => offer.do))].filter((word) => !PLACED.includes(word));
  return html`<section class="panel more" aria-label=${say("ui.more.title")}>
    <h2>${say("ui.more.title")}</h2>
    <div class="choices">${offersOf(table, "set").length ? tapButton(deed("set"), () => act.open("set")) : nothing}
      ${deeds.map((word) => tapButton(deed(word), () => act.take(offersOf(table, word))))}
      ${ui.wholeTable ? tapButton(say("ui.more.my_seat"), act.home) : nothing}
      ${againButton(view)}
      ${wishesButton(view)}
      ${tapButton(say("ui.shared.what_cards_do"), () => act.open("cards"))}
      ${tapButton(say("ui.shared.connect_phone"), () => openJoin(view))}
      ${tapButton(say("ui.shared.show_on_tv"), () => act.open("tv"))}
      ${actsForAll(ui.me) ? tapButton(say("ui.shared.seats_and_phones"), () => act.open("seats")) : nothing}
      ${hasSeat(ui.me) ? tapButton(say("ui.shared.own_seat"), () => act.open("me"))
        : ui.me.access === "open" ? tapButton(say("ui.shared.sit_down_here"), () => act.open("sit")) : nothing}
      ${mayBegin(ui.me, table) ? html`${tapButton(say("ui.more.new_game"), () => act.open("setup"))}
        ${tapButton(say("ui.draws.open"), () => act.open("draws"))}` : nothing}
      ${actsForAll(ui.me) ? tapButton(say("ui.room.title"), () => openRoom(act)) : nothing}
      ${tapButton(say("ui.shared.evenings"), () => openEvenings(act))}
      ${tapButton(say("ui.shared.past_games"), () => openGames(act))}
      ${documents ? html`<a class="big" href=${documents} hreflang="en">${say("ui.more.documents")}</a>` : nothing}
      ${tareButton(view)}
      ${fillButton()}</div>
    ${fairView(table.fairness.game)}
    ${countingView(table.launcher)}
    ${screenView(view)}
    ${speechView(view)}
    ${scanView(view)}
    ${languagesView(view)}
    <footer>${closeButton(say("ui.words.close"), act, { kind: "plain" })}</footer>
  </section>`;
}
