// Somebody asks to join or to leave: the question at a table screen, and the one who asks.

import { html, nothing } from "/vendor/lit-html.js";
import { say } from "../catalogue.js";
import { offersOf } from "../reading.js";
import { actsForAll } from "../me.js";
import { problem } from "./avatar.js";
import { tapButton } from "./controls.js";
import { bdi, worded } from "./worded.js";

const JOIN = { asks: "ui.wishes.asks_join", yes: "ui.wishes.yes_join", no: "ui.wishes.no_join" };
const LEAVE = { asks: "ui.wishes.asks_leave", yes: "ui.wishes.yes_leave", no: "ui.wishes.no_leave" };

/** The oldest question that waits, over the table; nothing on a device that may not answer it. */
export function wishNotice(view) {
  const { table, ui, act } = view;
  const [first, ...more] = table.requests;
  if (!first || !actsForAll(ui.me)) return nothing;
  const later = first.do === "join" && !offersOf(table, "join").length;
  const texts = first.do === "join" ? JOIN : LEAVE;
  const answer = (yes) => act.send(`/api/seats/requests/${first.request}`, { yes });
  return html`<div class="wish" role="group" aria-label=${say("ui.wishes.question")}>
    <p role="status">${worded(texts.asks, {}, { player: html`<b>${bdi(first.player)}</b>` })}${later ? ` ${say("ui.wishes.later")}` : nothing}
      ${more.length ? html`<small>${say("ui.wishes.more", { n: more.length })}</small>` : nothing}</p>
    <div>${tapButton(say("ui.wishes.yes"), () => answer(true), { label: say(texts.yes, { player: first.player }), off: later })}
      ${tapButton(say("ui.wishes.no"), () => answer(false), { label: say(texts.no, { player: first.player }) })}</div></div>`;
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
    <header><h1 tabindex="-1">${say("ui.shared.ask_to_join")}</h1>${tapButton(say(table.state ? "ui.shared.back_to_table" : "ui.shared.back"), () => act.open(null))}</header>
    ${problem(view)}
    ${wish?.do === "join" ? html`<p role="status">${worded("ui.wishes.waits", {}, { player: bdi(wish.player) })}</p>`
      : html`<form class="panel narrow" @submit=${ask}><label for="come">${say("ui.wishes.your_name")}</label>
        <input id="come" type="text" maxlength="30" autocomplete="off" autocapitalize="words" enterkeyhint="go" .value=${typed}
          @input=${(event) => act.draft("come", event.target.value)}>
        <button class="big primary">${say("ui.shared.ask_to_join")}</button>
        <p><small>${say("ui.wishes.how")}</small></p></form>`}
  </section>`;
}
