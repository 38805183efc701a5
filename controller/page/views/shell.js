// The screen as a whole: what stands where, and which view has the floor.

import { html, nothing } from "/vendor/lit-html.js";
import { actor, deckOf, headline, offersOf, withLauncher } from "../reading.js";
import { counted, deed } from "../words.js";
import { askView } from "./ask.js";
import { tapButton } from "./controls.js";
import { gamesView } from "./games.js";
import { launcherView, troubleView } from "./launcher.js";
import { clause, latest, logView } from "./log.js";
import { moreView, setView } from "./more.js";
import { picker } from "./picker.js";
import { countView, scoreView } from "./score.js";
import { setupView } from "./setup.js";
import { tableView } from "./table.js";

const LOST = "The referee cannot be heard. This page goes on by itself as soon as it answers.";

export function shell(view) {
  const { table, ui } = view;
  const lost = ui.up === false;
  document.title = title(table);
  return html`
    <p class="banner" role="alert">${lost ? LOST : nothing}</p>
    <main ?inert=${lost} data-lost=${lost} data-seq=${table?.seq ?? nothing}>${screen(view)}</main>`;
}

function title(table) {
  if (!table?.state) return "Rollerdeck";
  return `${headline(table)[0]} · Rollerdeck`;
}

function screen(view) {
  const { table, ui } = view;
  if (!table) return html`<p class="waiting">Looking for the referee …</p>`;
  if (ui.panel === "games") return gamesView(view);
  if (!table.state || ui.panel === "setup") return setupView(view);
  const [big, small] = headline(table);
  const { phase } = table.state;
  return html`<div class="table-screen" data-phase=${phase} data-floor=${floorIsDeck(view) ? "deck" : "other"}>
    ${top(view)}
    <header class="headline" data-acting=${Boolean(actor(table))}>
      <div role="status" aria-live="polite"><h1 data-long=${big.length > 22}>${big}</h1><p class="sub">${small}</p></div>
      ${latest(view)}
    </header>
    <div class="left">${tableView(table)}${withLauncher(table) ? launcherView(view) : nothing}</div>
    <div class="right">${notice(view)}${troubleView(view)}${floor(view)}${logView(view)}</div>
    ${dock(view)}
  </div>`;
}

function top({ table, ui }) {
  const edition = ui.editions.find(({ id }) => id === table.game.edition)?.name ?? table.game.edition;
  const { link } = table.launcher;
  return html`<div class="top"><b class="brand">Rollerdeck</b>
    <span>${edition}</span><span>Round ${table.state.round}</span>
    <span class="link" data-link=${link}>${link === "up" ? "Launcher" : "No launcher"}</span></div>`;
}

function notice({ ui, act }) {
  return html`<div class="notices" role="alert">${ui.notice ? html`<p class="refusal">${ui.notice.sentence}
    ${clause(ui.notice.clause)} ${tapButton("All right", () => act.show({ notice: null }), { kind: "plain" })}</p>` : nothing}</div>`;
}

const asked = ({ table }) => offersOf(table, "dealer_draw", "color", "choose");

/** Nothing but the deck has the floor: on a phone the launcher then comes before it. */
const floorIsDeck = (view) => !view.ui.ask && !["more", "set"].includes(view.ui.panel) && !asked(view).length
  && !["turn_up", "count", "round_over", "game_over"].includes(view.table.state.phase);

/** The view that has the floor: a question before everything, else what the phase is about. */
function floor(view) {
  const { table, ui, act } = view;
  const { phase } = table.state;
  if (ui.ask) return askView(view, ui.ask, () => act.show({ ask: null, notice: null }));
  if (ui.panel === "more") return moreView(view);
  if (ui.panel === "set") return setView(view);
  const offers = asked(view);
  if (offers.length) return askView(view, { offers, values: {} }, null);
  if (phase === "count") return countView(view);
  if (phase === "round_over" || phase === "game_over") return scoreView(view);
  return html`${deeds(view)}${deckView(view)}`;
}

/** Buttons for what is done without a card. */
function deeds({ table, act }) {
  const { phase, reload_due: due, discrepancy, hands } = table.state;
  const placed = ["draw", "pass", "challenge", ...(due || phase === "reload" ? ["reload"] : [])];
  const words = placed.filter((word) => offersOf(table, word).length);
  const wrong = discrepancy && offersOf(table, "set").length;
  const off = Math.abs(discrepancy);
  if (!words.length && !discrepancy) return nothing;
  return html`${off ? html`<p class="refusal" role="status">The count is ${counted(off, "card")}
      ${discrepancy > 0 ? "too high: put them back, or recount the hands" : "too low: recount the hands"} and put them right.</p>` : nothing}
    <div class="choices deeds">${words.map((word) =>
      tapButton(deed(word), () => act.take(offersOf(table, word)), { kind: "big primary" }))}
    ${wrong ? html`${tapButton("The hands are right", () => act.say({ do: "set", hands }))}
      ${tapButton(deed("set"), () => act.show({ panel: "set" }))}` : nothing}</div>`;
}

/** The deck, with what may be played or turned up now. */
function deckView(view) {
  const { table, act } = view;
  const offers = offersOf(table, "play", "turn_up");
  const any = offers.some((offer) => !("card" in offer));
  const legal = new Set(offers.map(({ card }) => card));
  return html`<section class="panel deck" data-idle=${!offers.length}>${picker({
    cards: deckOf(view),
    legal: (card) => any || legal.has(card),
    tap: (card) => act.take(any ? offers : offers.filter((offer) => offer.card === card), any ? { card } : {}),
  })}</section>`;
}

/** UNO, catch, undo, more: always there, always in the same place. */
function dock({ table, ui, act }) {
  const one = (word, name) => {
    const offers = offersOf(table, word);
    return tapButton(name, () => act.take(offers), { kind: `dock-${word}`, off: !offers.length });
  };
  const more = () => act.show({ panel: ui.panel === "more" ? null : "more", ask: null });
  const { uno, phase, hands, turn } = table.state;
  const due = (uno && !uno.called) || (phase === "play" && hands[turn] === 2);
  return html`<nav class="dock" aria-label="Calls" data-uno=${due ? "due" : "may"}>${one("uno", "UNO")}${one("catch", "Catch")}${one("undo", "Undo")}
    ${tapButton("More", more, { kind: "dock-more" })}</nav>`;
}
