// Somebody asks to join or to leave: the question on each device that may answer it, and the page of the one who asks. The
// question is told beside the headline, where it covers nothing.

import { repeat } from "../vendor/directives/repeat.js";
import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { actsForAll } from "../me.js";
import { offersOf } from "../reading.js";
import { problem } from "./avatar.js";
import { closeButton, tapButton } from "./controls.js";
import { bdi, worded } from "./worded.js";

const JOIN = { asks: "ui.wishes.asks_join", yes: "ui.wishes.yes_join", no: "ui.wishes.no_join" };
const LEAVE = { asks: "ui.wishes.asks_leave", yes: "ui.wishes.yes_leave", no: "ui.wishes.no_leave" };

const textsOf = ({ do: what }) => (what === "join" ? JOIN : LEAVE);

/** The questions that people at this device may answer, the oldest first. */
const wishesFor = ({ full, ui }) => (actsForAll(ui.me) ? full.requests : []);

/** May a yes be said now? Players join between two rounds. */
const isOpen = ({ full }, { do: what }) => what !== "join" || offersOf(full, "join").length > 0;

/** One line beside the headline: the oldest of these questions to which the answer can be yes now; where `late`, also one that waits
 * for the end of the round. Null where there is none. */
export function wishCall(view, late = false) {
  const wish = wishesFor(view).find((one) => late || isOpen(view, one));
  return wish ? html`<p class="latest due" role="status">${tapButton(say(textsOf(wish).asks, { player: wish.player }), () => view.act.open("wishes"), { kind: "due-key wish-call" })}</p>` : null;
}

/** The way to these questions where something else stands beside the headline. */
export const wishesButton = (view) => (wishesFor(view).length ? tapButton(say("ui.wishes.question"), () => view.act.open("wishes")) : nothing);

function question(view, wish, answer) {
  const { player } = wish;
  const [texts, later] = [textsOf(wish), !isOpen(view, wish)];
  return html`<section class="recount" aria-label=${say(texts.asks, { player })}>
    <p>${worded(texts.asks, {}, { player: html`<b>${bdi(player)}</b>` })}${later ? ` ${say("ui.wishes.later")}` : nothing}</p>
    <div class="choices">${tapButton(say("ui.wishes.yes"), () => answer(true), { label: say(texts.yes, { player }), off: later, kind: "big primary" })}
      ${tapButton(say("ui.wishes.no"), () => answer(false), { label: say(texts.no, { player }) })}</div></section>`;
}

/** All of these questions, each with its yes and no. The last answer closes the panel. */
export function wishesView(view) {
  const { ui: { panel }, act } = view;
  const wishes = wishesFor(view);
  const answer = (number) => async (yes) => {
    if (await act.send(`/api/seats/requests/${number}`, { yes }) && wishes.length === 1) act.finish(panel);
  };
  return html`<section class="panel recounts" aria-label=${say("ui.wishes.question")}>
    <h2>${say(wishes.length ? "ui.wishes.question" : "ui.wishes.none")}</h2>
    ${repeat(wishes, ({ request }) => request, (wish) => question(view, wish, answer(wish.request)))}
    <footer>${closeButton(say("ui.words.close"), act, { kind: "plain" })}</footer>
  </section>`;
}

/** Asking to join: a name, then the host's yes. */
export function comeView(view) {
  const { table, ui, act } = view;
  const typed = ui.drafts.come ?? "";
  const ask = async (event) => {
    event.preventDefault();
    const player = typed.trim();
    if (!player) act.tell("page.no_name");
    else if (await act.wish({ do: "join", player })) act.draft("come", undefined);
  };
  const { wish } = ui;
  return html`<section class="pairing" aria-label=${say("ui.shared.ask_to_join")}>
    <header><h1 tabindex="-1">${say("ui.shared.ask_to_join")}</h1>${closeButton(say(table.state ? "ui.shared.back_to_table" : "ui.shared.back"), act)}</header>
    ${problem(view)}
    ${wish?.do === "join" ? html`<p role="status">${worded("ui.wishes.waits", {}, { player: bdi(wish.player) })}</p>`
      : html`<form class="panel narrow" @submit=${ask}><label for="come">${say("ui.wishes.your_name")}</label>
        <input id="come" type="text" maxlength="30" autocomplete="off" autocapitalize="words" enterkeyhint="go" .value=${typed}
          @input=${(event) => act.draft("come", event.target.value)}>
        <button class="big primary">${say("ui.shared.ask_to_join")}</button>
        <p><small>${say("ui.wishes.how")}</small></p></form>`}
  </section>`;
}
