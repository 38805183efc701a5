// The card readers of a table: what they see, signing them out, and the code that pairs another one.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { readersOf } from "../seen.js";
import { clock, isUsed, showReaderCode } from "./code.js";
import { tapButton } from "./controls.js";
import { deviceLine } from "./devices.js";
import { worded } from "./worded.js";

/** The code that is shown, for the machine that has the reader. */
export function readerCode(view) {
  const { ui } = view;
  const { code, left } = ui.pairing;
  const used = isUsed(view);
  if (used || !left) {
    return html`<section class="panel code" aria-label=${say("ui.pairing.code")}><div class="typed" role="status">
      <p>${say(used ? "ui.readers.paired" : "ui.pairing.too_old")}</p>
      <div class="choices">${used ? nothing : tapButton(say("ui.pairing.new_code"), () => showReaderCode(view), { kind: "big primary" })}</div></div></section>`;
  }
  const command = html`<code>rollerdeck reader <span>--pair ${code}</span></code>`;
  return html`<section class="panel code" aria-label=${say("ui.pairing.code")}>
    <div class="typed"><p class="letters" aria-label=${say("ui.pairing.letters", { letters: [...code].join(" ") })} role="img">${code}</p>
      <p>${worded("ui.readers.type", {}, { command })}</p>
      <p role="timer">${worded("ui.pairing.left", {}, { time: html`<b class="left">${clock(left)}</b>` })}</p></div></section>`;
}

const pairedIn = ({ devices }) => devices.filter(({ role }) => role === "reader");

const connect = (view, kind) => tapButton(say("ui.readers.connect"), () => showReaderCode(view), { kind });

/** The way to a code, where there is no reader yet. */
export const firstReader = (view) => (pairedIn(view.table).length ? nothing : html`<div class="choices">${connect(view, "plain")}</div>`);

/** The readers that are paired, each with what it says of itself; nothing where there is none. */
export function readersView(view) {
  const paired = pairedIn(view.table);
  if (!paired.length) return nothing;
  const states = new Map(readersOf(view.table).map((one) => [one.device, one]));
  const state = ({ device }) => {
    const one = states.get(device);
    return one ? say(one.key, one.values) : nothing;
  };
  return html`<section class="panel"><h2>${say("ui.readers.title")}</h2>
    <ul class="devices" aria-label=${say("ui.readers.title")}>${paired.map((one) => deviceLine(view, one, state(one)))}</ul>
    <div class="choices">${connect(view, "big")}</div></section>`;
}
