// The devices that were admitted, and signing them out.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { moment } from "../dates.js";
import { tapButton } from "./controls.js";

/** The texts about a device, by what it is. */
const TABLE = { name: "ui.devices.screen", out: "ui.devices.sign_out_screen", now: "ui.devices.sign_out_screen_now", sure: "ui.devices.sure_screen" };
const PHONE = { name: "ui.devices.phone", out: "ui.devices.sign_out_phone", now: "ui.devices.sign_out_phone_now", sure: "ui.devices.sure_phone" };
const READER = { name: "ui.devices.reader", out: "ui.devices.sign_out_reader", now: "ui.devices.sign_out_reader_now", sure: "ui.devices.sure_reader" };
const textsOf = ({ role }) => ({ table: TABLE, reader: READER })[role] ?? PHONE;

/** Signing out is asked about in place: the device needs a new code afterwards. */
function signingOut({ ui, act }, one) {
  const { device } = one;
  const sure = (number) => act.draft("sure", number);
  const out = async () => {
    if (await act.send("/api/seats/sign_out", { device })) sure(undefined);
  };
  const texts = textsOf(one);
  if (ui.drafts.sure !== device) return tapButton(say("ui.devices.sign_out"), () => sure(device), { kind: "plain", label: say(texts.out, { device }) });
  return html`<b>${say(texts.sure)}</b>
    ${tapButton(say("ui.devices.sign_out"), out, { kind: "big alarm", label: say(texts.now, { device }), first: true })}
    ${tapButton(say("ui.shared.keep_it"), () => sure(undefined))}`;
}

/** Is it asked whether to sign one out that is still there? */
export const asksAboutOne = ({ table, ui }) => table.devices.some(({ device }) => device === ui.drafts.sure);

/** A device with the way to sign it out. `about`: what else there is to say of it. */
export const deviceLine = (view, one, about = nothing) => html`<li data-asked=${view.ui.drafts.sure === one.device}><span>${say(textsOf(one).name, { device: one.device })}${
  view.ui.me.device === one.device ? ` ${say("ui.devices.this_one")}` : nothing}
  <small>${say("ui.devices.since", { time: moment(one.since_s) })}</small>${about}</span> ${signingOut(view, one)}</li>`;

/** The phones of one seat. */
export function phonesOf(view, { player, devices }) {
  const own = view.table.devices.filter(({ device }) => devices.includes(device));
  return own.length ? html`<ul class="devices" aria-label=${say("ui.devices.phones_of", { player })}>${own.map((one) => deviceLine(view, one))}</ul>` : nothing;
}

/** The table screens that were admitted by the host's PIN or a link. */
export function tableScreens(view) {
  const screens = view.table.devices.filter(({ role }) => role === "table");
  return screens.length ? html`<section class="panel"><h2>${say("ui.devices.screens")}</h2>
    <ul class="devices" aria-label=${say("ui.devices.screens")}>${screens.map((one) => deviceLine(view, one))}</ul></section>` : nothing;
}
