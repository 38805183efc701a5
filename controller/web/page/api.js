// Commands to the referee. An answer lost on the way is asked for again under the same key, so a
// tap counts once however bad the Wi-Fi is.

import { untilAnswered } from "./settled.js";

const TRIES = 3;
const PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4000;
const PATIENCE_MS = 6000;
const UNREACHABLE = { ok: false, code: "unreachable", clause: null, key: "page.unreachable", values: {} };

/** 128 random bits; `crypto.randomUUID` would need a secure context, which a local name is not. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What is thrown where a request is given up because nobody answers it. */
const HUNG = new Error("nobody answers");

/** A request that is given up when nobody answers it: one lost in the air holds up no other. */
async function patiently(path, how, take = read) {
  const patience = new AbortController();
  const alarm = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(path, { ...how, signal: patience.signal });
    return await take(answer);
  } catch (error) {
    throw patience.signal.aborted ? HUNG : error;
  } finally {
    clearTimeout(alarm);
  }
}

/** After this a request is told as lost: a device that slept meanwhile sends nothing old. */
const OLD_MS = TRIES * (PATIENCE_MS + PAUSE_MS);
/** Requests that may say what their sender saw: commands, what puts another game on the table, and draws. */
export const isTagged = (path) => /^\/api\/(commands|draws(\/(ask|end))?|games(\/\d+\/play_on)?|groups\/\w+\/begin)$/.test(path);
/** What nobody can have seen: a request that carries it is answered again where it was done, and never done. */
const NEVER_SEEN = "0-0";

/** POST `body` to `path`, again and again under one key. Resolves to `{ok: true, …answer}` or
 * `{ok: false, code, clause, key, values, tag}`, where `tag` names the referee's newest table. Where
 * nobody answered, and the referee can tell later what became of it, it has `decide()`: that resolves
 * to whether it was done, and throws where still nobody answers.
 * @param {string} path
 * @param {object} body
 * @param {{tag?: string | null, since?: number, oldMs?: number, key?: string}} how `tag`: what the sender saw; `since`: when it
 *   was tapped, by the clock; `oldMs`: after this it is sent no more; `key`: of the same request before */
export const post = (path, body = {}, how = {}) => untilAnswered(send(path, body, how));

/** @param {string} path
 * @param {object} body
 * @param {{tag?: string | null, since?: number, oldMs?: number, key?: string}} how */
async function send(path, body, { tag = null, since = Date.now(), oldMs = OLD_MS, key = freshKey() }) {
  const attempt = (seen) => patiently(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": key, ...(seen && { "If-Match": `"${seen}"` }) },
    body: JSON.stringify(body),
  });
  let sent = false;
  for (let hung = 0; hung < TRIES && Date.now() - since < oldMs;) {
    sent = true;
    try {
      return await attempt(tag);
    } catch (error) {
      if (error === HUNG) hung += 1;
      await pause(PAUSE_MS);
    }
  }
  if (!sent || !isTagged(path)) return UNREACHABLE;
  return { ...UNREACHABLE, key: "page.undecided", decide: async () => (await untilAnswered(attempt(NEVER_SEEN))).ok };
}

async function read(answer) {
  const text = await answer.text();
  if (answer.ok) return { ...(text && JSON.parse(text)), ok: true };
  try {
    const { code = "refused", clause = null, key, values } = JSON.parse(text);
    const tag = answer.headers.get("ETag")?.replaceAll('"', "");
    if (key) return { ok: false, code, clause, key, values, tag };
  } catch { /* not the referee's own words */ }
  return { ok: false, code: "unclear", clause: null, key: "page.unclear", values: { status: answer.status } };
}

/** @param {Response} answer */
async function found(answer) {
  if (!answer.ok) throw Object.assign(new Error(`${answer.url}: ${answer.status}`), { refusal: await read(answer) });
  return answer.json();
}

/** What the referee says at `path`; throws where it does not, with its `refusal` if it says why. @param {string} path */
export const get = (path) => untilAnswered(fetch(path).then(found));

/** The editions, for set-up and for the points of cards: asked for until they are there. */
export const editions = () => untilAnswered(askForEditions());

/** What is wrong with the files of a house's boxes. */
export const brokenBoxes = () => get("/api/editions/broken");

async function askForEditions() {
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await patiently("/api/editions", {}, found);
    } catch {
      await pause(pauseMs);
    }
  }
}
