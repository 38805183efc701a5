// What a browser gives to modules that draw nothing: timers on a clock that the test moves, events of window and
// document, storage, and requests that the test answers.

const { setImmediate } = globalThis;
const { now: nodesNow } = Date;

/** Let everything that waits for a promise go on. */
export const settled = () => new Promise((resolve) => { setImmediate(resolve); });

/** A tab's storage, or one that the browser forbids. */
export function storage({ forbidden = false } = {}) {
  const items = new Map();
  const use = (deed) => (...args) => {
    if (forbidden) throw new Error("storage is forbidden");
    return deed(...args);
  };
  return {
    getItem: use((name) => items.get(name) ?? null),
    setItem: use((name, text) => { items.set(name, String(text)); }),
    removeItem: use((name) => { items.delete(name); }),
  };
}

/** An event with these members, also those that a script cannot set. */
export function event(type, members = {}) {
  const made = new Event(type, { cancelable: true });
  for (const [name, value] of Object.entries(members)) Object.defineProperty(made, name, { value });
  return made;
}

/** Timers that run when the test says how much time passes. */
function clock() {
  let now = 1_000_000;
  let ids = 0;
  const timers = new Map();
  const add = (act, ms, every) => {
    timers.set(ids += 1, { act, at: now + ms, every });
    return ids;
  };
  const next = (until) => [...timers].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at)[0];
  return {
    now: () => now,
    timers: {
      setTimeout: (act, ms = 0) => add(act, ms, null),
      setInterval: (act, ms) => add(act, ms, ms),
      clearTimeout: (id) => { timers.delete(id); },
      clearInterval: (id) => { timers.delete(id); },
    },
    /** Let time pass, and each timer act when it is due. */
    async pass(ms) {
      const until = now + ms;
      await settled();
      for (let due = next(until); due; due = next(until)) {
        const [id, timer] = due;
        now = timer.at;
        if (timer.every === null) timers.delete(id);
        else timer.at += timer.every;
        timer.act();
        await settled();
      }
      now = until;
    },
  };
}

/** The channels of one browser: what a page says there, its other pages that are open then hear later, as a task. @param {(act: () => void) => void} queue */
function channels(queue) {
  const open = new Set();
  return class extends EventTarget {
    constructor(name) {
      super();
      open.add(Object.assign(this, { name }));
    }

    postMessage(data) {
      const said = structuredClone(data);
      const others = [...open].filter((other) => other !== this && other.name === this.name);
      for (const other of others) queue(() => other.dispatchEvent(event("message", { data: said })));
    }
  };
}

/** Requests in their order. `answer(status, body)` answers the oldest that waits, `fail()` breaks its connection. */
function network() {
  const requests = [];
  const next = async () => {
    await settled();
    return requests.find((one) => !one.over);
  };
  return {
    requests,
    fetch(path, how = {}) {
      const { method = "GET", headers = {}, body, signal } = how;
      const request = { path, method, headers, body: body && JSON.parse(body), over: false };
      requests.push(request);
      return new Promise((resolve, reject) => {
        const end = (act) => (value) => {
          request.over = true;
          act(value);
        };
        Object.assign(request, { resolve: end(resolve), reject: end(reject) });
        signal?.addEventListener("abort", () => request.reject(signal.reason));
      });
    },
    async answer(status, body, headers = {}) {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      (await next()).resolve(new Response(status === 204 ? null : text, { status, headers }));
      await settled();
    },
    async fail() {
      (await next()).reject(new TypeError("the connection broke"));
      await settled();
    },
  };
}

/** What Node has of a browser's globals. @type {Map<string, PropertyDescriptor | undefined>} */
const nodes = new Map();

/** Give Node its globals back. */
function close() {
  for (const [name, own] of nodes) {
    if (own) Object.defineProperty(globalThis, name, own);
    else delete globalThis[name];
  }
  nodes.clear();
  Date.now = nodesNow;
}

/**
 * A browser for the length of a test: its parts are globals, as a page finds them.
 * @param {import("node:test").TestContext} t
 * @param {Record<string, unknown>} more globals
 */
export function openBrowser(t, more = {}) {
  const time = clock();
  const net = network();
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { hidden: false });
  const globals = { ...time.timers, fetch: net.fetch, addEventListener: window.addEventListener.bind(window), document,
    localStorage: storage(), sessionStorage: storage(), BroadcastChannel: channels(time.timers.setTimeout), requestAnimationFrame: (act) => time.timers.setTimeout(act, 16), ...more };
  for (const [name, value] of Object.entries(globals)) {
    if (!nodes.has(name)) nodes.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  Date.now = time.now;
  t.after(close);
  return {
    ...net,
    pass: time.pass,
    document,
    /** The browser keeps nothing for this site: asking for its storage throws, as it does in Chromium. */
    forbidSiteData() {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error(`${name} is forbidden`); } });
      }
    },
    /** Something happens to the window. */
    happen: (type, members) => window.dispatchEvent(event(type, members)),
    /** Somebody looks at the page, or no longer. */
    look(at) {
      document.hidden = !at;
      document.dispatchEvent(event("visibilitychange"));
    },
  };
}
