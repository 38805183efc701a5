// A player's phone: oneself at the bottom of the felt, whether one is called on, and the keys that may
// be tapped now. Everything that is shown here is this player's own.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { clockPlace } from "../clock.js";
import { calledOn, debtsOf, hasWon, nextAfter, turnsUntil, unoLook, winSaidTo } from "../own.js";
import { actor, choosing, dealing, headline, offersOf, remaining, seated, tied, withLauncher } from "../reading.js";
import { andWaiting, ownOf, questionOf, takesFloor } from "../seen.js";
import { deed } from "../words.js";
import { askView } from "./ask.js";
import { callLine } from "./call.js";
import { fitted, tapButton } from "./controls.js";
import { deeds, jumpingIn } from "./deck.js";
import { openUno, undoPlace } from "./dock.js";
import { explainView } from "./explain.js";
import { feltPlace } from "./felt.js";
import { panelOf, toldNeed } from "./floor.js";
import { stageOf } from "./launcher.js";
import { laidIn } from "./laying.js";
import { latestPlace } from "./log.js";
import { owedLine } from "./owed.js";
import { scoreView } from "./score.js";
import { seatCountView, tapsCards } from "./seatcount.js";
import { seatMenu } from "./seatmenu.js";
import { seenView } from "./seen.js";
import { keysOf, seatKeys } from "./seatkeys.js";
import { troubleView } from "./trouble.js";
import { bdi, worded } from "./worded.js";

/** Before the first card nothing lies on the pile, and the launcher has nothing to do. */
const isBare = (table) => ["dealer", "turn_up"].includes(table.state.phase) && (!withLauncher(table) || stageOf(table) === "rest");

/** What somebody owes who is waited for: "Press 3 times". */
function pressing({ state }) {
  const [{ hits, draws, until_fire: untilFire }] = state.owed;
  if (untilFire) return say("ui.seat.press_until");
  if (draws) return say("ui.seat.draw", { n: draws });
  return hits === 2 ? say("ui.seat.press_twice") : say("ui.seat.press", { n: hits });
}

/** The two lines at the top, said to this player: the table's own where somebody else is meant. */
export function saidTo(full, player) {
  const table = { ...full, sightings: ownOf(full.sightings, player) };
  const question = questionOf(table, player);
  if (question) return [question[0], andWaiting(table, question[1])];
  const called = calledOn(table, player);
  const [big, small] = headline(table, called === null ? "other" : "asked");
  const win = winSaidTo(table, player);
  if (win) return [win, called === "count" ? say("ui.seat.count") : small];
  const { state } = table;
  switch (called) {
    case "deal": return tied(table) ? [say("ui.seat.deal_again"), say("ui.seat.deal_again_how")] : [say("ui.seat.deal"), say("ui.seat.deal_how")];
    case "turn_up": return [say("ui.seat.turn_up"), say(withLauncher(table) ? "ui.seat.turn_up_launcher" : "ui.seat.turn_up_pile")];
    case "count": return [say("ui.seat.count"), ""];
    case "press": return dealing(table) ? [say("ui.seat.take_hand", { n: state.hands[player] }), small]
      : state.phase === "hits" && actor(table) === player && state.owed.length && !remaining(table) ? [pressing(table), small] : [big, small];
    case "play": switch (state.phase) {
      case "color": return [say("ui.seat.color"), small];
      case "choose": return [say("ui.seat.choose"), small];
      case "challenge": return [say("ui.seat.challenge"), say("ui.seat.challenge_how")];
      default: return [say("ui.seat.turn"), small];
    }
    default: return [big, state.phase === "hits" || !actor(table) ? small : ""];
  }
}

/** Who comes next, said to this player. */
export function afterwards({ full, rights: { player } }) {
  const next = nextAfter(full);
  if (!next) return "";
  const own = actor(full) === player;
  if (next === player) return say(own ? "ui.seat.then_you" : "ui.seat.you_next");
  const turns = own ? 0 : turnsUntil(full, player);
  return turns ? say("ui.seat.turns_until", { n: turns }) : worded("ui.seat.then", {}, { player: bdi(next) });
}

/** How a headline is set: a longer one smaller, in the same room. */
export const lengthOf = (words) => (words.length > 26 ? "longest" : words.length > 20 ? "long" : "short");

/** At so many players their names, hands and scores have room beside the keys of a tall screen. */
const FEW = 6;

/** Is there room for all of the felt beside the keys? */
const isRoomy = ({ full, ui }) => ui.tall && seated(full).length <= FEW;

/** Who has a longer name needs three lines beside the last play. */
const SHORT_NAME = 16;

/** Who comes next. It follows in the second picture where it has the room that it needs. Elsewhere it would move the keys. */
const afterPlace = (view) => (isRoomy(view) && (nextAfter(view.full) ?? "").length <= SHORT_NAME ? html`<p id="after" class="after"></p>` : html`<p class="after">${afterwards(view)}</p>`);

/** `due`: the line that asks this player to settle something, or null. */
function head(view, due) {
  const { full, ui, rights: { player } } = view;
  const called = calledOn(full, player);
  const [big, small] = saidTo(full, player);
  return html`<header class="headline own-head" data-acting=${called !== null} data-won=${hasWon(full, player)}
    data-notice=${Boolean(ui.notice)} data-due=${Boolean(due)}>
    <div role="status" aria-live="polite"><h1 tabindex="-1" data-length=${lengthOf(big)}>${big}</h1><p class="sub">${small}${clockPlace(full)}</p></div>
    <div class="beside">${afterPlace(view)}${due ?? nothing}${latestPlace(view, Boolean(due))}</div>
  </header>`;
}

/** What this player owes, each press a mark: they go one by one. */
function owedByMe({ full, rights: { player } }) {
  const own = debtsOf(full, player);
  return own.length ? html`<section class="panel owed own-owed" aria-label=${say("ui.seat.owed")}><ol>${own.map((one) => owedLine(one, true))}</ol></section>` : nothing;
}

const PHASES = { count: seatCountView, round_over: scoreView, game_over: scoreView };

function floor(view, keys) {
  const { table, ui, act } = view;
  if (ui.ask) return askView(view, ui.ask, () => act.show({ ask: null, notice: null }));
  if (ui.explained) return explainView(view);
  const panel = ui.panel === "more" ? seatMenu : panelOf(ui.panel);
  if (panel) return panel(view);
  const seen = seenView(view);
  if (seen) return seen;
  const offers = choosing(table);
  if (offers.length) return askView(view, { offers, values: {} }, null);
  return PHASES[table.state.phase]?.(view) ?? html`${deeds(view)}${jumpingIn(view)}${owedByMe(view)}${seatKeys(view, keys)}`;
}

/** What the rest of the screen makes room for. @returns {"keys" | "counting" | "other"} */
function needOf(view, keys) {
  const { table, ui } = view;
  if (ui.ask || ui.explained || panelOf(ui.panel) || choosing(table).length || takesFloor(table)) return "other";
  if (table.state.phase === "count" && tapsCards(view) && !laidIn(view)) return "counting";
  return keys.offers.length ? "keys" : "other";
}

function call({ table, act }, word, hotkey, whom = "") {
  const offers = offersOf(table, word);
  const words = fitted(deed(word));
  return tapButton(whom ? html`${words} <small data-brief dir="auto">${whom}</small>` : words, () => act.take(offers),
    { kind: `dock-${word}`, off: !offers.length, hotkey });
}

/** This player's own undo; `undoPlace` is where it stands. */
export const ownUndo = (view) => call(view, "undo", "Z");

/** UNO, catch, undo, menu: each one tap, always in the same place. */
function calls(view) {
  const { table, full, ui, act, rights: { player } } = view;
  const caught = offersOf(table, "catch")[0]?.player ?? "";
  return html`<nav class="dock own-dock" aria-label=${say("ui.seat.calls")} data-uno=${unoLook(full, player, ui.ask)}>
    ${call(view, "uno", "U")}${call(view, "catch", "C", caught)}${undoPlace()}
    ${tapButton(fitted(say("ui.seat.menu")), () => act.open(ui.panel === "more" ? null : "more"), { kind: "dock-more" })}${openUno(full, player)}</nav>`;
}

/** Do the keys take room from the felt? On a tall screen they leave it as it is, and nothing moves between turns. */
const isTight = (view, keys) => !isRoomy(view) || keys.many || keys.lines > 8;

/** @param {any} view @param {unknown} notice what the page answers */
export function seatView(view, notice) {
  const { table, full, rights: { player } } = view;
  const trouble = troubleView(view);
  const due = callLine(view);
  const keys = keysOf(view);
  const need = needOf(view, keys);
  const tight = need === "keys" && isTight(view, keys);
  return html`<div class="table-screen own-screen" data-phase=${table.state.phase} data-bare=${isBare(table)} data-trouble=${trouble !== nothing} data-crowded=${trouble !== nothing || due !== null}
    data-need=${toldNeed(need, trouble !== nothing)} data-tight=${tight} data-small=${tight || need === "counting" || debtsOf(full, player).length > 0 || trouble !== nothing}>
    ${head(view, due)}
    ${feltPlace(view)}
    <div class="floor">${notice}${trouble}${floor(view, keys)}</div>
    ${calls(view)}
  </div>`;
}
