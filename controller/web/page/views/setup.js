// Set-up: who plays what, in which order. What most tables leave as it is, is folded up and says how it is.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { BY_CARDS, dealerMembers } from "../dealer.js";
import { actsForAll } from "../me.js";
import { openGames } from "../pastgames.js";
import { openEvenings } from "../statistics.js";
import { scorings } from "../words.js";
import { closeButton, tapButton } from "./controls.js";
import { dealerView } from "./dealer.js";
import { cardsFold, editionView } from "./editions.js";
import { sealedView } from "./fairness.js";
import { groupKeys } from "./groups.js";
import { openJoin } from "../joining.js";
import { languagesView } from "./languages.js";
import { optionsView, plainly, slipIn } from "./options.js";
import { scanView } from "./scan.js";
import { seatsView } from "./seats.js";
import { switches } from "./topbar.js";

const MOST_TARGET = 100_000;

const FEWEST = 2;
const MOST = 10;

/** The draft with which those of a game play again; the cards decide who deals. A house's box goes with it: nobody else
 * may have it by now.
 * @param {{edition?: string, players: string[], scoring?: string, target?: number, options?: object, box?: object}} game */
export const sameSeats = ({ edition, players, scoring = "winner", target = 500, options = {}, box }) =>
  ({ edition, players: [...players], ...BY_CARDS, scoring, target, options, box });

/** The draft to begin with: the last game's table, or who has come, with two seats at least. */
const begin = ({ table: { game, arrived } }) => sameSeats(game
  ?? { players: [...arrived.slice(0, MOST), ...Array(Math.max(0, FEWEST - arrived.length)).fill("")] });

/** Whose phones are here: who has come since the last game, then all others that have one. */
const withPhones = ({ arrived, seats }) => [...new Set([...arrived, ...seats.filter(({ devices }) => devices.length).map(({ player }) => player)])];

const DEALS = [
  { id: "people", name: "ui.setup.deal.people", what: "ui.setup.deal.people.what", short: "ui.setup.deal.people.short" },
  { id: "launcher", name: "ui.setup.deal.launcher", what: "ui.setup.deal.launcher.what", short: "ui.setup.deal.launcher.short" },
];

const SCORING_IN_SHORT = { winner: "ui.setup.short.winner", lowest: "ui.setup.short.lowest", challenge: "ui.setup.short.challenge" };

/** What the folded rules are, in a line. */
function rulesInShort({ scoring, target, deal, options }, edition) {
  const changed = Object.keys(plainly(options, edition)).length;
  const dealt = DEALS.find(({ id }) => id === deal);
  return [say("ui.setup.short.points", { n: Number.isNaN(target) ? "?" : target }),
    say(SCORING_IN_SHORT[scoring] ?? SCORING_IN_SHORT.winner),
    dealt && say(dealt.short),
    edition?.options.length ? say(changed ? "ui.setup.short.options" : "ui.setup.short.no_options", { n: changed }) : ""].filter(Boolean).join(", ");
}

/** Target, scoring, the opening hands and the house options. */
const rulesView = (draft, set, edition) => html`<details class="fold rules"><summary><h2>${say("ui.setup.rules")}</h2>
    <small>${rulesInShort(draft, edition)}</small></summary>
  <div class="pair">
    <label>${say("ui.setup.target")} <input type="number" inputmode="numeric" min="1" max=${MOST_TARGET}
      .value=${String(draft.target)} @change=${(event) => set({ target: event.target.valueAsNumber })}></label>
  </div>
  ${choice(say("ui.setup.scoring"), "scoring", scorings, draft.scoring, (id) => set({ scoring: id }))}
  ${choice(say("ui.setup.opening_hands"), "deal", DEALS.map(({ id, name, what }) => ({ id, name: say(name), what: say(what) })), draft.deal, (id) => set({ deal: id }))}
  ${optionsView(edition, draft.options, (options) => set({ options }))}
</details>`;

export function setupView(view) {
  const { table, ui, act } = view;
  const kept = ui.drafts.setup ?? begin(view);
  const draft = { ...kept, edition: kept.edition ?? ui.editions[0]?.id, deal: kept.deal ?? table.deal }; // they may come later
  const edition = ui.editions.find(({ id }) => id === draft.edition);
  const bounds = { least: edition?.min_players ?? 2, most: edition?.max_players ?? MOST };
  // whoever changes how a group plays plays another game; who plays and who deals, a group decides anew each time
  const groupAfter = (patch) => ("players" in patch || "dealer" in patch || "words" in patch ? draft.group : undefined);
  const set = (patch) => act.choose("setup", { ...draft, group: groupAfter(patch), ...patch });
  // whoever is about to change the list finds it as it is, also if somebody comes meanwhile
  const hold = () => { if (!ui.drafts.setup) act.draft("setup", draft); };
  const start = async (event) => {
    event.preventDefault();
    // Said here and not by the browser, which is silent about what is folded up.
    const slip = () => (draft.target >= 1 && draft.target <= MOST_TARGET && Number.isInteger(draft.target)
      ? slipIn(draft.options, edition) : say("ui.setup.bad_target", { most: MOST_TARGET }));
    if (slip()) {
      for (const fold of event.target.querySelectorAll(".rules, .options")) fold.open = true;
      act.show({ notice: { get sentence() { return slip(); }, at: performance.now() } });
      return;
    }
    const { dealer, dealerBy, deal, words, group, ...rest } = draft;
    const deals = dealerMembers({ dealer, dealerBy });
    const players = draft.players.map((name) => name.trim()).filter(Boolean);
    const game = { ...rest, players, options: plainly(draft.options, edition), ...deals,
      ...(deal === "launcher" && { deal }), ...(words?.trim() && { words }), commitment: table.fairness.next };
    const { panel } = ui;
    const begun = group
      ? act.send(`/api/groups/${group}/begin`, { players, dealer: null, ...deals, ...(words?.trim() && { words }), commitment: table.fairness.next })
      : act.send("/api/games", game);
    if (!await begun) return;
    act.draft("setup", undefined);
    act.finish(panel);
  };
  return html`<form class="setup" aria-label=${say("ui.setup.title")} novalidate @submit=${start}>
    <div class="top"><h1 tabindex="-1">${say("ui.setup.title")}</h1>${switches(view)}${languagesView(view)}</div>
    <div class="setting">${groupKeys(view, draft, (filled) => act.draft("setup", { ...filled, words: draft.words }))}
      ${editionView(ui, edition, (id) => set({ edition: id, options: {}, box: undefined }))}
      ${seatsView(draft, set, bounds, { here: withPhones(table), hold })}
      <div class="folds">${cardsFold(edition, draft.options)}${dealerView(draft, set)}${rulesView(draft, set, edition)}${sealedView(view, draft, set)}
        <div class="ways">${tapButton(say("ui.practice.open"), () => act.open("practice"), { kind: "plain" })}
          ${tapButton(say("ui.draws.open"), () => act.open("draws"), { kind: "plain" })}
          ${tapButton(say("ui.shared.connect_phone"), () => openJoin(view), { kind: "plain" })}
          ${actsForAll(ui.me) ? tapButton(say("ui.shared.seats_and_phones"), () => act.open("seats"), { kind: "plain" }) : nothing}
          ${tapButton(say("ui.shared.show_on_tv"), () => act.open("tv"), { kind: "plain" })}
          ${tapButton(say("ui.shared.evenings"), () => openEvenings(act), { kind: "plain" })}
          ${tapButton(say("ui.shared.past_games"), () => openGames(act), { kind: "plain" })}</div>${scanView(view)}</div>
    </div>
    <footer>${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
      ${table.state && table.state.phase !== "game_over" ? html`<p><small>${say("ui.setup.ends_other")}</small></p>` : nothing}
      <button class="big primary" ?disabled=${!ui.editions.length}>${say("ui.setup.start")}</button>
      ${table.game || table.draws ? closeButton(say("ui.shared.back_to_table"), act, { kind: "plain" }) : nothing}</footer>
  </form>`;
}

/** One of a few: `what` belongs to the name of a choice. */
const choice = (legend, group, choices, chosen, take) => html`<fieldset class="choice"><legend>${legend}</legend>
  ${choices.map(({ id, name, what }) => html`<div><label data-chosen=${id === chosen}>
    <input type="radio" name=${group} value=${id} .checked=${id === chosen} @change=${() => take(id)}>
    <span><b>${name}</b>${what ? html`<small>${what}</small>` : nothing}</span></label></div>`)}</fieldset>`;
