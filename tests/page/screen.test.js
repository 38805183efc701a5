// When a device keeps its screen on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { canStayOn, keepOn, wantsOn } from "../../controller/web/page/screen.js";
import { openBrowser, settled } from "./browser.js";

const PLAYING = { state: { phase: "play" } };
const OVER = { state: { phase: "game_over" } };
const SCREEN = { settings: { awake: null }, me: { role: "table" }, panel: null };

/** A device whose browser gives locks, or refuses as often as `refusals` says. */
function device(t, { refusals = 0 } = {}) {
  const locks = [];
  let left = refusals;
  const request = async (kind) => {
    assert.equal(kind, "screen");
    await settled();
    if (left > 0) {
      left -= 1;
      throw new DOMException("the battery is low", "NotAllowedError");
    }
    const lock = new EventTarget();
    locks.push(lock);
    lock.held = true;
    lock.release = async () => {
      lock.held = false;
      await settled();
      lock.dispatchEvent(new Event("release"));
    };
    return lock;
  };
  const { look } = openBrowser(t, { navigator: { wakeLock: { request } } });
  const wish = keepOn();
  return {
    locks, look, held: () => locks.filter(({ held }) => held).length,
    async wish(table, ui = SCREEN) {
      wish(table, ui);
      await settled();
      await settled();
    },
  };
}

test("a table screen and a TV stay on, a phone sleeps as it likes, and each does as it is told", () => {
  const wants = (role, panel, awake = null) => wantsOn({ settings: { awake }, me: { role }, panel });
  assert.deepEqual([wants("table", null), wants("spectator", "tv"), wants("seat", null), wants("spectator", null)], [true, true, false, false]);
  assert.deepEqual([wants("table", null, false), wants("spectator", "tv", false), wants("seat", null, true)], [false, false, true]);
});

test("a screen stays on for a whole game, under one lock", async (t) => {
  const { wish, held, locks } = device(t);
  for (const [table, on] of [[null, 0], [{ state: null }, 0], [PLAYING, 1], [{ ...PLAYING }, 1], [OVER, 0], [PLAYING, 1]]) {
    await wish(table);
    assert.equal(held(), on);
  }
  assert.equal(locks.length, 2);
});

test("a screen that is told so sleeps", async (t) => {
  const { wish, held } = device(t);
  await wish(PLAYING);
  await wish(PLAYING, { ...SCREEN, settings: { awake: false } });
  assert.equal(held(), 0);
});

test("two changes at once ask once", async (t) => {
  const { wish, locks } = device(t);
  await Promise.all([wish(PLAYING), wish(PLAYING)]);
  assert.equal(locks.length, 1);
});

test("a game that is over before the browser has answered keeps nothing on", async (t) => {
  const { wish, held, locks } = device(t);
  await Promise.all([wish(PLAYING), wish(OVER)]);
  assert.deepEqual([locks.length, held()], [1, 0]);
});

test("a game that begins while the lock of the last one is let go has its own", async (t) => {
  const { wish, held } = device(t);
  await wish(PLAYING);
  await Promise.all([wish(OVER), wish(PLAYING)]);
  assert.equal(held(), 1);
});

test("a page that was out of sight asks again when it is looked at, and not before", async (t) => {
  const { wish, look, locks, held } = device(t);
  await wish(PLAYING);
  look(false);
  await locks[0].release(); // as browsers do
  await wish({ ...PLAYING });
  assert.equal(locks.length, 1);
  look(true);
  await settled();
  await settled();
  assert.deepEqual([locks.length, held()], [2, 1]);
});

test("a device that saves its battery is asked again at the next change", async (t) => {
  const { wish, held } = device(t, { refusals: 1 });
  await wish(PLAYING);
  assert.equal(held(), 0);
  await wish({ ...PLAYING });
  assert.equal(held(), 1);
});

test("over plain HTTP a browser keeps no screen on, and is not asked", (t) => {
  openBrowser(t, { navigator: {} });
  assert.equal(canStayOn(), false);
  keepOn()(PLAYING, SCREEN);
});
