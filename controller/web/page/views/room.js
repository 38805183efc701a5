// An evening's settings, for the host: what holds, who says so, and when a change is used. What the
// referee said of them is kept under `ui.room`, and it answers each change with all of them.

import { html, nothing, svg } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { openRoom } from "../room.js";
import { listed } from "../words.js";
import { closeButton, tapButton } from "./controls.js";

const NAMES = {
  voice_level: "ui.room.voice_level", voice_volume_pct: "ui.room.voice_volume", profile: "ui.room.profile", breath_ms: "ui.room.breath",
  turn_clock_s: "ui.room.turn_clock", strict: "ui.room.strict",
};
const ABOUT = { breath_ms: "ui.room.breath_about", turn_clock_s: "ui.room.turn_clock_about", strict: "ui.room.strict_about" };
const NUMBERS = { voice_volume_pct: "ui.room.percent", breath_ms: "ui.room.ms", turn_clock_s: "ui.room.seconds" };
const CHOICES = {
  turns: "ui.speech.turns", plays: "ui.speech.plays", everything: "ui.speech.everything", measured: "ui.room.measured",
  sequence: "ui.room.sequence", suspense: "ui.room.suspense", even: "ui.room.even", custom: "ui.room.custom", true: "ui.room.on",
  false: "ui.room.off", 0: "ui.room.off",
};
const SOURCES = { group: "ui.room.from_group", page: "ui.room.from_page", file: "ui.room.from_file", default: "ui.room.from_default" };
const EFFECTS = { next_game: "ui.room.next_game", restart: "ui.room.restart" };
const OF_VOICE = ["voice_level", "voice_volume_pct"];

/** A value in words. @param {string} name @param {boolean | number | string} value */
const worth = (name, value) => (value && NUMBERS[name] ? say(NUMBERS[name], { n: value }) : say(CHOICES[String(value)]));

export function roomView(view) {
  const { ui, act } = view;
  const { found, lost } = ui.room ?? {};
  return html`<section class="games room" aria-label=${say("ui.room.title")}>
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    <header><h1 tabindex="-1">${say("ui.room.title")}</h1>${closeButton(say("ui.shared.back_to_table"), act)}</header>
    ${lost ? html`<p class="refusal" role="alert">${say("ui.shared.no_answer")}
      ${tapButton(say("ui.shared.try_again"), () => openRoom(act), { kind: "plain" })}</p>` : nothing}
    ${found ? all(view, found) : lost ? nothing : tapButton(say("ui.room.show"), () => openRoom(act))}
  </section>`;
}

function all({ ui, act }, found) {
  const { group } = found;
  const own = Boolean(group && ui.room.own);
  const scope = (name, wanted) => html`<button type="button" class="big" aria-pressed=${own === wanted}
    @click=${() => act.show({ room: { ...ui.room, own: wanted } })}>${name}</button>`;
  const shown = found.settings.filter(({ name, of_groups: ofGroups }) => (ofGroups || !own) && (found.voice || !OF_VOICE.includes(name)));
  return html`${group ? html`<div class="spans" role="group" aria-label=${say("ui.room.whose")}>${scope(say("ui.room.every_evening"), false)}
      ${scope(html`<bdi>${group.name}</bdi>`, true)}</div>` : nothing}
    ${own ? html`<p>${say("ui.room.not_of_groups")}</p>` : nothing}
    ${found.voice ? nothing : html`<p>${say("ui.room.no_voice")}</p>`}
    ${shown.map((setting) => settingView({ ui, act }, found, setting, own))}`;
}

function settingView({ ui, act }, found, setting, own) {
  const { name } = setting;
  const of = own ? found.group.id : null;
  const set = (value) => change({ ui, act }, name, value, of);
  const said = own ? setting.group : setting.page;
  const value = said ?? (own ? setting.page : null) ?? setting.below;
  return html`<section class="panel" aria-label=${say(NAMES[name])} data-setting=${name}><h2>${say(NAMES[name])}</h2>
    ${ABOUT[name] ? html`<p>${say(ABOUT[name])}</p>` : nothing}
    ${setting.most === null ? choices(setting, value, set) : slider({ ui, act }, setting, value, set)}
    ${name === "profile" ? curve(found.profiles.find((profile) => profile.name === value)) : nothing}
    <p class="source">${source(found, setting)} ${used(setting)}</p>
    ${name === "voice_volume_pct" ? html`<div class="choices">${tapButton(say("ui.room.test"), () => test(act))}</div>` : nothing}
    ${said === null ? nothing : html`<div class="choices">${tapButton(say("ui.room.take_back"), () => { act.draft(name, undefined); set(null); },
      { kind: "plain", label: say("ui.room.take_this_back", { setting: say(NAMES[name]) }) })}</div>`}</section>`;
}

/** A key for each word; a yes or no has none from the referee. */
const choices = ({ name, choices: words }, value, set) => html`<div class="spans" role="group" aria-label=${say(NAMES[name])}>
  ${(words.length ? words : [true, false]).map((word) => html`<button type="button" class="big" aria-pressed=${word === value}
    @click=${() => set(word)}>${worth(name, word)}</button>`)}</div>`;

/** The number under the finger is a draft until it is let go. */
function slider({ ui, act }, { name, least, most, step }, value, set) {
  const draft = ui.drafts[name] ?? value;
  return html`<label class="slider"><input type="range" min=${least} max=${most} step=${step} aria-label=${say(NAMES[name])}
    aria-valuetext=${worth(name, draft)} .value=${String(draft)} @input=${(event) => act.draft(name, event.target.valueAsNumber)}
    @change=${(event) => set(event.target.valueAsNumber)}><output>${worth(name, draft)}</output></label>`;
}

/** Who says what holds; and what that is, as another one may be looked at. */
function source({ group }, { name, value, source: by }) {
  return say(SOURCES[by], { value: worth(name, value), group: group?.name ?? "" });
}

/** When a change is used, and what is used until then. */
function used({ name, value, effect, used: now }) {
  if (!EFFECTS[effect]) return nothing;
  return html`${say(EFFECTS[effect])} ${now === null || now === value ? nothing : html`<b>${say("ui.room.until_then", { value: worth(name, now) })}</b>`}`;
}

const [HEIGHT, TOP, FOOT] = [8, 1.4, 1.5]; // of the picture, in letters

/** How often each number of cards comes, as columns. */
function curve(profile) {
  if (!profile) return nothing;
  const { chances } = profile;
  const width = 100 / chances.length;
  const most = Math.max(...chances);
  const pct = (chance) => Math.round(100 * chance);
  const height = (chance) => ((HEIGHT - TOP - FOOT) * chance) / most;
  const words = listed(chances.map((chance, n) => say("ui.room.chance", { n, pct: pct(chance) })));
  return html`<figure class="picture"><figcaption>${say("ui.room.curve")}</figcaption>
    <svg class="chart bars" height=${`${HEIGHT}em`} role="img" aria-label=${words}>${chances.map((chance, n) => svg`<g>
      <rect x=${`${(n + 0.1) * width}%`} y=${`${HEIGHT - FOOT - height(chance)}em`} width=${`${width * 0.8}%`} height=${`${height(chance)}em`}/>
      <text x=${`${(n + 0.5) * width}%`} y=${`${HEIGHT - FOOT - height(chance) - 0.3}em`} text-anchor="middle">${pct(chance) || nothing}</text>
      <text x=${`${(n + 0.5) * width}%`} y=${`${HEIGHT - 0.3}em`} text-anchor="middle">${n}</text></g>`)}</svg></figure>`;
}

let last = Promise.resolve(); // one change after the other, so that the newest holds

function change(view, name, value, group) {
  last = last.then(() => deliver(view, name, value, group));
  return last;
}

async function deliver({ ui, act }, name, value, group) {
  const isNewest = () => [undefined, value].includes(ui.drafts[name]);
  if (!isNewest()) return; // a key or a finger has moved the slider on, and that comes next
  const answer = await act.request("/api/settings", { values: { [name]: value }, group });
  if (isNewest()) act.draft(name, undefined);
  if (!answer.ok) {
    act.refused(answer);
    return;
  }
  const { ok: _, ...found } = answer;
  act.show({ room: { ...ui.room, found } });
}

/** Let the room hear its voice. */
async function test(act) {
  const answer = await act.request("/api/voice/test", {});
  if (!answer.ok) act.refused(answer);
}
