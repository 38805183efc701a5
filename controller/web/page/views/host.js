// The host's PIN: it makes this device a table screen.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { problem } from "./avatar.js";
import { clock } from "./code.js";
import { closeButton } from "./controls.js";
import { worded } from "./worded.js";

const TICK_MS = 1000;

/** Wait as long as the referee says before the next try. */
function wait({ ui, act }, seconds) {
  const end = performance.now() + 1000 * seconds;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    act.draft("pin_wait", left || undefined);
    if (left && ui.panel === "host") setTimeout(tick, TICK_MS);
    else act.draft("pin_wait", undefined);
  };
  tick();
}

async function enter(view, pin) {
  const { ui: { panel }, act } = view;
  const answer = await act.request("/api/host", { pin });
  act.draft("pin", undefined);
  if (!answer.ok) {
    act.refused(answer);
    if (answer.code === "too_soon") wait(view, answer.values.n);
    return;
  }
  await act.whoAmI();
  act.finish(panel);
  act.done("page.is_host");
}

export function hostView(view) {
  const { table, ui, act } = view;
  const { me } = ui;
  const left = ui.drafts.pin_wait;
  const pin = ui.drafts.pin ?? "";
  const submit = (event) => {
    event.preventDefault();
    if (/^\d{4,12}$/.test(pin)) enter(view, pin);
    else act.tell("page.no_pin");
  };
  const header = html`<header><h1 tabindex="-1">${say("ui.shared.i_am_host")}</h1>${closeButton(say(table.state ? "ui.shared.back_to_table" : "ui.shared.back"), act)}</header>`;
  if (me.access === "seats" && me.role === "table") {
    return html`<section class="pairing" aria-label=${say("ui.host.title")}>${header}<p>${say("ui.host.is_screen")}</p></section>`;
  }
  return html`<section class="pairing" aria-label=${say("ui.host.title")}>${header}${problem(view)}
    ${me.access === "open" ? html`<p>${say("ui.host.not_needed")}</p>` : nothing}
    ${me.pin ? html`<form class="panel narrow" novalidate @submit=${submit}>
      <label for="pin">${say("ui.host.what")}</label>
      <input id="pin" class="letters" type="password" inputmode="numeric" pattern="[0-9]*" maxlength="12" autocomplete="off"
        enterkeyhint="go" aria-label=${say("ui.host.pin")} .value=${pin} @input=${(event) => act.draft("pin", event.target.value)}>
      <button class="big primary" ?disabled=${Boolean(left)}>${say("ui.host.enter")}</button>
      <p role="timer">${left ? say("ui.host.wait", { time: clock(left) }) : nothing}</p></form>`
      : html`<p>${worded("ui.host.no_pin", {}, { pin: html`<b>rollerdeck host pin</b>`, link: html`<b>rollerdeck host link</b>` })}</p>`}
  </section>`;
}
