// The live table: server-sent events, and whether they can be trusted to be live.

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 4000;
const LOOK_EVERY_MS = 15000;
const LOOK_FOR_MS = 5000;

/**
 * Follow the referee for as long as the page lives.
 *
 * `table(object)` gets each whole table, `launcher(object)` the launcher alone, `link(up)` every
 * change of the connection. Each stream begins with a whole table, so nothing is carried over.
 */
export function follow({ table, launcher, link }) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | undefined} */
  let timer;
  let wait = FIRST_RETRY_MS;

  function open() {
    clearTimeout(timer);
    source?.close();
    const stream = new EventSource("/api/events");
    source = stream;
    stream.addEventListener("table", (event) => {
      requestAnimationFrame(() => {}); // a frame that is asked for now comes as soon as the table is read
      wait = FIRST_RETRY_MS;
      table(JSON.parse(event.data));
      link(true);
    });
    stream.addEventListener("launcher", (event) => {
      requestAnimationFrame(() => {});
      const { tag: _, ...object } = JSON.parse(event.data); // the table has it
      launcher(object);
    });
    stream.addEventListener("bye", lost);
    // A browser gives up for good on an HTTP error; the page does not.
    stream.addEventListener("error", lost);
  }

  function lost() {
    source?.close();
    source = null;
    link(false);
    clearTimeout(timer);
    timer = setTimeout(open, wait);
    wait = Math.min(wait * 2, LAST_RETRY_MS);
  }

  // Who looks at the page again may have been away for an hour: what a frozen page missed is in no stream.
  function wake() {
    if (!document.hidden) open();
  }

  // A stream that died with the Wi-Fi says nothing for minutes, so it is looked after.
  async function look() {
    if (!source || document.hidden) return;
    const patience = new AbortController();
    const alarm = setTimeout(() => patience.abort(), LOOK_FOR_MS);
    try {
      const answer = await fetch("/healthz", { signal: patience.signal });
      if (!answer.ok) lost();
    } catch {
      if (source) lost();
    } finally {
      clearTimeout(alarm);
    }
  }

  addEventListener("offline", lost);
  addEventListener("online", open);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("resume", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  setInterval(look, LOOK_EVERY_MS);
  open();
}
