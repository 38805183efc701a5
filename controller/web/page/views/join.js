// How another device comes to the table: codes for its camera, and the same in words. What the
// referee said of it is kept under `ui.join`, and asked for again each time: networks change.

import { html, nothing } from "/vendor/lit-html.js";
import { get } from "../api.js";
import { tapButton } from "./controls.js";

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
const WIFI = html`<span class="whole">Wi-Fi</span>`;

/** One thing to do: a code, and what is in it. */
const step = (name, picture, words) => html`<li class="panel"><h2>${name}</h2>
  <img src=${`/api/join/${picture}.svg`} alt="" width="240" height="240"><p>${words}</p></li>`;

/** The first thing to do at a table with a Wi-Fi of its own. The configuration may keep its password. */
const joinWifi = ({ ssid, password }) => password === null
  ? html`<li class="panel"><h2>1. Join the table's ${WIFI}</h2><p>Wi-Fi <b>${ssid}</b><br><small>
      Ask whoever set up the table for its password.</small></p></li>`
  : step(html`1. Join the table's ${WIFI}`, "wifi", html`Wi-Fi <b>${ssid}</b>, password <b>${password}</b>`);

export function joinView({ ui, act }) {
  const { address, wifi, known, lost } = ui.join ?? {};
  return html`<section class="join" aria-label="Connect a phone">
    <header><h1 tabindex="-1">Connect a phone</h1>
      ${tapButton("Back to the table", () => act.open(null))}</header>
    ${lost ? html`<p class="refusal" role="alert">The referee did not answer: try again.
      ${tapButton("Try again", () => openJoin(act), { kind: "plain" })}</p>` : nothing}
    ${ui.join ? nothing : tapButton("Show the codes", () => openJoin(act))}
    ${known && !address ? html`<p>This machine is not connected to a network. Connect it to a network, then open this page again.</p>` : nothing}
    ${known && address ? html`<ol>
      ${wifi ? joinWifi(wifi) : nothing}
      ${step(wifi ? "2. Open the page" : "Open the page", "address", html`<b>${address}</b>${wifi
        ? nothing : html`<br><small>The phone must be on the same network as this machine.</small>`}`)}</ol>` : nothing}
  </section>`;
}
