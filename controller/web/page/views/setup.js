// Set-up: who plays what, in which order, for how many points.

import { html, nothing } from "/vendor/lit-html.js";
import { word } from "../catalogue.js";
import { scorings } from "../words.js";
import { tapButton } from "./controls.js";
import { sealedView } from "./fairness.js";
import { openGames } from "./games.js";
import { openJoin } from "./join.js";
import { optionsView, plainly, slipIn } from "./options.js";
import { switches } from "./topbar.js";

const MOST_TARGET = 100_000;

/** The draft to begin with: the last game's table, or two empty seats. */
function begin({ table }) {
  const last = table.game;
  return {
    edition: last?.edition,
    players: last ? [...last.players] : ["", ""],
    dealer: "",
    scoring: last?.scoring ?? "winner",
    target: last?.target ?? 500,
    options: last?.options ?? {},
  };
}

const DEALS = [
  { id: "people", name: "The dealer deals", what: "The dealer deals by hand, then puts the other cards into the launcher." },
  { id: "launcher", name: "The launcher deals", what: "Put the whole deck into the launcher. Each player presses the button to get a hand." },
];

export function setupView(view) {
  const { table, ui, act } = view;
  const kept = ui.drafts.setup ?? begin(view);
  const draft = { ...kept, edition: kept.edition ?? ui.editions[0]?.id, deal: kept.deal ?? table.deal }; // they may come later
  const edition = ui.editions.find(({ id }) => id === draft.edition);
  const [least, most] = [edition?.min_players ?? 2, edition?.max_players ?? 10];
  const set = (patch) => act.draft("setup", { ...draft, ...patch });
  const start = async (event) => {
    event.preventDefault();
    // Said here and not by the browser, which is silent about what is folded up.
    const slip = draft.target >= 1 && draft.target <= MOST_TARGET && Number.isInteger(draft.target)
      ? slipIn(draft.options, edition) : `The target is a whole number from 1 to ${MOST_TARGET}.`;
    if (slip) {
      act.show({ notice: { sentence: slip, at: performance.now() } });
      return;
    }
    const { dealer, deal, words, ...rest } = draft;
    const players = draft.players.map((name) => name.trim()).filter(Boolean);
    const game = { ...rest, players, options: plainly(draft.options, edition), ...(dealer && { dealer: dealer.trim() }),
      ...(deal === "launcher" && { deal }), ...(words?.trim() && { words }), commitment: table.fairness.next };
    if (!await act.send("/api/games", game)) return;
    act.draft("setup", undefined);
    act.open(null);
  };
  const back = () => act.open(null);
  return html`<form class="setup" aria-label="Set up a game" novalidate @submit=${start}>
    <div class="top"><b class="brand">Rollerdeck</b>${switches(view)}</div>
    <h1 tabindex="-1">Set up a game</h1>
    ${choice("Edition", "edition", ui.editions.map(({ id }) => ({ id, name: word(id, "edition") })), draft.edition, 
      (id) => set({ edition: id, options: {} }))}
    ${seats(draft, set, least, most)}
    <div class="pair">
      <label>Dealer <select @change=${(event) => set({ dealer: event.target.value })}>
        <option value="" .selected=${!draft.dealer}>Draw for it</option>
        ${draft.players.filter(Boolean).map((name) =>
          html`<option value=${name} .selected=${name === draft.dealer}>${name}</option>`)}
      </select></label>
      <label>Target <input type="number" inputmode="numeric" min="1" max=${MOST_TARGET}
        .value=${String(draft.target)} @change=${(event) => set({ target: event.target.valueAsNumber })}></label>
    </div>
    ${choice("Scoring", "scoring", scorings, draft.scoring, (id) => set({ scoring: id }))}
    ${choice("Opening hands", "deal", DEALS, draft.deal, (id) => set({ deal: id }))}
    ${optionsView(edition, draft.options, (options) => set({ options }))}
    ${sealedView(view, draft, set)}
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    ${table.state && table.state.phase !== "game_over" ? html`<p>The game that is being played ends when this one starts.</p>` : nothing}
    <footer><button class="big primary">Start the game</button>
      ${table.game ? tapButton("Back to the table", back, { kind: "plain" }) : nothing}
      ${tapButton("Connect a phone", () => openJoin(act), { kind: "plain" })}
      ${tapButton("Past games", () => openGames(act), { kind: "plain" })}</footer>
  </form>`;
}

const choice = (legend, group, choices, chosen, take) => html`<fieldset class="choice"><legend>${legend}</legend>
  ${choices.map(({ id, name, what }) => html`<label data-chosen=${id === chosen}>
    <input type="radio" name=${group} value=${id} .checked=${id === chosen} @change=${() => take(id)}>
    <span><b>${name}</b>${what ? html`<small>${what}</small>` : nothing}</span></label>`)}</fieldset>`;

/** Put the keyboard on the name of seat `at`: once it is drawn, and before the next key comes. */
const goTo = (at) => queueMicrotask(() => {
  const name = document.querySelectorAll(".seat-row input")[at];
  if (name instanceof HTMLElement) name.focus();
});

function seats(draft, set, least, most) {
  const names = draft.players;
  const put = (next) => set({ players: next, dealer: next.includes(draft.dealer) ? draft.dealer : "" });
  const rename = (at, name) => set({ players: names.map((old, i) => (i === at ? name : old)),
    dealer: draft.dealer && at === names.indexOf(draft.dealer) ? name : draft.dealer });
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
  const round = (words, label, off, tap) => tapButton(words, tap, { kind: "round", label, off, builds: true });
  return html`<fieldset class="players"><legend>Players in seating order, each to the left of the previous one</legend>
    ${names.map((name, at) => html`<div class="seat-row"><span class="nr">${at + 1}</span>
      <input type="text" maxlength="30" autocomplete="off" autocapitalize="words" placeholder="Name"
        aria-label=${`Player ${at + 1}`} .value=${name} @input=${(event) => rename(at, event.target.value)} @keydown=${onKey(at)}>
      ${round("↑", `Move player ${at + 1} up`, at === 0, () => swap(at, at - 1))}
      ${round("↓", `Move player ${at + 1} down`, at === names.length - 1, () => swap(at, at + 1))}
      ${round("×", `Remove player ${at + 1}`, names.length <= least, () => put(names.filter((_, i) => i !== at)))}
    </div>`)}
    ${tapButton("Add a player", add, { off: names.length >= most, builds: true })}
  </fieldset>`;
}
