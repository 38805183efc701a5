// Commands to the referee. An answer lost on the way is asked for again under the same key, so a
// tap counts once however bad the Wi-Fi is.

const TRIES = 3;
const PAUSE_MS = 400;
const PATIENCE_MS = 6000;
const UNREACHABLE = { ok: false, code: "unreachable", clause: null, key: "page.unreachable", values: {} };

/** 128 random bits; `crypto.randomUUID` would need a secure context, which a local name is not. */
function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A request that is given up when nobody answers it: one lost in the air holds up no other. */
async function patiently(path, how) {
  const patience = new AbortController();
  const alarm = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const answer = await fetch(path, { ...how, signal: patience.signal });
    return await read(answer);
  } finally {
    clearTimeout(alarm);
  }
}

/** After this a request is told as lost: a device that slept meanwhile sends nothing old. */
const OLD_MS = TRIES * (PATIENCE_MS + PAUSE_MS);

/** POST `body` to `path`. Resolves to `{ok: true, …answer}` or `{ok: false, code, clause, key, values}`.
 * @param {string} path
 * @param {object} body
 * @param {{tag?: string | null, since?: number}} how `tag`: what the sender saw; `since`: when it was tapped, by the clock */
export async function post(path, body = {}, { tag = null, since = Date.now() } = {}) {
  const key = freshKey();
  for (let left = TRIES; left > 0 && Date.now() - since < OLD_MS; left -= 1) {
    try {
      return await patiently(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": key, ...(tag && { "If-Match": `"${tag}"` }) },
        body: JSON.stringify(body),
      });
    } catch {
      if (left > 1) await pause(PAUSE_MS);
    }
  }
  return UNREACHABLE;
}

async function read(answer) {
  const text = await answer.text();
  if (answer.ok) return { ...(text && JSON.parse(text)), ok: true };
  try {
    const { code = "refused", clause = null, key, values } = JSON.parse(text);
    if (key) return { ok: false, code, clause, key, values };
  } catch { /* not the referee's own words */ }
  return { ok: false, code: "unclear", clause: null, key: "page.unclear", values: { status: answer.status } };
}

/** What the referee says at `path`; throws where it does not. */
export async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** The editions, for set-up and for the points of cards. */
export const editions = () => get("/api/editions");
