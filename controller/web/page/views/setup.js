// Set-up: who plays what, in which order. What most tables leave as it is, is folded up and says how it is.

import { html, nothing } from "/vendor/lit-html.js";
import { say, word } from "../catalogue.js";
import { scorings } from "../words.js";
import { tapButton } from "./controls.js";
import { sealedView } from "./fairness.js";
import { openGames } from "./games.js";
import { openJoin } from "./join.js";
import { optionsView, plainly, slipIn } from "./options.js";
import { seatsView } from "./seats.js";
import { switches } from "./topbar.js";

const MOST_TARGET = 100_000;
const roomy = matchMedia("(min-width: 55em) and (min-height: 43em)").matches; // em: larger text is a smaller screen

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
  { id: "people", name: "The dealer deals", what: "The dealer deals by hand, then puts the other cards into the launcher.", short: "dealt by hand" },
  { id: "launcher", name: "The launcher deals", what: "Put the whole deck into the launcher. Each player presses the button to get a hand.", short: "dealt by the launcher" },
];

/** The edition with a sentence about it; all of them once it is unfolded, as it is where there is room. */
function editionView(editions, chosen, take) {
  const about = (id) => say(`about.${id}`);
  const choose = (id) => {
    take(id);
    if (!roomy) for (const fold of document.querySelectorAll(".edition-fold")) fold.removeAttribute("open");
  };
  return html`<details class="fold edition-fold" ?open=${roomy}><summary><h2>Edition</h2>
      ${chosen ? html`<b>${word(chosen, "edition")}</b><small>${about(chosen)}</small>` : nothing}</summary>
    ${choice("Edition", "edition", editions.map(({ id }) => ({ id, name: word(id, "edition"), about: about(id) })), chosen, choose)}</details>`;
}

/** What the folded rules are, in a line. */
function rulesInShort({ dealer, scoring, target, deal, options }, edition) {
  const changed = Object.keys(plainly(options, edition)).length;
  const { name } = scorings.find(({ id }) => id === scoring) ?? scorings[0];
  return [`${Number.isNaN(target) ? "?" : target} points`, name.toLowerCase(),
    dealer ? `${dealer} is the dealer` : "cards decide who deals", DEALS.find(({ id }) => id === deal)?.short,
    edition?.options.length ? `house options: ${changed ? `${changed} changed` : "defaults"}` : ""].filter(Boolean).join(", ");
}

/** Dealer, target, scoring, the opening hands and the house options. */
const rulesView = (draft, set, edition) => html`<details class="fold rules"><summary><h2>Rules</h2>
    <small>${rulesInShort(draft, edition)}</small></summary>
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
</details>`;

export function setupView(view) {
  const { table, ui, act } = view;
  const kept = ui.drafts.setup ?? begin(view);
  const draft = { ...kept, edition: kept.edition ?? ui.editions[0]?.id, deal: kept.deal ?? table.deal }; // they may come later
  const edition = ui.editions.find(({ id }) => id === draft.edition);
  const bounds = { least: edition?.min_players ?? 2, most: edition?.max_players ?? 10 };
  const set = (patch) => act.draft("setup", { ...draft, ...patch });
  const start = async (event) => {
    event.preventDefault();
    // Said here and not by the browser, which is silent about what is folded up.
    const slip = draft.target >= 1 && draft.target <= MOST_TARGET && Number.isInteger(draft.target)
      ? slipIn(draft.options, edition) : `The target is a whole number from 1 to ${MOST_TARGET}.`;
    if (slip) {
      for (const fold of event.target.querySelectorAll(".rules, .options")) fold.open = true;
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
    <div class="top"><h1 tabindex="-1">Set up a game</h1>${switches(view)}</div>
    <div class="setting">
      ${editionView(ui.editions, draft.edition, (id) => set({ edition: id, options: {} }))}
      ${seatsView(draft, set, bounds)}
      <div class="folds">${rulesView(draft, set, edition)}${sealedView(view, draft, set)}
        <div class="ways">${tapButton("Connect a phone", () => openJoin(act), { kind: "plain" })}
          ${tapButton("Past games", () => openGames(act), { kind: "plain" })}</div></div>
    </div>
    <footer>${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
      ${table.state && table.state.phase !== "game_over" ? html`<p><small>The current game ends when the new game starts.</small></p>` : nothing}
      <button class="big primary">Start the game</button>
      ${table.game ? tapButton("Back to the table", back, { kind: "plain" }) : nothing}</footer>
  </form>`;
}

/** One of a few: `what` belongs to the name of a choice, `about` stands under it and is told after it. */
const choice = (legend, group, choices, chosen, take) => html`<fieldset class="choice"><legend>${legend}</legend>
  ${choices.map(({ id, name, what, about }) => html`<div><label data-chosen=${id === chosen}>
    <input type="radio" name=${group} value=${id} .checked=${id === chosen} aria-describedby=${about ? `about-${id}` : nothing}
      @change=${() => take(id)}>
    <span><b>${name}</b>${what ? html`<small>${what}</small>` : nothing}</span></label>
    ${about ? html`<small id=${`about-${id}`}>${about}</small>` : nothing}</div>`)}</fieldset>`;
