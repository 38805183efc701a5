// The middle of a TV: the launcher and the pile, large, and the last play as a picture; or what is
// wrong with the launcher.

import { html, nothing } from "../vendor/lit-html.js";
import { newest } from "../announcing.js";
import { say, word } from "../catalogue.js";
import { awaitedStreak, suspense } from "../flights.js";
import { insideOf, withLauncher } from "../reading.js";
import { advice, told } from "../words.js";
import { BACK, face } from "./cards.js";
import { pile } from "./felt.js";
import { stageOf } from "./launcher.js";
import { bdi, worded } from "./worded.js";

/** After so many presses without a card the next press gives cards: `hardware/profiles.py`. */
const MOST_DRY = 4;

/** How close cards are, as anybody at the table can count. */
const pips = (level) => html`<span class="tv-pips" aria-hidden="true">${Array.from({ length: MOST_DRY }, (_, at) => html`<i data-on=${at < level}></i>`)}</span>`;

/** What is told of dry presses: each where they say how close cards are, else two in a row or more. */
function tension(table, level) {
  const dry = awaitedStreak(table);
  if (!level && dry < 2) return nothing;
  return html`<p class="tv-tension">${level < MOST_DRY ? say("ui.tv.dry", { n: dry }) : say("ui.tv.now")}</p>`;
}


/** What the headline does not say of it. */
const DOING = { breath: "ui.tv.breath", confirm: "ui.tv.confirm", broken: "ui.tv.broken" };

/** More letters need three lines or four, and the picture of the launcher makes room. */
const LONG_DOING = 16;

const stock = (n, label) => html`<p class="tv-stock" role="img" aria-label=${label}><i></i>${n}</p>`;

function launcher(table, level) {
  const { launcher: { hit, link, faults } } = table;
  const inside = insideOf(table);
  const armed = link === "up" && !faults.length && hit?.stage === "armed";
  const doing = () => {
    if (link !== "up") return say("ui.tv.not_connected");
    if (DOING[hit?.stage]) return say(DOING[hit.stage]);
    return hit && hit.owner !== hit.by ? worded("ui.tv.for", {}, { player: bdi(hit.owner) }) : nothing;
  };
  const words = doing();
  return html`<section class="tv-launcher" aria-label=${say("ui.tv.launcher")} data-stage=${stageOf(table)}>
    <div class="tv-device"><span class="roller"></span><span class="tv-lamp" data-on=${armed}></span><b class="tv-out">${hit?.out ? `+${hit.out}` : nothing}</b></div>
    <p class="tv-doing" data-long=${typeof words === "string" && words.length > LONG_DOING}>${words}</p>${level ? pips(level) : stock(inside, say("ui.tv.inside", { n: inside }))}</section>`;
}

const drawPile = ({ state }) => html`<section class="tv-launcher" aria-label=${say("ui.tv.draw_pile")}><div class="tv-heap">${BACK}</div>
  ${stock(state.launcher, say("ui.tv.in_pile", { n: state.launcher }))}</section>`;

/** Rulings of a card that was put down, and of cards that came. */
const PLAYED = ["ruling.plays", "ruling.plays_calling", "ruling.plays_on", "ruling.plays_on_calling", "ruling.turned_up"];
const CAME = ["ruling.hits", "ruling.draws", "log.dealt"];

/** The picture of a ruling: the card, or how many cards somebody got. */
function picture({ key, values }) {
  if (PLAYED.includes(key)) return html`<span class="tv-card">${face(values.card, values.color)}</span>`;
  return CAME.includes(key) ? html`<span class="tv-card">${BACK}<b>+${values.n}</b></span>` : nothing;
}

/** So many letters have room beside the picture; of more, what follows is for ears alone. */
const ROOM = 60;

/** The last play, or whatever else happened last. */
function last({ log }) {
  const lines = newest(log);
  if (!lines.length) return nothing;
  const [play, ...rest] = lines.map(({ key, values }) => say(key, values));
  const follows = rest.join(" ");
  const shown = lines.find(({ key }) => PLAYED.includes(key) || CAME.includes(key));
  const long = play.length + follows.length > ROOM;
  return html`<p class="tv-last" role="status" data-long=${play.length > ROOM}>${shown ? picture(shown) : nothing}<span>${play} <span class=${long ? "sr" : nothing}>${follows}</span></span></p>`;
}

/** What is wrong with the launcher, in place of all the rest: nobody goes on before. Null: nothing. */
export function tvTrouble({ launcher: { faults, why } }) {
  if (!faults.length && !why) return null;
  return html`<section class="tv-trouble" data-faults=${faults.length} role="alert" aria-label=${say("ui.tv.trouble")}>
    ${faults.map((fault) => html`<h2>${word(fault, "fault")}</h2><p>${advice(fault)}</p>`)}${why ? html`<p>${told(why)}</p>` : nothing}</section>`;
}

export function tvStage({ table }) {
  const level = suspense(table);
  return html`<div class="tv-middle"><div class="tv-stage">${withLauncher(table) ? launcher(table, level) : drawPile(table)}${pile(table)}${tension(table, level)}</div>${last(table)}</div>`;
}
