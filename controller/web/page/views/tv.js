// The table on a TV, for people on a sofa: nothing to tap, everything to be read from afar. What one
// has to read is at least as large as docs/tv.md says; tests/e2e/test_tv_sizes.py measures it.

import { html, nothing } from "../vendor/lit-html.js";
import { say, word } from "../catalogue.js";
import { clockPlace } from "../clock.js";
import { nextAfter } from "../own.js";
import { actor, headline } from "../reading.js";
import { inTrouble } from "../seen.js";
import { tallyView } from "./draws.js";
import { standings, tvPodium, tvSeats, who } from "./tvseats.js";
import { tvSeen } from "./tvseen.js";
import { tvStage, tvTrouble } from "./tvstage.js";
import { worded } from "./worded.js";

/** What has the place of seats and stage once a round, or the game, is over. */
const OVER = { round_over: standings, game_over: tvPodium };

/** A headline of more letters is set smaller: the first step is one line, the last is up to three.
 * @type {[number, string][]} */
const LENGTHS = [[20, "short"], [26, "middle"], [70, "long"], [Infinity, "longest"]];
const lengthOf = (words) => LENGTHS.find(([most]) => words.length <= most)?.[1];

/** What has to be typed of an address: a browser adds http:// itself. @param {string} text */
const typed = (text) => text.replace("http://", "");
/** An address that breaks where a reader would break it. */
const address = (text) => text.split(/(?<=\/\/)|(?=:\d+$)/).map((part, at) => html`${at ? html`<wbr>` : nothing}<span>${part}</span>`);
/** How many letters wide its longest part is: a dot is half a letter. */
const longest = (text) => Math.max(...text.split("//").map((part) => part.replace(/:\d+$/, "")).map((part) => part.length - part.split(".").length / 2));

/** `what` is in the code: another picture for each. */
const code = (name, what, alt) => html`<img src=${`/api/join/${name}.svg?${encodeURIComponent(what)}`} alt=${alt}>`;

/** A longer password is for cameras: nobody types it. */
const TYPED = 24;

/** How others join: codes for their cameras, and the same in words. */
export function joining({ join }) {
  if (!join) return nothing;
  const { wifi } = join;
  if (!join.address) return html`<aside class="tv-join" aria-label=${say("ui.tv.join")}><p>${say("ui.tv.no_network")}</p></aside>`;
  const seen = wifi && wifi.password !== null;
  return html`<aside class="tv-join" aria-label=${say("ui.tv.join")} data-codes=${seen ? 2 : 1}>
    <p class="tv-scan">${say("ui.tv.scan")}</p>
    <div class="tv-codes">${seen ? code("wifi", wifi.ssid, say("ui.tv.wifi_code", { ssid: wifi.ssid })) : nothing}${code("address", join.address, say("ui.tv.address_code", { address: join.address }))}</div>
    ${wifi ? html`<p>${worded("ui.tv.wifi", {}, { ssid: html`<b>${wifi.ssid}</b>` })}</p>${seen && wifi.password.length <= TYPED ? html`<p>${worded("ui.tv.password", {}, { password: html`<b>${wifi.password}</b>` })}</p>` : nothing}` : nothing}
    <p class="tv-address"><b .style=${`--w:${longest(typed(join.address))}`}>${address(typed(join.address))}</b></p></aside>`;
}

/** Browsers wait for somebody: said until the first key or touch, and not again. */
const HINTS = { sound: "ui.tv.silent", screen: "ui.tv.full_screen" };
const hint = ({ wants }) => (wants ? aside(say(HINTS[wants])) : nothing);
/** In a game only what somebody would miss. */
const hintInGame = ({ wants }) => hint({ wants: wants === "sound" ? wants : null });
/** A sentence above the codes; a long one needs some of their room. */
const LONG_HINT = 40;
const aside = (words, role) => html`<p class="tv-hint" role=${role ?? nothing} data-long=${words.length > LONG_HINT}>${words}</p>`;

/** What was said of a card that was seen, else what is wrong with a reader. */
function ofReaders({ table, ui }) {
  const [reader] = inTrouble(table);
  const words = ui.notice?.sentence ?? (reader ? say(reader.key, reader.values) : null);
  return words ? aside(words, "status") : null;
}

function next(table) {
  const name = nextAfter(table);
  return name ? html`<p class="tv-next"><span>${say("ui.tv.next")}</span>${who(table, name)}</p>`
    : html`<p class="tv-next"><span>${word(table.game.edition, "edition")}</span><span>${say("ui.tv.round", { round: table.state.round })}</span></p>`;
}

/** Cards without a game: for whom the next press is, and what everybody has drawn. */
function drawsTv({ draws, launcher: { hit } }, known) {
  const { waits_for: player, cards, over } = draws;
  const words = over ? say("ui.draws.over") : player === null ? say("ui.draws.title")
    : hit?.stage === "running" ? say("ui.draws.coming", { n: hit.out })
      : cards === null ? say("ui.draws.press", { player }) : say("ui.draws.press_for", { player, n: cards });
  return html`<div class="tv tv-idle"><header class="tv-head"><div role="status"><h1 data-length=${lengthOf(words)}>${words}</h1></div>
    ${tallyView(draws)}${hint(known)}</header>${joining(known)}</div>`;
}

/** Of those who have come, so many have room. */
const MOST_ARRIVED = 10;

/** Before a game: who has come, the newest last; or else how to begin. */
const arrivals = (table) => (table.arrived.length ? html`<ol class="tv-arrived" aria-label=${say("ui.lobby.here")}>
  ${table.arrived.slice(-MOST_ARRIVED).map((name) => html`<li>${who(table, name)}</li>`)}</ol>` : html`<p class="tv-sub">${say("ui.tv.start")}</p>`);

export function tvView(view) {
  const { table, ui } = view;
  const known = ui.tv ?? {};
  if (table.draws) return drawsTv(table, known);
  if (!table.state) {
    return html`<div class="tv tv-idle"><header class="tv-head"><h1 data-length="short">${say("ui.tv.no_game")}</h1>
      ${arrivals(table)}${hint(known)}</header>${joining(known)}</div>`;
  }
  const [big, small] = headline(table);
  return html`<div class="tv" data-phase=${table.state.phase}>
    <header class="tv-head" data-acting=${Boolean(actor(table))}><div role="status"><h1 data-length=${lengthOf(big)}>${big}</h1><p class="tv-sub">${small}${clockPlace(table)}</p></div></header>
    ${next(table)}
    ${tvTrouble(table) ?? (OVER[table.state.phase]?.(view) ?? html`${tvSeats(view)}${tvSeen(view) ?? tvStage(view)}`)}
    <div class="tv-side">${ofReaders(view) ?? hintInGame(known)}${joining(known)}</div></div>`;
}
