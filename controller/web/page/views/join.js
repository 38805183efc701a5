// How another device comes to the table: codes for its camera, and the same in words.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { openJoin } from "../joining.js";
import { problem } from "./avatar.js";
import { closeButton, tapButton, webAddress } from "./controls.js";
import { picture, typing } from "./pairing.js";
import { worded } from "./worded.js";

/** It does not break at its hyphen. */
const wifiWord = () => html`<span class="whole">${say("ui.join.wifi")}</span>`;

/** One thing to do: a code, and what is in it. */
const step = (name, code, words) => html`<li class="panel"><h2>${name}</h2>
  <img src=${`/api/join/${code}.svg`} alt="" width="240" height="240"><p>${words}</p></li>`;

/** The first thing to do at a table with a Wi-Fi of its own. The configuration may keep its password. */
const joinWifi = ({ ssid, password }) => password === null
  ? html`<li class="panel"><h2>${worded("ui.join.join_wifi", {}, { wifi: wifiWord() })}</h2>
      <p>${worded("ui.join.wifi_name", {}, { ssid: html`<b>${ssid}</b>` })}<br><small>${say("ui.join.ask_password")}</small></p></li>`
  : step(worded("ui.join.join_wifi", {}, { wifi: wifiWord() }), "wifi",
    worded("ui.join.wifi_password", {}, { ssid: html`<b>${ssid}</b>`, password: html`<b>${password}</b>` }));

/** The table's code: scanned or typed. */
const sitStep = (name, { code, address, qr }) => html`<li class="panel"><h2>${name}</h2>
  ${qr ? picture(qr, say("ui.join.picture")) : nothing}<p>${say("ui.join.scan")}</p>
  <p class="letters" aria-label=${say("ui.pairing.letters", { letters: [...code].join(" ") })} role="img">${code}</p><p><small>${typing(address)}</small></p></li>`;

export function joinView(view) {
  const { ui, act } = view;
  const { address, wifi, known, lost, code } = ui.join ?? {};
  return html`<section class="join" aria-label=${say("ui.shared.connect_phone")}>
    <header><h1 tabindex="-1">${say("ui.shared.connect_phone")}</h1>
      ${closeButton(say("ui.shared.back_to_table"), act)}</header>
    ${problem(view)}
    ${lost ? html`<p class="refusal" role="alert">${say("ui.shared.no_answer")}
      ${tapButton(say("ui.shared.try_again"), () => openJoin(view), { kind: "plain" })}</p>` : nothing}
    ${ui.join ? nothing : tapButton(say("ui.join.show"), () => openJoin(view))}
    ${known && !address ? html`<p>${say("ui.join.no_network")}</p>` : nothing}
    ${known && address ? html`<ol>
      ${wifi ? joinWifi(wifi) : nothing}
      ${code ? sitStep(say(wifi ? "ui.join.sit_down_second" : "ui.shared.sit_down"), code) : nothing}
      ${step(say(code ? "ui.join.only_open" : wifi ? "ui.join.open_second" : "ui.join.open"), "address", html`${webAddress(address)}${wifi
        ? nothing : html`<br><small>${say("ui.join.same_network")}</small>`}`)}</ol>` : nothing}
  </section>`;
}
