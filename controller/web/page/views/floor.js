// Which view has the floor: a question before everything, then a panel that somebody opened, else
// what the phase is about.

import { html, nothing } from "../vendor/lit-html.js";
import { choosing, offersOf } from "../reading.js";
import { takesFloor } from "../seen.js";
import { askView } from "./ask.js";
import { countView } from "./count.js";
import { namingDealer } from "./dealer.js";
import { deckView } from "./deck.js";
import { cardsView, explainView } from "./explain.js";
import { keysView } from "./keys.js";
import { layView } from "./lay.js";
import { moreView } from "./more.js";
import { waysView } from "./onlooker.js";
import { owedView } from "./owed.js";
import { playerIn, playerView } from "./player.js";
import { recountView } from "./recount.js";
import { scoreView } from "./score.js";
import { seenView } from "./seen.js";
import { setView } from "./set.js";
import { wishesView } from "./wishes.js";

/** Panels that stand beside the table, by their address. */
const PANELS = { more: moreView, set: setView, cards: cardsView, keys: keysView, recount: recountView, lay: layView, wishes: wishesView };

/** The panel at an address, or null. @param {string | null} panel */
export const panelOf = (panel) => PANELS[panel] ?? (playerIn(panel) === null ? null : playerView);

const PHASES = { count: countView, round_over: scoreView, game_over: scoreView };

/** What the table asks by itself, until it is answered. */
const due = (table) => [...offersOf(table, "dealer_draw"), ...choosing(table)];

/** Does a question come before what is laid under the simulated reader? Otherwise nobody there would see it. */
const asksFirst = (table) => takesFloor(table) || choosing(table).length > 0;

/** How many steps Back has to go until the table alone is there: to the list of past games or of seats, to the table. */
export function openLevel({ table, ui }) {
  const base = ui.wholeTable ? 1 : 0;
  if (ui.panel === "seats" && ui.pairing) return base + 2;
  if (ui.panel === "games" && (ui.past?.course || ui.past?.wanted)) return base + 2;
  return base + (ui.panel || ui.ask || ui.explained || (table?.state && (due(table).length || takesFloor(table))) ? 1 : 0);
}

/** What the rest of the screen makes room for: the "keys" of a turn, or "counting" card by card.
 * @returns {"keys" | "counting" | "other"} */
export function needOf({ table, ui }) {
  if (ui.ask || ui.explained || panelOf(ui.panel) || due(table).length || takesFloor(table)) return "other";
  if (offersOf(table, "count").some(({ player }) => player === ui.drafts.counting)) return "counting";
  return !PHASES[table.state.phase] && offersOf(table, "play", "turn_up").length ? "keys" : "other";
}

/** How the screen is told of its need. In ordinary turns nothing stands there: a change would style half of the screen anew.
 * @param {"keys" | "counting" | "other"} need @param {boolean} troubled */
export const toldNeed = (need, troubled) => (troubled || need === "counting" ? need : nothing);

export function floor(view) {
  const { table, ui, act } = view;
  if (ui.ask) return askView(view, ui.ask, () => act.show({ ask: null, notice: null }));
  if (ui.explained) return explainView(view);
  const panel = panelOf(ui.panel);
  if (view.looksOn) return onlooker(view, panel);
  if (panel && !(panel === layView && asksFirst(table))) return panel(view);
  const seen = seenView(view);
  if (seen) return seen;
  const offers = due(table);
  if (offers.length) return html`${askView(view, { offers, values: {} }, null)}${namingDealer(view)}`;
  const { phase } = table.state;
  return PHASES[phase]?.(view) ?? html`${owedView(view)}${deckView(view)}`;
}

/** What somebody who looks on sees beside the table: what the cards do, one player, the scores, and the ways to a seat. */
function onlooker(view, panel) {
  if ([cardsView, keysView, playerView].includes(panel)) return panel(view);
  const { phase } = view.table.state;
  return html`${waysView(view)}${PHASES[phase] === scoreView ? scoreView(view) : owedView(view)}`;
}
