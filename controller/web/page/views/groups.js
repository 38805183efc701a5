// Groups of people: the keys with which set-up begins, and the list in which they are looked after.
// What the referee said of them is kept under `ui.groups`, and asked for again after every change.

import { html, nothing } from "../vendor/lit-html.js";
import { get } from "../api.js";
import { say, word } from "../catalogue.js";
import { BY_CARDS } from "../dealer.js";
import { actsForAll, mayBegin } from "../me.js";
import { tapButton } from "./controls.js";

const AT_ONCE = 3; // groups that set-up shows; the others are folded up
const MOST_BYTES = 64 * 1024; // of a group's file, as the referee takes it

/** Ask for the groups; without an answer the page goes on with those that it knows. */
export async function loadGroups(act) {
  try {
    act.show({ groups: await get("/api/groups") });
  } catch { /* set-up works without them */ }
}

const names = ({ people }) => people.map(({ name, emoji }) => `${emoji ? `${emoji} ` : ""}${name}`).join(", ");

/** The draft of set-up with which a group plays. */
const draftOf = ({ id, people, game, deal, dealer }) => ({
  scoring: "winner", target: 500, options: {}, ...game, deal, group: id, ...BY_CARDS, dealer: dealer ?? "", players: people.map(({ name }) => name),
});

const key = (group, draft, set) => html`<button type="button" class="group-key" aria-pressed=${draft.group === group.id}
  @click=${() => set(draftOf(group))}><b><bdi>${group.name}</bdi></b><small><bdi>${names(group)}</bdi> · ${word(group.game.edition, "edition")}</small></button>`;

/** A key for each group, which fills set-up in; `draft` and `put` are set-up's. */
export function groupKeys({ ui }, draft, put) {
  const groups = (ui.groups ?? []).filter(({ going }) => !going);
  if (!groups.length) return nothing;
  const keys = groups.map((group) => key(group, draft, put));
  return html`<section class="group-keys" aria-label=${say("ui.groups.title")}>${keys.slice(0, AT_ONCE)}
    ${keys.length > AT_ONCE ? html`<details class="fold"><summary><h2>${say("ui.groups.more")}</h2></summary>${keys.slice(AT_ONCE)}</details>` : nothing}</section>`;
}

/** All groups: play, export, delete; and another one saved or imported. */
export function groupList({ table, ui, act }) {
  const typed = ui.drafts.groupName ?? "";
  const save = async (event) => {
    event.preventDefault();
    if (!typed.trim() || !await act.send("/api/groups", { name: typed.trim() })) return;
    act.draft("groupName", "");
    await loadGroups(act);
  };
  return html`<section class="panel" aria-label=${say("ui.groups.title")}><h2>${say("ui.groups.title")}</h2>
    <p>${say("ui.groups.what")}</p>
    <ol>${(ui.groups ?? []).map((group) => row({ table, ui, act }, group))}</ol>
    ${actsForAll(ui.me) && table.game ? html`<form class="inline" @submit=${save}>
      <input type="text" maxlength="40" autocomplete="off" placeholder=${say("ui.groups.example")} aria-label=${say("ui.groups.name")}
        .value=${typed} @input=${(event) => act.draft("groupName", event.target.value)}>
      <button class="big" ?disabled=${!typed.trim()}>${say("ui.groups.save")}</button></form>` : nothing}
    ${actsForAll(ui.me) ? html`<label class="big import">${say("ui.groups.import")}
      <input class="sr" type="file" accept=".json,application/json" @change=${(event) => take(act, event.target)}></label>` : nothing}</section>`;
}

function row({ table, ui, act }, group) {
  const play = () => {
    act.draft("setup", draftOf(group));
    act.open("setup");
  };
  const sure = (id) => act.show({ evenings: { ...ui.evenings, sure: id } });
  const asked = ui.evenings?.sure === group.id;
  return html`<li class="group" data-group=${group.id}><div><h3><bdi>${group.name}</bdi></h3>
      <p><bdi>${names(group)}</bdi> · ${word(group.game.edition, "edition")}</p>
      ${group.going ? html`<p>${say("ui.groups.going")}</p>` : nothing}</div>
    <div class="choices">${asked ? deletion(act, group, sure) : html`
      ${mayBegin(ui.me, table) ? tapButton(say("ui.groups.play"), play, { label: say("ui.groups.play_with", { group: group.name }) }) : nothing}
      <a class="plain" href=${`/api/groups/${group.id}/file`} download>${say("ui.shared.export")}</a>
      ${actsForAll(ui.me) ? tapButton(say("ui.groups.delete"), () => sure(group.id), { kind: "plain", label: say("ui.groups.delete_this", { group: group.name }) }) : nothing}`}</div></li>`;
}

function deletion(act, group, sure) {
  const remove = async (games) => {
    await act.send(`/api/groups/${group.id}/delete`, { games });
    await loadGroups(act);
  };
  return html`<div class="deletion"><p><b>${say("ui.groups.sure")}</b> ${say("ui.groups.two_ways")}</p>
    <p>${say("ui.groups.nameless")}</p></div>
    ${tapButton(say("ui.groups.delete_group"), () => remove(false), { kind: "big alarm", first: true })}
    ${tapButton(say("ui.groups.delete_names"), () => remove(true), { kind: "big alarm" })}
    ${tapButton(say("ui.shared.keep_it"), () => sure(null))}`;
}

/** Take a group from a file that somebody chose. */
async function take(act, input) {
  const [file] = input.files;
  if (!file) return;
  try {
    if (file.size > MOST_BYTES) act.tell("ui.groups.too_large");
    else if (await act.send("/api/groups/import", JSON.parse(await file.text()))) await loadGroups(act);
  } catch {
    act.tell("ui.groups.no_group");
  } finally {
    input.value = "";
  }
}
