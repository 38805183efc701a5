// Being admitted: by a seat's code (/seat#K7QF or typed), by the host's yes, by the host's PIN or a
// one-time link (/#host=… or /host#…). What is asked for is kept in this tab until it is answered, with its
// key: a page that was loaded again meanwhile asks for the same once more, and gets the same seat.
/** @import {Memory} from "./remembering.js" */
/** @import {Arrival, Me} from "./types" */

import { freshKey } from "./api.js";

/** A code is good for so long, so a page asks for so long. */
const CODE_MS = 120_000;
const HOST = "host=";

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // typed by hand
  }
};

/** What an address asks for: a seat, the host's rights, a panel in which a code or PIN is typed ("sit", "host"), or nothing.
 * @param {{pathname: string, hash: string}} address
 * @returns {{path: string, body: Record<string, string>} | "sit" | "host" | null} */
export function wantedBy({ pathname, hash }) {
  const behind = decoded(hash.slice(1));
  if (/^\/seat\/?$/.test(pathname)) return behind ? { path: "/api/seats/claim", body: { code: behind } } : "sit";
  const link = behind.startsWith(HOST) ? behind.slice(HOST.length) : /^\/host\/?$/.test(pathname) ? behind : null;
  return link === null ? null : link ? { path: "/api/host", body: { link } } : "host";
}

/** The code in what somebody typed, which may be the whole address. @param {string} text */
export const codeIn = (text) => (text.split("#").at(-1) ?? "").trim().toUpperCase();

/**
 * `memory` keeps what is asked for. `ask(path, body, how)` sends a request and resolves to its answer, `show(arrival)` shows how far it is, `done(answer,
 * arrival)` and `refused(answer, arrival)` are told how it ended. Returns `want(wanted)`, which asks for something, and
 * `resume()`, which asks again for what was not answered.
 * @param {{memory: Memory, ask: Function, show: (arrival: Arrival | null) => void, done: Function, refused: Function}} how
 */
export function keepArrivals({ memory, ask, show, done, refused }) {
  async function go(arrival) {
    memory.write(arrival);
    show({ ...arrival, lost: false });
    const answer = await ask(arrival.path, arrival.body, { key: arrival.key, oldMs: CODE_MS });
    if (answer.code === "unreachable") return show({ ...arrival, lost: true });
    memory.write(null);
    if (answer.ok) await done(answer, arrival);
    else await refused(answer, arrival);
    return show(null);
  }

  /** The same thing wanted again is the same request: the first answer may be on its way still. */
  const same = (one, other) => one?.path === other.path && JSON.stringify(one.body) === JSON.stringify(other.body);

  return {
    want(wanted) {
      const before = memory.read();
      return go(same(before, wanted) ? before : { ...wanted, key: freshKey() });
    },
    resume() {
      const before = memory.read();
      return before ? go(before) : null;
    },
    forget() {
      memory.write(null);
      show(null);
    },
  };
}

/** What became of the seat that this device remembers: null where it has it, or never had one.
 * @param {{journal: string, player: string} | null} remembered
 * @param {Me} me
 * @param {string} journal
 * @returns {"page.signed_out" | "page.other_house" | null} */
export function lossOf(remembered, me, journal) {
  if (!remembered || me.device !== null) return null;
  return remembered.journal === journal ? "page.signed_out" : "page.other_house";
}
