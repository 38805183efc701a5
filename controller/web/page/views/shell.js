// The screen as a whole: what stands where.

import { html, nothing } from "/vendor/lit-html.js";
import { actor, headline, withLauncher } from "../reading.js";
import { tapButton } from "./controls.js";
import { dock } from "./dock.js";
import { feltView } from "./felt.js";
import { floor, needOf } from "./floor.js";
import { gamesView } from "./games.js";
import { joinView } from "./join.js";
import { stageOf } from "./launcher.js";
import { clause, latest } from "./log.js";
import { recountCall } from "./recount.js";
import { setupView } from "./setup.js";
import { topBar } from "./topbar.js";
import { trick, troubleView } from "./trouble.js";

const LOST = "No connection to the referee. This page continues as soon as the referee answers.";

const SLOW = "The referee has not answered yet. This page keeps asking, and then says whether your tap was carried out.";

/** Panels that take the whole screen, by their address. */
const SCREENS = { setup: setupView, games: gamesView, join: joinView };

export function shell(view) {
  const { table, ui } = view;
  const lost = ui.up === false;
  return html`
    <main data-lost=${lost} data-seq=${table?.seq ?? nothing}>
      <div class="banner" role="alert">${lost ? html`<h1>${LOST}</h1>` : ui.slow ? html`<p>${SLOW}</p>` : nothing}</div>
      <div ?inert=${lost}>${screen(view)}</div></main>`;
}

/** What the browser calls the page. */
export const title = ({ table }) => (table?.state ? `${headline(table)[0]} · Rollerdeck` : "Rollerdeck");

/** How a headline is set: a longer one smaller, in the same room. */
const lengthOf = (words) => (words.length > 26 ? "longest" : words.length > 22 ? "long" : "short");

/** Before the first card nothing lies on the pile, and the launcher has nothing to do. */
const isBare = (table) => table.state.phase === "turn_up" && (!withLauncher(table) || stageOf(table) === "rest");

function screen(view) {
  const { table, ui } = view;
  if (!table) return html`<p class="waiting">Looking for the referee …</p>`;
  if (SCREENS[ui.panel]) return SCREENS[ui.panel](view);
  if (!table.state) return setupView(view);
  const [big, small] = headline(table);
  const recount = recountCall(view);
  const trouble = troubleView(view);
  return html`<div class="table-screen" data-phase=${table.state.phase} data-bare=${isBare(table)} data-trouble=${trouble !== nothing} data-need=${needOf(view)}>
    ${topBar(view)}
    <header class="headline" data-acting=${Boolean(actor(table))} data-notice=${Boolean(ui.notice)} data-recount=${Boolean(recount)}>
      <div role="status" aria-live="polite"><h1 tabindex="-1" data-length=${lengthOf(big)}>${big}</h1><p class="sub">${small}</p></div>
      ${recount ?? nothing}${latest(view, Boolean(recount))}
    </header>
    ${feltView(view)}
    <div class="floor">${notice(view)}${trouble}${floor(view)}</div>
    <div class="aside"><div class="told"></div>${table.launcher.simulated
      ? html`<p class="tricks"><small>Simulation</small> ${trick(view, "Jam it", "jam")}</p>` : nothing}</div>
    ${dock(view)}
  </div>`;
}

function notice({ ui, act }) {
  return html`<div class="notices" role="alert">${ui.notice ? html`<p class="refusal">${ui.notice.sentence}
    ${clause(ui.notice.clause)} ${tapButton("All right", () => act.show({ notice: null }), { kind: "plain" })}</p>` : nothing}</div>`;
}
