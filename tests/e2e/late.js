// A slow network and a slow device: a page hears answers, events and frames late. tests/e2e/looking.py runs it in
// each page before the page's own code.
/** @param {{answersMs: number, pageMs: number, seed: number}} late most of each delay; seed of all delays */
(({ answersMs, pageMs, seed }) => {
  const { setTimeout, fetch, EventSource, requestAnimationFrame } = window; // real ones, also where a test installs a clock
  let state = seed;
  /** A number from 0 to 1 (mulberry32). */
  function random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  if (answersMs) {
    window.fetch = async (path, how) => {
      const answer = await fetch(path, how);
      if (!new URL(answer.url).pathname.startsWith("/api/")) return answer;
      await new Promise((done, fail) => {
        setTimeout(done, random() * answersMs);
        how?.signal?.addEventListener("abort", () => fail(how.signal.reason));
      });
      return answer;
    };
  }

  if (pageMs) {
    window.EventSource = class extends EventSource {
      #deliveries = Promise.resolve();

      addEventListener(kind, listener, ...how) {
        super.addEventListener(kind, (event) => {
          const waited = new Promise((done) => { setTimeout(done, random() * pageMs); });
          this.#deliveries = this.#deliveries.then(() => waited).then(() => {
            if (event.type === "error" || this.readyState !== EventSource.CLOSED) listener(event);
          });
        }, ...how);
      }
    };
    window.requestAnimationFrame = (callback) => requestAnimationFrame(() => {
      setTimeout(() => requestAnimationFrame(callback), random() * pageMs);
    });
  }
})
