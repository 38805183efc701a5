// The page's one state and its one loop: what the referee said, what is being tapped, and a
// rendering of both. Views are functions of these two; they keep nothing.

import { render } from "/vendor/lit-html.js";
import { cues, spoken } from "./announcing.js";
import { editions, isTagged, post } from "./api.js";
import { nextQuestion, toCommand } from "./asking.js";
import { isOutdated, renew } from "./build.js";
import { say as worded, speak } from "./catalogue.js";
import { pend, watchTaps } from "./feedback.js";
import { fingerDown, watchFingers } from "./fingers.js";
import { watchHotkeys } from "./hotkeys.js";
import { bring, bringNotice, stand, watchPanels } from "./panels.js";
import { keepPatience } from "./patience.js";
import { CALLS, isAnother, underWay } from "./reading.js";
import { keepSettings } from "./settings.js";
import { share } from "./sharing.js";
import { NOTHING, did, isNews, meant, painted, pressed, tagOf } from "./sight.js";
import { play } from "./sounds.js";
import { follow } from "./stream.js";
import { mayReload } from "./tapping.js";
import { usePictures } from "./views/cards.js";
import { openLevel } from "./views/floor.js";
import { logView } from "./views/log.js";
import { shell, title } from "./views/shell.js";
import { hush, say } from "./voice.js";
import { told } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const PRESS_MS = 2000; // after this a press is late, and may be another's
const READ_MS = 4000; // a refusal is left standing at least so long

/** @type {import("./types").Table | null} */
let table = null; // the referee's words, replaced whole
/** @type {import("./types").Ui} */
const ui = {
  up: null, // null until the first word from the referee
  slow: false, // does the referee let somebody wait?
  notice: null, // {sentence, clause, at}: the last refusal, and when it was shown
  ask: null, // {offers, values, draft}: a command that still lacks members, and the answer being typed
  explained: null, // the card that was pressed long
  panel: null, // "more", "set", "setup" … where one of them was opened
  wholeLog: false, // are all lines of the log shown?
  drafts: {}, // what is typed and not sent, by view
  editions: [],
  settings: {}, // what this device speaks, sounds and looks like
};
const sending = new Map(); // what is under way or waits for its turn, by its words
/** @type {Promise<unknown>} */
let last = Promise.resolve();
let asked = 0; // questions so far
let due = false;
let framed = false; // is what was drawn waiting for its frame?
/** @type {Element | null} */
let held = null; // what had the keyboard when the referee was lost
let typing = false; // is the keyboard in use?
let sight = NOTHING; // what has been painted here, and what this device's own taps did
/** @type {Element | null} */
let toldIn = null; // where the log stands
/** @type {number | undefined} */
let toldSeq; // and the table that it is of
/** @type {{hit: number | undefined, seq: number} | null} */
let pressing = null; // this device's press, until its count is shown

function draw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    const focused = document.activeElement;
    render(shell({ table, ui, act }), root);
    const log = root.querySelector(".told");
    if (log !== toldIn || table?.seq === toldSeq) tellLog(log);
    stand(openLevel({ table, ui }), ui.panel);
    if (typing && focused !== document.body && lost(focused)) focus(root.querySelector("h1"));
    awaitFrame();
    if (isOutdated(table?.build) && !sending.size && mayReload(ui)) renew(table?.build);
  });
}

/** Nothing but the newest is painted, and nothing at all in a tab behind others: so one frame is awaited, not one for each drawing. */
function awaitFrame() {
  if (framed) return;
  framed = true;
  requestAnimationFrame(() => {
    framed = false;
    const drawn = table;
    setTimeout(() => afterFrame(drawn));
  });
}

/** Once `drawn` is on the screen: note that, and do what nobody waits for, so that it keeps nobody waiting.
 * @param {import("./types").Table | null} drawn */
function afterFrame(drawn) {
  if (drawn?.tag) sight = painted(sight, drawn.tag, performance.now());
  tellLog(root.querySelector(".told"));
  const now = title({ table });
  if (document.title !== now) document.title = now;
}

/** Write the log into its place: what is new is also under the headline, so its row may be later.
 * @param {Element | null} place */
function tellLog(place) {
  if (place instanceof HTMLElement && table) render(logView({ table, ui, act }), place);
  [toldIn, toldSeq] = [place, table?.seq];
  const main = root.querySelector("main");
  if (main && main.dataset.told !== String(toldSeq)) main.dataset.told = String(toldSeq); // all of it is there
}

/** Give the keyboard to an element of the page, where there is one.
 * @param {Element | null} element */
const focus = (element) => element instanceof HTMLElement && element.focus();

/** Whoever plays by keyboard goes on at the headline when what had the focus is gone or off. */
const lost = (element) => !element.isConnected || element.disabled;

/** What views may do. */
const act = {
  /** Change what is shown; tells nobody. */
  show(patch) {
    Object.assign(ui, patch);
    draw();
  },

  /** Open a panel by its name, or with null the table itself. */
  open(panel) {
    act.show({ panel, ask: null, explained: null, notice: null });
    if (panel) queueMicrotask(bring);
  },

  /** Say what a card does, or with null no longer. */
  explain(card) {
    act.show({ explained: card });
    if (card) queueMicrotask(() => focus(document.querySelector("[data-first]")));
  },

  /** Change what this device is told about itself. */
  set: (patch) => configure(patch),

  /** Keep what is typed in a view until it is sent. */
  draft(name, value) {
    ui.drafts = { ...ui.drafts, [name]: value };
    draw();
  },

  /**
   * Send a POST; a refusal is shown. Resolves to whether it was done. One goes after the other,
   * the next when this page has seen what the last one changed; a double tap is one tap.
   */
  send(path, body) {
    const words = JSON.stringify([path, body]);
    if (!sending.has(words)) {
      const tap = { seen: meant(sight, fingerDown()), since: Date.now(), told: ui.notice };
      last = last.then(() => deliver(path, body, tap)).finally(() => sending.delete(words));
      sending.set(words, last);
      pend(last);
    } else tell("page.once");
    return sending.get(words);
  },

  say: (command) => act.send("/api/commands", command),

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
    if (ui.panel && ui.panel === panel) act.open(null);
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

const refused = (answer) => note(told(answer), answer.clause);

const tell = (key, values = {}) => note(worded(key, values), null);

/** Say it where everybody looks. */
function note(sentence, clause) {
  act.show({ notice: { sentence, clause, at: performance.now() } });
  queueMicrotask(bringNotice);
}

/** Does a request depend on what its sender saw? Calls are judged in the order in which they come. */
const isDated = (path, body) => isTagged(path) && !CALLS.includes(body.do);

async function deliver(path, body, { seen: before, since, told: notice }) {
  const tag = isDated(path, body) ? tagOf(sight, before) : null;
  const answer = await patience.waitFor(body, post(path, body, { tag, since }));
  if (answer.decide) patience.ask(answer.decide);
  if (answer.ok) sight = did(sight, answer);
  if (!answer.ok) {
    refused(answer);
    return false;
  }
  if (ui.notice === notice) act.show({ notice: null });
  await patience.until(answer.seq, table?.seq);
  return true;
}

const patience = keepPatience({
  slow: (slow) => act.show({ slow }),
  tell: (key) => tell(key),
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
  if (now.state?.phase !== "count") ui.drafts = { ...ui.drafts, points: {}, counting: null, counted: [] };
  if (before && isAnother(before, now)) {
    scrollTo(0, 0); // set-up is longer than a screen
    Object.assign(ui, { panel: null, ask: null, explained: null, wholeLog: false, drafts: {} });
  }
}

/** Tell whoever was answering a question that somebody else was quicker. */
function overtaken(line) {
  if (line) tell("page.overtaken", { what: { key: line.key, values: line.values } });
}

/** Note what this device's press did, as soon as its count is there. */
function notePress(now) {
  if (!pressing || now.launcher.hit?.number === pressing.hit) return;
  sight = did(sight, pressed(pressing.seq, now.log) ?? {});
  pressing = null;
}

/** Let the room hear what `now` brings, where this device was told to. */
function announce(before, now) {
  if (ui.settings.sound) play(cues(before, now));
  if (ui.settings.voice) say(spoken(before, now));
}

const configure = keepSettings((settings) => {
  if (ui.settings.voice && !settings.voice) hush();
  if (!ui.settings.voice && settings.voice && table) say(spoken(null, table));
  act.show({ settings });
});
function learn(known) {
  usePictures(Object.assign({}, ...known.map(({ pictures }) => pictures)));
  act.show({ editions: known });
}

watchPanels({
  close: (level) => act.show(level ? { past: { games: ui.past?.games } } : { panel: null, ask: null, explained: null }),
  show: (panel) => act.show({ panel, ask: null }),
});
watchTaps();
watchHotkeys({
  help() {
    if (!table?.state) return;
    act.open("keys");
    queueMicrotask(() => focus(document.querySelector("[data-first]")));
  },
});
addEventListener("keydown", () => { typing = true; }, true);
addEventListener("pointerdown", () => { typing = false; }, true);
watchFingers({
  again: () => tell("page.once"),
  missed: (down) => { if (isNews(sight, down)) tell("page.changed"); },
});

await speak("en");

follow({
  table(news) {
    const object = share(table, news);
    if (table) announce(table, object);
    outlive(table, object);
    notePress(object);
    table = object;
    patience.shows(object.seq);
    draw();
  },
  launcher(object) {
    if (!table) return;
    const now = share(table, { ...table, launcher: object });
    announce(table, now);
    table = now;
    draw();
  },
  link(up) {
    if (up) patience.heard();
    if (up && ui.up === false) speak("en").then(draw); // the referee may be a newer one, with other words
    if (up !== ui.up) {
      if (!up) held = document.activeElement; // who loses the page in mid-word goes on there
      act.show({ up });
      if (up) queueMicrotask(() => focus(held));
    }
    if (up && !ui.editions.length) {
      editions().then(learn, () => {}); // the next table asks again
    }
  },
});
