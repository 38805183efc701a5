// How another device comes to the table: codes for its camera, and the same in words. What the
// referee said of it is kept under `ui.join`, and asked for again each time: networks change.

import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../api.js";
import { say } from "../catalogue.js";
import { closeButton, tapButton, webAddress } from "./controls.js";
import { codeButtons } from "./pairing.js";
import { worded } from "./worded.js";

/** Open the panel. */
export async function openJoin(act) {
  act.open("join");
  act.show({ join: {} });
  try {
    act.show({ join: { ...await get("/api/join"), known: true } });
  } catch {
    act.show({ join: { lost: true } });
  }
}

/** It does not break at its hyphen. */
const wifiWord = () => html`<span class="whole">${say("ui.join.wifi")}</span>`;

/** One thing to do: a code, and what is in it. */
const step = (name, picture, words) => html`<li class="panel"><h2>${name}</h2>
  <img src=${`/api/join/${picture}.svg`} alt="" width="240" height="240"><p>${words}</p></li>`;

/** The first thing to do at a table with a Wi-Fi of its own. The configuration may keep its password. */
const joinWifi = ({ ssid, password }) => password === null
  ? html`<li class="panel"><h2>${worded("ui.join.join_wifi", {}, { wifi: wifiWord() })}</h2>
      <p>${worded("ui.join.wifi_name", {}, { ssid: html`<b>${ssid}</b>` })}<br><small>${say("ui.join.ask_password")}</small></p></li>`
  : step(worded("ui.join.join_wifi", {}, { wifi: wifiWord() }), "wifi",
    worded("ui.join.wifi_password", {}, { ssid: html`<b>${ssid}</b>`, password: html`<b>${password}</b>` }));

export function joinView(view) {
  const { ui, act } = view;
  const { address, wifi, known, lost } = ui.join ?? {};
  const seats = codeButtons(view);
  const seated = seats !== nothing;
  return html`<section class="join" aria-label=${say("ui.shared.connect_phone")}>
    <header><h1 tabindex="-1">${say("ui.shared.connect_phone")}</h1>
      ${closeButton(say("ui.shared.back_to_table"), act)}</header>
    ${lost ? html`<p class="refusal" role="alert">${say("ui.shared.no_answer")}
      ${tapButton(say("ui.shared.try_again"), () => openJoin(act), { kind: "plain" })}</p>` : nothing}
    ${ui.join ? nothing : tapButton(say("ui.join.show"), () => openJoin(act))}
    ${known && !address ? html`<p>${say("ui.join.no_network")}</p>` : nothing}
    ${known && address ? html`<ol>
      ${wifi ? joinWifi(wifi) : nothing}
      ${seated ? html`<li class="panel"><h2>${say(wifi ? "ui.join.sit_down_second" : "ui.shared.sit_down")}</h2>
        <p>${say("ui.join.tap_name")}</p>${seats}</li>` : nothing}
      ${step(say(seated ? "ui.join.only_open" : wifi ? "ui.join.open_second" : "ui.join.open"), "address", html`${webAddress(address)}${wifi
        ? nothing : html`<br><small>${say("ui.join.same_network")}</small>`}`)}</ol>` : nothing}
  </section>`;
}
