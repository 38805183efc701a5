// What a page shows live: server-sent events, and whether they can be trusted to be live.

import { keepTurns } from "./behind.js";
import { partsOf } from "./tag.js";

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;
/** Every stream is heard of every 2 s (controller/web/streams.py): one that is silent for so long is dead, though nothing says so. */
const SILENT_MS = 4000;
/** What a stream begins with is large, and the line can be slow. */
const FIRST_EVENT_MS = 10_000;

/**
 * Follow the referee, or the hub, for as long as the page lives and somebody looks at it.
 *
 * `events` has for each type of event what gets its object. `link(up)` is told after each event that the connection is
 * there, and when it is lost. `worksHidden()`: does the page do something that needs no eyes? Else, or where another page
 * of this browser does it, it closes its stream while it is hidden, for a browser has six connections for all its tabs.
 * When that changes, the page tells it to `switched()`.
 * Each stream begins with everything, so nothing is carried over.
 * @param {{events: Record<string, (object: any) => void>, link: (up: boolean) => void, worksHidden?: () => boolean}} page
 */
export function follow({ events, link, worksHidden = () => false }) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | undefined} */
  let timer; // until the stream is silent for too long, or until the next one is opened
  let wait = FIRST_RETRY_MS;
  let heardAt = -Infinity; // by the clock: a frozen page has no timers
  let begun = false; // has this stream brought anything?
  /** @type {string | null} */
  let newest = null; // the tag of the last table

  const turns = keepTurns({
    works: worksHidden,
    changed() {
      if (mayRest()) close();
      else if (!source) open();
    },
  });
  const mayRest = () => document.hidden && (!worksHidden() || turns.rests());

  /** @param {() => void} act @param {number} ms */
  function later(act, ms) {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
    begun = false;
  }

  function hear() {
    heardAt = Date.now();
    later(reopen, SILENT_MS);
  }

  function open() {
    close();
    if (mayRest()) return;
    const stream = new EventSource("/api/events");
    source = stream;
    later(reopen, SILENT_MS);
    stream.addEventListener("open", () => later(reopen, FIRST_EVENT_MS));
    stream.addEventListener("alive", hear);
    for (const [type, act] of Object.entries(events)) {
      stream.addEventListener(type, (event) => {
        requestAnimationFrame(() => {}); // a frame that is asked for now comes as soon as the event is read
        hear();
        [wait, begun] = [FIRST_RETRY_MS, true];
        const object = JSON.parse(event.data);
        newest = object.tag ?? newest;
        act(object);
        link(true);
      });
    }
    stream.addEventListener("bye", lost);
    // A browser gives up for good on an HTTP error; the page does not.
    stream.addEventListener("error", lost);
  }

  /** One silent stream may have been held back on the way: only where the next one brings nothing either, the referee is lost. */
  function reopen() {
    if (!begun) link(false);
    open();
  }

  function lost() {
    close();
    link(false);
    later(open, wait);
    wait = Math.min(wait * 2, LAST_RETRY_MS);
  }

  // Who looks at the page again may have been away for an hour: what a frozen page missed is in no stream.
  function wake() {
    if (!document.hidden) open();
    else if (mayRest()) close();
  }

  const isLive = () => begun && Date.now() - heardAt < SILENT_MS;

  /** Has a table with this tag been here, or a newer one? @param {string | undefined} tag */
  function hasBrought(tag) {
    if (!tag) return true;
    const [here, there] = [partsOf(newest ?? ""), partsOf(tag)];
    return here.journal === there.journal && here.seq >= there.seq;
  }

  addEventListener("offline", lost);
  addEventListener("online", open);
  document.addEventListener("visibilitychange", () => {
    turns.looked();
    wake();
  });
  addEventListener("pagehide", turns.left);
  document.addEventListener("resume", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  open();

  return {
    /** What `worksHidden()` says may have changed. */
    switched: turns.switched,

    /** Watch the stream from now on: what is returned says of a table's tag whether this page could not know of that table. */
    watch() {
      const [then, wasLive] = [source, isLive()];
      return (/** @type {string | undefined} */ tag) => !wasLive || source !== then || !hasBrought(tag);
    },

    /** The referee has named its newest table: where the stream did not bring that, another one does. @param {string | undefined} tag */
    compare(tag) {
      if (begun && !hasBrought(tag)) open();
    },
  };
}
