// Set-up: who plays what, in which order, for how many points.

import { html, nothing } from "/vendor/lit-html.js";
import { scorings } from "../words.js";

/** The draft to begin with: the last game's table, or two empty seats. */
function begin({ table, ui }) {
  const last = table.game;
  return {
    edition: last?.edition ?? ui.editions[0]?.id,
    players: last ? [...last.players] : ["", ""],
    dealer: "",
    scoring: last?.scoring ?? "winner",
    target: last?.target ?? 500,
    options: last?.options ?? {},
  };
}

export function setupView(view) {
  const { table, ui, act } = view;
  const draft = ui.drafts.setup ?? begin(view);
  const edition = ui.editions.find(({ id }) => id === draft.edition);
  const [least, most] = [edition?.min_players ?? 2, edition?.max_players ?? 10];
  const set = (patch) => act.draft("setup", { ...draft, ...patch });
  const start = async (event) => {
    event.preventDefault();
    const { dealer, ...rest } = draft;
    const game = { ...rest, players: draft.players.map((name) => name.trim()).filter(Boolean), ...(dealer && { dealer }) };
    if (await act.send("/api/games", game)) {
      act.draft("setup", undefined);
      act.show({ panel: null });
    }
  };
  return html`<form class="setup" aria-label="Set up a game" @submit=${start}>
    <h1>Set up a game</h1>
    ${choice("Edition", "edition", ui.editions.map(({ id, name }) => ({ id, name })), draft.edition, (id) => set({ edition: id }))}
    ${players(draft, set, least, most)}
    <div class="pair">
      <label>Dealer <select @change=${(event) => set({ dealer: event.target.value })}>
        <option value="" ?selected=${!draft.dealer}>Draw for it</option>
        ${draft.players.filter(Boolean).map((name) => html`<option value=${name} ?selected=${name === draft.dealer}>${name}</option>`)}
      </select></label>
      <label>Target <input type="number" inputmode="numeric" min="1" max="100000" required .value=${String(draft.target)}
        @change=${(event) => set({ target: event.target.valueAsNumber })}></label>
    </div>
    ${choice("Scoring", "scoring", scorings, draft.scoring, (id) => set({ scoring: id }))}
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    <footer><button class="big primary">Start the game</button>
      ${table.game ? html`<button type="button" class="plain" @click=${() => act.show({ panel: null, notice: null })}>Back to the table</button>` : nothing}</footer>
  </form>`;
}

const choice = (legend, group, choices, chosen, take) => html`<fieldset class="choice"><legend>${legend}</legend>
  ${choices.map(({ id, name, what }) => html`<label data-chosen=${id === chosen}>
    <input type="radio" name=${group} value=${id} .checked=${id === chosen} @change=${() => take(id)}>
    <span><b>${name}</b>${what ? html`<small>${what}</small>` : nothing}</span></label>`)}</fieldset>`;

/** Put the finger or the keyboard on the name of seat `at`, once it is there. */
const goTo = (at) => setTimeout(() => document.querySelectorAll(".seat-row input")[at]?.focus());

function players(draft, set, least, most) {
  const names = draft.players;
  const put = (next) => set({ players: next, dealer: next.includes(draft.dealer) ? draft.dealer : "" });
  const rename = (at, name) => set({ players: names.map((old, i) => (i === at ? name : old)),
    dealer: names[at] === draft.dealer ? "" : draft.dealer });
  const swap = (at, to) => {
    const next = [...names];
    [next[at], next[to]] = [next[to], next[at]];
    put(next);
    goTo(to);
  };
  const add = () => {
    if (names.length >= most) return;
    put([...names, ""]);
    goTo(names.length);
  };
  const onKey = (at) => (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (at < names.length - 1) goTo(at + 1);
    else if (names[at].trim()) add();
  };
  return html`<fieldset class="players"><legend>Players, each on the left of the one before</legend>
    ${names.map((name, at) => html`<div class="seat-row"><span class="nr">${at + 1}</span>
      <input type="text" maxlength="30" autocomplete="off" autocapitalize="words" aria-label=${`Player ${at + 1}`} .value=${name}
        placeholder="Name" @input=${(event) => rename(at, event.target.value)} @keydown=${onKey(at)}>
      <button type="button" class="round" aria-label=${`Move player ${at + 1} up`} ?disabled=${at === 0} @click=${() => swap(at, at - 1)}>↑</button>
      <button type="button" class="round" aria-label=${`Move player ${at + 1} down`} ?disabled=${at === names.length - 1} @click=${() => swap(at, at + 1)}>↓</button>
      <button type="button" class="round" aria-label=${`Remove player ${at + 1}`} ?disabled=${names.length <= least}
        @click=${() => put(names.filter((_, i) => i !== at))}>×</button></div>`)}
    <button type="button" class="big add" ?disabled=${names.length >= most} @click=${add}>Add a player</button>
  </fieldset>`;
}
