// A seated phone before a game: who has come, how one is shown, and the way to set-up.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { named, openAvatar, problem } from "./avatar.js";
import { tapButton } from "./controls.js";
import { languagesView } from "./languages.js";
import { scanView } from "./scan.js";
import { bdi, worded } from "./worded.js";

export function lobbyView(view) {
  const { table, ui, act } = view;
  const { player } = ui.me;
  return html`<section class="pairing" aria-label=${say("ui.lobby.title")}>
    <header><h1 tabindex="-1">${worded("ui.lobby.you", {}, { player: bdi(player) })}</h1></header>
    ${problem(view)}
    <p>${say("ui.lobby.waits")}</p>
    <div class="choices">${tapButton(say("ui.avatar.title"), () => openAvatar(act, player))}
      ${tapButton(say("ui.lobby.set_up"), () => act.open("setup"))}
      ${tapButton(say("ui.practice.open"), () => act.open("practice"), { kind: "plain" })}
      ${tapButton(say("ui.shared.own_seat"), () => act.open("me"), { kind: "plain" })}</div>
    ${table.arrived.length ? html`<section class="panel"><h2>${say("ui.lobby.here")}</h2>
      <ul class="choices">${table.arrived.map((name) => html`<li>${named(table, name)}</li>`)}</ul></section>` : ""}
    ${scanView(view)}
    ${languagesView(view)}
  </section>`;
}
