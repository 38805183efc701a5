// Evenings: what the games of an evening, a season or all games came to, and the groups of people.
// What the referee added up is kept under `ui.evenings`, and asked for again each time.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { load, openEvenings } from "../statistics.js";
import { closeButton, tapButton } from "./controls.js";
import { groupList } from "./groups.js";
import { statsView } from "./stats.js";

const SPANS = { evening: "ui.evenings.evening", season: "ui.evenings.season", ever: "ui.evenings.ever" };

export function eveningsView(view) {
  const { ui, act } = view;
  const shown = ui.evenings;
  const choose = (patch) => load(act, { span: shown.span, group: shown.group, ...patch });
  return html`<section class="games evenings" aria-label=${say("ui.shared.evenings")}>
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    <header><h1 tabindex="-1">${say("ui.shared.evenings")}</h1>${closeButton(say("ui.shared.back_to_table"), act)}</header>
    ${shown ? html`${choices(ui.groups ?? [], shown, choose)}
      ${shown.lost ? html`<p class="refusal" role="alert">${say("ui.shared.no_answer")}
        ${tapButton(say("ui.shared.try_again"), () => choose({}), { kind: "plain" })}</p>` : nothing}
      ${shown.waits ? html`<p role="status">${say("ui.evenings.waits")}</p>` : nothing}
      ${shown.found ? statsView(shown.found) : nothing}
      ${groupList(view)}` : tapButton(say("ui.evenings.show"), () => openEvenings(act))}
  </section>`;
}

const choices = (groups, { span, group }, choose) => html`<div class="spans" role="group" aria-label=${say("ui.evenings.which")}>
  ${Object.entries(SPANS).map(([id, name]) => html`<button type="button" class="big" aria-pressed=${id === span}
    @click=${() => choose({ span: id })}>${say(name)}</button>`)}
  ${groups.length ? html`<label><span class="sr">${say("ui.evenings.whose")}</span><select @change=${(event) => choose({ group: event.target.value })}>
    <option value="" .selected=${!group}>${say("ui.evenings.everybody")}</option>
    ${groups.map(({ id, name }) => html`<option value=${id} .selected=${id === group}>${name}</option>`)}</select></label>` : nothing}</div>`;
