// The page's one state and its one loop: what the referee said, what is being tapped, and a
// rendering of both. Views are functions of these two; they keep nothing.

import { render } from "./vendor/lit-html.js";
import { keepAdmission } from "./admission.js";
import { cues, isPressed, newlyOut } from "./announcing.js";
import { brokenBoxes, editions, isTagged, post } from "./api.js";
import { wantedBy } from "./arriving.js";
import { nextQuestion, toCommand } from "./asking.js";
import { isOutdated, renew } from "./build.js";
import { ofBoxes } from "./boxes.js";
import { keepTime, showTime } from "./clock.js";
import { hasWords, language, say, speak, useNames } from "./catalogue.js";
import { pend, watchTaps } from "./feedback.js";
import { fingerDown, watchFingers } from "./fingers.js";
import { drumRoll, flights } from "./flights.js";
import { beat, flash, land, launch, spin } from "./flying.js";
import { keepFrames } from "./frames.js";
import { stillUncounted } from "./handcount.js";
import { watchHolding } from "./holding.js";
import { watchHotkeys } from "./hotkeys.js";
import { isThere, ownLanguage } from "./languages.js";
import { ANYBODY, concerns } from "./me.js";
import { isWin, momentOf, toldAt } from "./moments.js";
import { LEVELS, again, narrate, upTo } from "./narrating.js";
import { bring, bringNotice, stand, watchPanels } from "./panels.js";
import { keepPatience } from "./patience.js";
import { CALLS, actor, isAnother, underWay } from "./reading.js";
import { keepOn } from "./screen.js";
import { keepSettings } from "./settings.js";
import { burst, showSign } from "./signs.js";
import { share, withOlderLines } from "./sharing.js";
import { isCalled, offering, sideOf } from "./own.js";
import { NOTHING, did, isNews, meant, newest, painted, pressed, refusalTo, tagOf } from "./sight.js";
import { newsOf } from "./seen.js";
import { ROLLS, buzz, play, silence } from "./sounds.js";
import { reportSettled, settle, unsettle, untilAnswered } from "./settled.js";
import { follow } from "./stream.js";
import { mayReload } from "./tapping.js";
import { keepTelevision } from "./television.js";
import { usePictures } from "./views/cards.js";
import { openLevel } from "./views/floor.js";
import { loadGroups } from "./views/groups.js";
import { REST, shell, title } from "./views/shell.js";
import { hush, speakNow } from "./voice.js";
import { told } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
reportSettled(root);
const PRESS_MS = 2000; // after this a press is late, and may be another's
const TV = "tv"; // the panel that has no controls
const TALL = matchMedia("(height >= 48rem)"); // as in styles/seat.css
const READ_MS = 4000; // a refusal is left standing at least so long

const TABLE = "table"; // the address of the whole table on a seat's phone: what is opened there leads back to it
/** @param {string | null} named */
const placeOf = (named) => (named === TABLE ? { panel: null, wholeTable: true } : { panel: named });

/** @type {import("./types").Table | null} */
let table = null; // the referee's words, replaced whole
/** @type {import("./types").Ui} */
const ui = {
  me: ANYBODY, // until the referee says who this device is
  up: null, // null until the first word from the referee
  slow: false, // does the referee let somebody wait?
  notice: null, // {sentence, clause, at, done, news}: the last refusal, or what was done, and when it was shown; news comes by itself
  ask: null, // {offers, values, draft}: a command that still lacks members, and the answer being typed
  explained: null, // the card that was pressed long
  panel: null, // "more", "set", "setup" … where one of them was opened
  wholeTable: false, // does a seat's phone show the whole table?
  wholeLog: false, // are all lines of the log shown?
  why: false, // are the rules shown behind what is said on a player's phone?
  drafts: {}, // what is typed and not sent, by view
  arrival: null, // what is asked for to be admitted
  wish: null, // what was asked of the host
  tableCode: null, // the table's code, until this device has said whose seat it takes
  pairing: null, // the code of a seat that is shown
  editions: [],
  broken: [], // files of a house's boxes
  settings: {}, // what this device speaks, sounds and looks like
  tall: TALL.matches, // is there room for more than the keys?
  roomy: matchMedia("(min-width: 55em) and (min-height: 43em)").matches, // was there, at first, for every edition? em: larger text is a smaller screen
  wide: matchMedia("(min-width: 900px)").matches, // was there, at first, for the log?
};
const sending = new Map(); // what is under way or waits for its turn, by its words
/** @type {Promise<unknown>} */
let last = Promise.resolve();
let asked = 0; // questions so far
let due = false;
let brokenBeside = ui.editions; // the editions beside which the broken files were asked for
const wishScreen = keepOn();
/** @type {Element | null} */
let held = null; // what had the keyboard when the referee was lost
let typing = false; // is the keyboard in use?
let sight = NOTHING; // what has been painted here, and what this device's own taps did
/** @type {(HTMLElement | null)[]} */
let restIn = []; // where what follows a frame later stands
/** @type {import("./types").Table | null} */
let whole = null; // and the table that it is of
/** @type {import("./narrating.js").Utterance[]} */
let lately = []; // what was told of the last change that was told at all
/** @type {{hit: number | undefined, seq: number} | null} */
let pressing = null; // this device's press, until its count is shown
let ready = false; // are there words?

function draw() {
  if (!hasWords()) return; // showLanguage() draws as soon as there are some
  unsettle();
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    const focused = document.activeElement;
    render(shell({ table, ui, act }), root);
    showTime();
    if (!mayWait(restPlaces())) drawRest();
    stand(levelNow(), ui.panel ?? (ui.wholeTable ? TABLE : null));
    television(onTv(), Boolean(ui.up), ui.settings);
    keepFocus(focused);
    frames.watch();
    askForBroken();
    if (isOutdated(table?.build) && !sending.size && mayReload(ui)) renew(table?.build);
  });
}

/** Once `drawn` is on the screen: note that, and do what nobody waits for, so that it keeps nobody waiting.
 * @param {import("./types").Table | null} drawn */
function afterFrame(drawn) {
  if (drawn?.tag) sight = painted(sight, drawn.tag, performance.now());
  if (whole !== table) {
    const focused = document.activeElement;
    drawRest();
    keepFocus(focused);
    frames.watch(); // a title takes the browser as long as a small picture
    return;
  }
  const now = title({ table });
  if (document.title !== now) document.title = now;
  wishScreen(table, ui);
  if (!frames.isAwaited()) settle(table?.seq);
}

const frames = keepFrames({ drawn: () => table, painted: afterFrame });

const restPlaces = () => Object.keys(REST).map((id) => document.getElementById(id));

/** May the rest stay for a frame as it was? What is read and tapped at a turn is on the screen sooner then. Not
 * where there is nothing yet, where this device itself or the launcher changed something, and in another game.
 * @param {(HTMLElement | null)[]} places */
const mayWait = (places) => table !== null && whole !== null && table.seq !== whole.seq && !isAnother(whole, table)
  && places.every((place, at) => place === restIn[at]);

/** Draw what follows into its places: the last play, who comes next, the felt, the log, Undo. */
function drawRest() {
  const places = restPlaces();
  for (const place of places) if (place && table) render(REST[place.id]({ table, ui, act }, place), place);
  [restIn, whole] = [places, table];
}

/** Is this device the table's TV? */
const onTv = () => ui.panel === TV;

/** Give the keyboard to an element of the page, where there is one.
 * @param {Element | null} element */
const focus = (element) => element instanceof HTMLElement && element.focus();

/** Is it hidden, but laid out? @param {Element} element */
const isHidden = (element) => element.closest('[aria-hidden="true"]') !== null;

/** Is what had the focus gone, off or hidden? */
const lost = (element) => !element.isConnected || element.disabled || isHidden(element);

/** Whoever plays by keyboard goes on at the headline then. @param {Element | null} focused */
function keepFocus(focused) {
  if (!(focused instanceof HTMLElement) || focused === document.body) return;
  if (typing && lost(focused)) focus(root.querySelector("h1"));
  else if (isHidden(focused)) focused.blur(); // a browser does not hide what has the focus from screen readers
}

/** What views may do. */
const act = {
  /** Change what is shown; tells nobody. */
  show(patch) {
    Object.assign(ui, patch);
    draw();
  },

  /** Open a panel by its name, or with null the table itself. */
  open(panel) {
    act.show({ ...placeOf(panel), ask: null, explained: null, notice: null, pairing: null, drafts: { ...ui.drafts, sure: undefined } });
    if (panel) queueMicrotask(bring);
  },

  /** Close `panel`, whose work is done: its answer can come after the table, and something else be open by then. */
  finish(panel) {
    if (panel && ui.panel === panel) act.open(null);
  },

  /** Back to what this device shows by itself: a seat's phone to its own view. */
  home: () => act.show({ panel: null, wholeTable: false, ask: null, explained: null, notice: null }),

  /** Say what a card does, or with null no longer. */
  explain(card) {
    act.show({ explained: card });
    if (card) queueMicrotask(() => focus(document.querySelector("[data-first]")));
  },

  /** Change what this device is told about itself. */
  set: (patch) => configure(patch),

  /** Say the last deed again, and what the table waits for. */
  again() {
    if (table) sayAloud(again(lately, table), ui.settings);
  },

  /** Keep what is typed in a view until it is sent. */
  draft(name, value) {
    ui.drafts = { ...ui.drafts, [name]: value };
    draw();
  },

  /** Keep what is chosen in a form. */
  choose(name, value) {
    amend();
    act.draft(name, value);
  },

  /**
   * Send a POST; a refusal is shown. Resolves to whether it was done. One goes after the other,
   * the next when this page has seen what the last one changed; a double tap is one tap.
   */
  send(path, body = {}) {
    const words = JSON.stringify([path, body]);
    if (!sending.has(words)) {
      const tap = { seen: isSeat() ? newest(sight) : meant(sight, fingerDown()), since: Date.now(), told: ui.notice, isBehind: stream.watch() };
      last = last.then(() => deliver(path, body, tap)).finally(() => sending.delete(words));
      sending.set(words, last);
      pend(untilAnswered(last));
    } else tell("page.once");
    return sending.get(words);
  },

  say: (command) => act.send("/api/commands", command),

  /** Send a POST that is about devices and seats, and resolve to its answer: the caller tells a refusal. */
  request(path, body, how) {
    const answered = patience.waitFor({}, post(path, body, how));
    pend(answered);
    return answered;
  },

  /** Ask the host to join or to leave; resolves to whether the question is at the table screens. */
  async wish(body) {
    const answer = await act.request("/api/seats/requests", body);
    if (answer.ok) admission.wished({ ...body, request: answer.request, ticket: answer.ticket });
    else refused(answer);
    return answer.ok;
  },

  /** Ask the referee who this device is. */
  whoAmI: () => admission.ask(),

  /** A seat that is given up here is not missed. */
  forgetSeat: () => admission.forgetSeat(),

  /** Tell somebody at this device what went wrong, what was refused, or what was done. */
  tell: (key, values) => tell(key, values),
  refused: (answer) => refused(answer),
  done: (key, values) => note({ key, values }, null, { done: true }),

  /** Say one of `offers`: at once where nothing is left to ask, else after asking in place. */
  async take(offers, values = {}) {
    if (!offers.length) return;
    const ask = { offers, values, number: asked += 1 };
    if (nextQuestion(ask)) {
      act.show({ ask, panel: null, notice: null });
      queueMicrotask(() => { // once it is drawn
        focus(document.querySelector("[data-first]"));
        bring();
      });
      return;
    }
    // A refused answer leaves the question standing: another may do.
    const { panel, ask: answered } = ui;
    if (!await act.say(toCommand(ask))) return;
    if (panel) act.finish(panel);
    // the answer can come after the table: by then another question may be asked
    else if (ui.ask?.number === answered?.number) act.show({ ask: null });
  },

  /** A finger on the simulated button: never held up by another tap. */
  async press() {
    const press = { hit: table?.launcher.hit?.number, seq: table?.seq ?? 0 };
    const answered = patience.waitFor({}, post("/api/simulator/press", {}, { oldMs: PRESS_MS }));
    pend(answered);
    const answer = await answered;
    if (answer.ok) pressing = press;
    else refused(answer);
  },
};

function refused(answer) {
  stream.compare(answer.tag);
  note(answer, answer.clause);
}

const tell = (key, values = {}) => note({ key, values }, null);

/** Say it where everybody looks, in the language of whoever looks there then. */
function note(message, clause, { done = false, news = false } = {}) {
  act.show({ notice: { get sentence() { return told(message); }, clause, at: performance.now(), done, news } });
  queueMicrotask(bringNotice);
}

/** Who types something else, or chooses something else in a form, answers what was refused before. */
function amend() {
  if (ui.notice && !ui.notice.done && !ui.notice.news) act.show({ notice: null });
}

/** Does a request depend on what its sender saw? Calls are judged in the order in which they come. */
const isDated = (path, body) => isTagged(path) && !CALLS.includes(body.do);

async function deliver(path, body, { seen: before, since, told: notice, isBehind }) {
  const tag = isDated(path, body) ? tagOf(sight, before) : null;
  const answer = await patience.waitFor(body, post(path, body, { tag, since }));
  if (answer.decide) patience.ask(answer.decide);
  if (answer.ok) sight = did(sight, answer);
  if (!answer.ok) {
    refused(refusalTo(answer, isBehind));
    return false;
  }
  if (ui.notice === notice) act.show({ notice: null });
  await patience.until(answer.seq, table?.seq);
  return true;
}

const patience = keepPatience({
  slow: (slow) => act.show({ slow }),
  tell: (key) => note({ key, values: {} }, null, { news: true }),
  mayWait: (body) => table !== null && CALLS.includes(/** @type {{do?: string}} */ (body).do ?? "") && underWay(table), // until a hit ends
});

/** A question outlives an update only where its command may still be said. */
function stillAsked(ask, legal) {
  if (!ask) return null;
  const now = new Set(legal.map((offer) => JSON.stringify(offer)));
  const offers = ask.offers.filter((offer) => now.has(JSON.stringify(offer)));
  return nextQuestion({ ...ask, offers }) ? { ...ask, offers } : null;
}

/** What was being typed, tapped or set up ends with what it was for, also where others ended it. */
function outlive(before, now) {
  const open = ui.ask;
  ui.ask = stillAsked(ui.ask, now.legal);
  if (open && !ui.ask && !sending.size) overtaken(now.log.at(-1));
  if (before && before.seq !== now.seq && ui.notice && performance.now() - ui.notice.at > READ_MS) ui.notice = null;
  ui.drafts = stillUncounted(ui.drafts, before, now);
  if (before && isAnother(before, now)) {
    loadGroups(act); // another one deals next
    scrollTo(0, 0); // set-up is longer than a screen
    const sits = ui.panel === "sit" && ui.tableCode !== null; // somebody types a name
    Object.assign(ui, { panel: onTv() ? TV : sits ? "sit" : null, wholeTable: false, ask: null, explained: null, wholeLog: false, pairing: null, drafts: sits ? { name: ui.drafts.name } : {} });
  }
}

/** Tell whoever was answering a question that somebody else was quicker. */
function overtaken(line) {
  if (line) note({ key: "page.overtaken", values: { what: { key: line.key, values: line.values } } }, null, { news: true });
}

/** Note what this device's press did, as soon as its count is there. */
function notePress(now) {
  if (!pressing || now.launcher.hit?.number === pressing.hit) return;
  sight = did(sight, pressed(pressing.seq, now.log) ?? {});
  pressing = null;
}

/** Has the newest table not been on the screen yet? */
const isUnpainted = () => Boolean(table?.tag) && newest(sight)?.seq !== table?.seq;

/** Does this device show its own player's seat? Then each tap names its player. */
const isSeat = () => table !== null && sideOf(table, ui).side === "seat";

/** Is it this device that hears what became of a card? A table screen, and the phone of whose turn it is.
 * @param {import("./types").Table} now */
function isMeant(now) {
  const { rights: { all, player } } = sideOf(now, ui);
  return all || (player !== null && actor(now) === player);
}

/** Let the room hear what `now` brings, where this device was told to; on a TV, let it also see. A seat's phone calls its own player. */
function announce(before, now) {
  if (!onTv() && isCalled(before, now, ui.me.player)) {
    if (!ui.settings.quiet) frames.after(buzz);
    frames.after(flash);
  }
  const roll = drumRoll(before, now);
  const out = newlyOut(before, now);
  if (isPressed(before, now) || out) frames.after(() => spin(out));
  if (onTv()) {
    launch(flights(before, now));
    beat(roll);
  }
  const news = newsOf(before, now);
  if (news && (onTv() || isMeant(now))) note(news, null, { news: true });
  const moment = momentOf(before, now);
  if (moment) frames.after(() => celebrate(moment));
  frames.after(() => beHeard(before, now, roll));
}

/** Let everybody here see a moment; where somebody wins, let it burst on a TV and at the winner's own seat.
 * @param {import("./moments.js").Moment} moment */
function celebrate(moment) {
  const { key, values, kind, isOwnWin } = toldAt(moment, isSeat() ? ui.me.player : null);
  showSign(kind, say(key, values));
  if (isOwnWin || (onTv() && isWin(moment))) burst();
}

/** The sounds and the words of what `now` brings. */
function beHeard(before, now, roll) {
  if (ui.settings.sound) play([...cues(before, now), ...(roll ? [`roll${Math.min(roll, ROLLS)}`] : [])]);
  const utterances = narrate(before, now);
  if (utterances.length) lately = utterances;
  if (ui.settings.voice) sayAloud(utterances, ui.settings);
}

/** Say as much as a device is set to. @param {import("./narrating.js").Utterance[]} utterances
 * @param {{level?: string}} settings */
const sayAloud = (utterances, { level = LEVELS[0] }) => speakNow(upTo(utterances, level).map(({ key, values }) => say(key, values)));

/** Scan with one key. Only whoever does fetches the module; if that fails, the next change of the settings asks again.
 * @type {Promise<(ms: number) => void> | undefined} */
let scanning;
function scanEvery(ms) {
  if (!ms && !scanning) return;
  scanning ??= untilAnswered(import("./scanning.js")).then(({ watchScanning }) => watchScanning(say));
  scanning.then((every) => every(ms), () => { scanning = undefined; });
}

const configure = keepSettings((settings) => {
  scanEvery(1000 * settings.scan);
  if (ui.settings.voice && !settings.voice) hush();
  if (ui.settings.sound && !settings.sound) silence();
  if (!ui.settings.voice && settings.voice && table) sayAloud(narrate(null, table), settings);
  act.show({ settings });
  if (!ready) return;
  stream.switched();
  showLanguage();
});

/** Show this device's language. What is typed and open stays as it is. */
async function showLanguage() {
  const wanted = ownLanguage(ui.settings.language);
  const shown = ready && wanted === language().language ? wanted : await untilAnswered(speak(wanted));
  draw();
  const { language: chosen } = ui.settings;
  const missing = chosen && !isThere(chosen) ? chosen : wanted === shown ? null : wanted;
  if (!missing || ownLanguage(chosen) !== wanted) return; // or another one was chosen meanwhile
  if (chosen) configure({ language: null });
  tell("ui.languages.missing", { language: missing });
}

function learn(known) {
  ui.editions = known;
  showBoxes();
  draw();
}

/** Ask what is wrong with the files of a house's boxes, once the set-up is shown with the editions. */
function askForBroken() {
  const setsUp = ui.panel === "setup" || (table && !table.state);
  if (!setsUp || !ui.editions.length || brokenBeside === ui.editions) return;
  brokenBeside = ui.editions;
  brokenBoxes().then((broken) => act.show({ broken }), () => {}); // the boxes that are right can be played
}

/** Name and draw the cards as the edition on the table does. */
function showBoxes() {
  const { pictures, names } = ofBoxes(ui.editions, table?.game?.edition);
  usePictures(pictures);
  useNames(names);
}

/** Another edition is on the table, perhaps one whose file came later than this page. @param {string} played */
function meet(played) {
  if (!ui.editions.length) return; // they are asked for
  if (ui.editions.some(({ id }) => id === played)) showBoxes();
  else editions().then(learn);
}

const wanted = wantedBy(location);
if (wanted) history.replaceState(null, "", typeof wanted === "string" ? `/#${wanted}` : "/"); // a code or a link stays in no address

/** Close what is open above a level of the history, which has that panel. @param {number} level @param {string | null} named */
function closeAbove(level, named) {
  const inList = named === "games" || named === "seats";
  if (level && inList) act.show({ past: { games: ui.past?.games }, pairing: null });
  else act.show({ panel: null, wholeTable: level > 0, ask: null, explained: null, pairing: null });
}

/** How much is open here. */
const levelNow = () => openLevel({ table: table && offering(table, sideOf(table, ui).rights), ui });

watchPanels({
  close: closeAbove,
  show: (named) => act.show({ ...placeOf(named), ask: null }),
});
const television = keepTelevision({
  show: (patch) => act.show({ tv: { ...ui.tv, ...patch } }),
  close: () => act.open(null),
  left: land,
});
watchHolding();
watchTaps();
addEventListener("fullscreenchange", () => draw());
TALL.addEventListener("change", () => act.show({ tall: TALL.matches }));
watchHotkeys({
  help() {
    if (!table?.state || onTv()) return;
    act.open("keys");
    queueMicrotask(() => focus(document.querySelector("[data-first]")));
  },
  close() {
    if (onTv()) return; // it leaves by itself
    if (ui.notice) act.show({ notice: null });
    else if (ui.ask || ui.explained || ui.panel || ui.wholeTable) {
      closeAbove(levelNow() - 1, ui.pairing || ui.past?.course || ui.past?.wanted ? ui.panel : null);
    }
  },
});
addEventListener("keydown", () => { typing = true; }, true);
addEventListener("pointerdown", () => { typing = false; }, true);
addEventListener("click", ({ detail }) => { if (detail === 0) typing = true; }, true); // a screen reader's or a switch's: without a finger
addEventListener("input", amend);
watchFingers({
  again: () => tell("page.once"),
  missed: (down, under) => { if (under || isUnpainted() || isNews(sight, down)) tell("page.changed"); },
});

const admission = keepAdmission({ table: () => table, ui, act });
act.arrive = admission.arrive;
act.forgetTableCode = () => admission.keepTableCode(null);

editions().then(learn); // before the first table: keys that came after it would push the rest down
await Promise.all([showLanguage(), admission.ask()]);
ready = true;
addEventListener("languagechange", showLanguage);
if (wanted && typeof wanted !== "string") act.arrive.want(wanted);
else act.arrive.resume();

const stream = follow({
  events: {
    table(/** @type {import("./types").Table} */ news) {
      const object = share(table, withOlderLines(table, news));
      if (table && concerns(ui.me, table, object)) admission.ask();
      if (table) announce(table, object);
      outlive(table, object);
      notePress(object);
      const [first, before] = [table === null, table?.game?.edition];
      table = object;
      keepTime(object.clock);
      if (object.game && object.game.edition !== before) meet(object.game.edition);
      if (first) admission.noteSeat();
      admission.heed();
      patience.shows(object.seq);
      draw();
    },
    launcher({ tag: _, clock, ...object }) { // the table has the tag
      if (!table) return;
      const now = share(table, { ...table, launcher: object, clock });
      keepTime(clock);
      announce(table, now);
      table = now;
      draw();
    },
  },
  link(up) {
    if (up) patience.heard();
    if (up && ui.up === false) untilAnswered(speak(language().language, { anew: true })).then(draw); // the referee may be a newer one, with other words
    if (up === ui.up) return;
    if (!up) held = document.activeElement; // who loses the page in mid-word goes on there
    act.show({ up });
    if (!up) return;
    admission.ask(); // a backup that was restored knows this device no more
    queueMicrotask(() => focus(held));
    loadGroups(act);
  },
  worksHidden: () => Boolean(ui.settings.sound || ui.settings.voice),
});
