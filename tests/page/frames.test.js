// What is done once a drawing is on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepFrames } from "../../controller/web/page/frames.js";
import { openBrowser } from "./browser.js";

/** A page that draws one table after the other; `frame()` is a frame of the browser. */
function drawing(t) {
  const asked = [];
  const { pass, look } = openBrowser(t, { requestAnimationFrame: (act) => asked.push(act) });
  const done = [];
  let table = 0;
  const frames = keepFrames({ drawn: () => table, painted: (what) => done.push(`painted ${what}`) });
  return {
    asked, done, look, frames,
    draw() {
      table += 1;
      frames.watch();
    },
    async frame() {
      for (const act of asked.splice(0)) act();
      await pass(0);
    },
  };
}

test("several drawings await one frame, which shows the newest", async (t) => {
  const { draw, frame, asked, done, frames } = drawing(t);
  draw();
  draw();
  assert.deepEqual([asked.length, frames.isAwaited()], [1, true]);
  await frame();
  assert.deepEqual([done, frames.isAwaited()], [["painted 2"], false]);
  draw();
  await frame();
  assert.deepEqual(done, ["painted 2", "painted 3"]);
});

test("what nobody waits for is done once, after the next frame", async (t) => {
  const { draw, frame, done, frames } = drawing(t);
  draw();
  frames.after(() => done.push("buzz"));
  frames.after(() => done.push("sound"));
  assert.deepEqual(done, []);
  await frame();
  assert.deepEqual(done.splice(0), ["buzz", "sound", "painted 1"]);
  draw();
  await frame();
  assert.deepEqual(done, ["painted 2"]);
});

test("a tab behind others draws no frame: it is done at once", (t) => {
  const { draw, look, done, frames } = drawing(t);
  draw();
  frames.after(() => done.push("buzz"));
  look(false);
  assert.deepEqual(done.splice(0), ["buzz"]);
  frames.after(() => done.push("sound"));
  assert.deepEqual(done.splice(0), ["sound"]);
  look(true);
  frames.after(() => done.push("late"));
  assert.deepEqual(done, []);
});

test("a device that cannot sound is painted all the same", async (t) => {
  const { draw, frame, done, frames } = drawing(t);
  draw();
  frames.after(() => { throw new Error("no loudspeaker"); });
  await assert.rejects(frame(), /no loudspeaker/);
  assert.deepEqual(done, ["painted 1"]);
  draw();
  await frame();
  assert.deepEqual(done, ["painted 1", "painted 2"]);
});
