// Seats and phones, at a table screen: a code that gives a player's seat to a phone, and who has which.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { actsForAll } from "../me.js";
import { outline, widthOf } from "../qr.js";
import { disc, named, openAvatar, problem } from "./avatar.js";
import { clock, isUsed, showCode } from "./code.js";
import { closeButton, tapButton, webAddress } from "./controls.js";
import { asksAboutOne, phonesOf, tableScreens } from "./devices.js";
import { sizeOf } from "./felt.js";
import { firstReader, readerCode, readersView } from "./readers.js";
import { worded } from "./worded.js";

/** Drawn on white also in the dark: not every camera reads the negative. */
export const picture = (rows, label) => html`<svg class="qr" viewBox=${`0 0 ${widthOf(rows)} ${widthOf(rows)}`} role="img"
  aria-label=${label} shape-rendering="crispEdges">
  ${svg`<path class="light" d=${`M0 0h${widthOf(rows)}v${widthOf(rows)}h-${widthOf(rows)}z`}/><path class="dark" d=${outline(rows)}/>`}</svg>`;

/** Where the code can be typed: the address of a page, and the name that this screen uses, where that is a name. */
function places(address) {
  const page = address?.replace(/#.*/, "");
  const name = location.hostname.endsWith(".local") ? `${location.origin}/seat` : null;
  return [...new Set([page, name])].filter(Boolean);
}

/** Where the code can be typed, in a sentence. @param {string | null} address with the code */
export function typing(address) {
  const [page, name] = places(address);
  if (!page) return say("ui.pairing.type");
  return name ? worded("ui.pairing.type_at_either", {}, { page: webAddress(page), name: webAddress(name) })
    : worded("ui.pairing.type_at", {}, { page: webAddress(page) });
}

function codeView(view) {
  const { table, ui } = view;
  const { player, ownOnly, code, address, qr, left } = ui.pairing;
  const used = isUsed(view);
  const others = table.seats.filter((one) => one.plays !== false && one.player !== player && !one.devices.length);
  const next = others.map((one) => tapButton(say("ui.pairing.code_for", { player: one.player }), () => showCode(view, one.player)));
  const fresh = tapButton(say("ui.pairing.new_code"), () => showCode(view, player, ownOnly), { kind: "big primary" });
  if (used || !left) {
    return html`<section class="panel code" aria-label=${say("ui.pairing.code")}>
      <div class="typed" role="status"><p>${say(used ? "ui.pairing.used" : "ui.pairing.too_old")}</p>
        <div class="choices">${used ? next : fresh}</div></div></section>`;
  }
  return html`<section class="panel code" aria-label=${say("ui.pairing.code")} data-qr=${Boolean(qr)}>
    ${qr ? picture(qr, say("ui.pairing.picture", { player })) : nothing}
    <div class="typed"><p>${say(qr ? "ui.pairing.scan" : "ui.pairing.no_network")}</p>
      <p class="letters" aria-label=${say("ui.pairing.letters", { letters: [...code].join(" ") })} role="img">${code}</p>
      <p>${typing(address)}</p>
      <p role="timer">${worded("ui.pairing.left", {}, { time: html`<b class="left">${clock(left)}</b>` })}</p>
      ${table.access === "open" ? html`<label class="tick"><input type="checkbox" .checked=${ownOnly}
        @change=${(event) => showCode(view, player, event.target.checked)}>
        <span>${say("ui.pairing.child")}</span></label>` : nothing}</div></section>`;
}

/** How many phones have a seat, and whether it is a child's. */
function holders({ devices: { length: n }, own_only: child }) {
  if (!n) return say(child ? "ui.pairing.no_phone_child" : "ui.pairing.no_phone");
  return say(child ? "ui.pairing.phones_child" : "ui.pairing.phones", { n });
}

/** Is a game on? Then only who plays gets a code. */
const isPlaying = ({ state }) => state !== null && state.phase !== "game_over";

/** One seat: who has it, and the code for one more phone. */
function row(view, seat) {
  const { act } = view;
  const { player, devices } = seat;
  const chosen = disc(seat);
  return html`<li class="panel holder"><div class="who-holds" data-long=${sizeOf(player) !== "short"}><button type="button" class="looks" aria-label=${say("ui.pairing.looks_of", { player })}
      title=${say("ui.avatar.title")} @click=${() => openAvatar(act, player)}>${chosen === nothing ? html`<span class="avatar" data-colour="none" aria-hidden="true">+</span>` : chosen}</button>
      <div><h2><bdi>${player}</bdi></h2><p>${holders(seat)}</p></div></div>
    ${seat.plays === false && isPlaying(view.table) ? nothing : tapButton(say("ui.pairing.show"), () => showCode(view, player), { label: say("ui.pairing.show_of", { player }), kind: devices.length ? "big" : "big primary" })}
    ${phonesOf(view, seat)}</li>`;
}

const ACCESS = {
  open: "ui.pairing.access.open",
  seats: "ui.pairing.access.seats",
};

export function seatsScreen(view) {
  const { table, ui, act } = view;
  const header = html`<header><h1 tabindex="-1">${say("ui.shared.seats_and_phones")}</h1>${closeButton(say(table.state ? "ui.shared.back_to_table" : "ui.shared.back"), act)}</header>`;
  if (!actsForAll(ui.me)) {
    return html`<section class="pairing" aria-label=${say("ui.shared.seats_and_phones")}>${header}
      <p>${say("ui.pairing.ask_there")}</p></section>`;
  }
  if (ui.pairing) {
    return html`<section class="pairing" aria-label=${say("ui.shared.seats_and_phones")}><header><h1 tabindex="-1">${ui.pairing.player === null ? say("ui.readers.connect") : named(table, ui.pairing.player)}</h1>
      ${tapButton(say("ui.pairing.back"), () => act.show({ pairing: null }))}</header>${problem(view)}${ui.pairing.player === null ? readerCode(view) : codeView(view)}</section>`;
  }
  const seats = table.seats;
  const playing = seats.filter((one) => one.plays !== false);
  const others = seats.filter((one) => one.plays === false);
  return html`<section class="pairing" data-asks=${asksAboutOne(view)} aria-label=${say("ui.shared.seats_and_phones")}>${header}${problem(view)}
    <p>${say(ACCESS[table.access])} ${say("ui.pairing.without_phone")}</p>
    ${readersView(view)}
    ${playing.length ? html`<ol>${playing.map((one) => row(view, one))}</ol>`
      : html`<p>${say("ui.pairing.nobody")}</p>`}
    ${others.length ? html`<h2>${say("ui.pairing.not_playing")}</h2><ol>${others.map((one) => row(view, one))}</ol>` : nothing}
    ${tableScreens(view)}${firstReader(view)}
  </section>`;
}
