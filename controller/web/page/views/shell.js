// The screen as a whole: what stands where.

import { html, nothing } from "../vendor/lit-html.js";
import { readerOf } from "../addressing.js";
import { seatOf } from "../avatars.js";
import { say } from "../catalogue.js";
import { clockEnd, clockPlace } from "../clock.js";
import { hasSeat, mayBegin } from "../me.js";
import { offering, sideOf } from "../own.js";
import { actor, headline, withLauncher } from "../reading.js";
import { avatarIn, avatarView, disc } from "./avatar.js";
import { callLine } from "./call.js";
import { arrivalView, sitView } from "./claim.js";
import { tapButton } from "./controls.js";
import { dock, undoKey } from "./dock.js";
import { drawsSetupView, drawsView } from "./draws.js";
import { cardView } from "./endcard.js";
import { feltPlace, onFelt } from "./felt.js";
import { floor, needOf, toldNeed } from "./floor.js";
import { stageOf } from "./launcher.js";
import { later } from "./later.js";
import { layButton } from "./lay.js";
import { lobbyView } from "./lobby.js";
import { clause, latest, latestPlace, logView, whyKey } from "./log.js";
import { lookingOn, startView } from "./onlooker.js";
import { ownView } from "./own.js";
import { afterwards, lengthOf, ownUndo, seatView } from "./seat.js";
import { hasKeys } from "./seatkeys.js";
import { setupView } from "./setup.js";
import { topBar } from "./topbar.js";
import { trick, troubleView } from "./trouble.js";
import { comeView } from "./wishes.js";

const seldom = later(() => import("./seldom.js"));
const tvView = seldom("tvView");

/** Panels that take the whole screen, by their address. */
const SCREENS = { setup: setupView, draws: drawsSetupView, games: seldom("gamesView"), practice: seldom("practiceView"), join: seldom("joinView"), evenings: seldom("eveningsView"), card: cardView, seats: seldom("seatsScreen"), sit: sitView, host: seldom("hostView"), me: ownView, settings: seldom("roomView"), come: comeView, tv: tvView };

const screenOf = ({ ui }) => (avatarIn(ui.panel) === null ? SCREENS[ui.panel] : avatarView);

export function shell(view) {
  const { table, ui } = view;
  const lost = ui.up === false;
  return html`
    <main data-lost=${lost} data-role=${table ? ui.me.role : nothing}>
      <div class="banner" role="alert">${lost ? html`<h1>${say("ui.shell.lost")}</h1>` : ui.slow ? html`<p>${say("ui.shell.slow")}</p>` : nothing}</div>
      <div ?inert=${lost}>${screen(view)}</div>${clockEnd(table)}</main>`;
}

/** What the browser calls the page. */
export const title = ({ table }) => (table?.state ? say("ui.shell.page", { headline: headline(table)[0] }) : "Rollerdeck");

/** More letters than that are set smaller beside the last ruling, in one line. */
const LONG_SUB = 58;
const CROWDED = 80; // letters of a headline that would take more lines than its room has

/** More letters than that are set smaller on a low screen. */
const LONG_NOTICE = 120;

/** Before the first card nothing lies on the pile, and the launcher has nothing to do. */
const isBare = (table) => table.state.phase === "turn_up" && (!withLauncher(table) || stageOf(table) === "rest");

/** The table as this device may see it and act at it. */
function sidedView({ table: full, ui, act }) {
  const { side, rights } = sideOf(full, ui);
  return { table: offering(full, rights), full, ui, act, side, rights, looksOn: side === "onlooker" };
}

function screen({ table: full, ui, act }) {
  if (ui.arrival) return arrivalView({ ui, act });
  if (!full) return html`<p class="waiting">${say("ui.shell.looking")}</p>`;
  const view = sidedView({ table: full, ui, act });
  const whole = screenOf(view);
  const begins = mayBegin(ui.me, full);
  if (whole === tvView) return tvView({ ...view, table: full });
  if (whole && (begins || whole !== setupView)) return whole(view);
  if (full.draws) return drawsView(view);
  if (!full.state && hasSeat(ui.me) && ui.me.role === "seat" && !ui.wholeTable) return lobbyView(view);
  if (!full.state) return begins ? setupView(view) : startView(view);
  if (view.side === "seat") return seatView(view, notice(view));
  return tableView(view.looksOn ? lookingOn(view) : view);
}

/** What nobody waits for, by the id of its place: it follows a frame after what is read and tapped. */
export const REST = {
  latest: (view) => latest({ ...view, reader: readerOf(sidedView(view)) }),
  after: (view) => afterwards(sidedView(view)),
  felt(view) {
    const own = sidedView(view);
    return onFelt(own.looksOn ? lookingOn(own) : own, own.side === "seat" ? own.rights.player ?? undefined : undefined);
  },
  undo(view) {
    const own = sidedView(view);
    return own.side === "seat" ? ownUndo(own) : undoKey(own);
  },
  told(view, place) {
    const own = sidedView(view);
    return logView({ ...view, open: "open" in place.dataset, reader: readerOf(own), under: own.side === "seat" && !view.ui.panel && hasKeys(own.table) });
  },
};

/** The table, with everything that may be done at this device. */
function tableView(view) {
  const { table, full, ui, looksOn } = view;
  const [big, small] = headline(full);
  const acts = actor(full);
  const face = disc(seatOf(table, acts));
  const call = callLine(view);
  const trouble = looksOn ? nothing : troubleView(view);
  return html`<div class="table-screen" data-phase=${table.state.phase} data-bare=${isBare(table)} data-trouble=${trouble !== nothing} data-need=${toldNeed(needOf(view), trouble !== nothing)}>
    ${topBar(view)}
    <header class="headline" data-acting=${Boolean(acts)} data-notice=${Boolean(ui.notice)} data-due=${Boolean(call)}>
      <div role="status" aria-live="polite"><h1 tabindex="-1" data-length=${lengthOf(big)} data-crowd=${big.length > CROWDED} data-face=${face !== nothing}>${face === nothing ? big : html`${face}<span>${big}</span>`}</h1><p class="sub" data-long=${small.length > LONG_SUB}>${small}${clockPlace(full)}</p></div>
      ${call ?? nothing}${latestPlace(view, Boolean(call))}
    </header>
    ${feltPlace(view)}
    <div class="floor">${notice(view)}${trouble}${floor(view)}</div>
    <div class="aside"><div id="told" class="told"></div>${table.launcher.simulated && view.rights.all
      ? html`<p class="tricks"><small>${say("ui.shell.simulation")}</small> ${trick(view, say("ui.shell.jam"), "jam")}${layButton(view)}</p>` : nothing}</div>
    ${looksOn ? nothing : dock(view)}
  </div>`;
}

function notice({ ui, act, side }) {
  const quiet = side === "seat";
  const id = ui.notice?.clause;
  return html`<div class="notices" role="alert">${ui.notice ? html`<p class="refusal" data-done=${Boolean(ui.notice.done)} data-long=${ui.notice.sentence.length > LONG_NOTICE}>${ui.notice.sentence}
    ${id && quiet ? html`${whyKey({ ui, act })} ${ui.why ? html`<small>${say(`clause.${id}`)}</small>` : nothing}` : nothing} ${!quiet || ui.why ? clause(id) : nothing} ${tapButton(say("ui.shared.all_right"), () => act.show({ notice: null }), { kind: "plain", closes: true })}</p>` : nothing}</div>`;
}
