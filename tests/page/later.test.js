// A view that is fetched when it is first shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { later } from "../../controller/web/page/views/later.js";
import { openBrowser, storage } from "./browser.js";
import { drawn } from "./drawn.js";

/** A page: what it shows is drawn anew when the view asks for that. */
function page(show) {
  const pictures = [];
  const redrawn = new Promise((resolve) => {
    const act = { show: () => resolve(pictures.push(drawn(show({ act, name: "Ann" })))) };
    pictures.push(drawn(show({ act, name: "Ann" })));
    pictures.push(drawn(show({ act, name: "Ann" })));
  });
  return { pictures, redrawn };
}

test("it is fetched once, and shown when it is there", async () => {
  let loads = 0;
  const load = () => Promise.resolve({ hello: ({ name }) => `Hello ${name}, ${loads += 1}` });
  const view = later(load);
  assert.equal(loads, 0);
  const { pictures, redrawn } = page(view("hello"));
  await redrawn;
  assert.match(pictures[0], /<h1.*Looking for the referee/s);
  assert.equal(pictures[1], pictures[0]);
  assert.equal(pictures[2], "Hello Ann, 1");
});

test("the views of a module are fetched together", async () => {
  let loads = 0;
  const load = () => {
    loads += 1;
    return Promise.resolve({ one: () => "1", two: () => "2" });
  };
  const view = later(load);
  await page(view("one")).redrawn;
  assert.equal(view("two")({}), "2");
  assert.equal(loads, 1);
});

test("where nobody answers, it is asked for again", async () => {
  const answers = [() => Promise.reject(new Error("gone")), () => Promise.reject(new Error("gone")), () => Promise.resolve({ hello: () => "there" })];
  let [waits, renewals] = [0, 0];
  const view = later(() => answers.shift()(), () => Promise.resolve(waits += 1), () => Promise.resolve((renewals += 1) > 0));
  const { pictures, redrawn } = page(view("hello"));
  await redrawn;
  assert.deepEqual([waits, renewals], [2, 2]);
  assert.match(pictures[0], /Looking for the referee.*Back/s);
  assert.equal(pictures.at(-1), "there");
});

/** A tab whose referee answers while `health.ok`. `load(build, module)` loads its page, and shows a view out of `module`. */
function tab(t, kept = storage()) {
  const counts = { loads: 0, asked: 0 };
  const health = { ok: true };
  const { document, pass } = openBrowser(t, {
    fetch: () => (health.ok ? Promise.resolve({ ok: true }) : Promise.reject(new TypeError("gone"))),
    location: { reload: () => { counts.loads += 1; } },
    sessionStorage: kept,
  });
  let opened = 0;
  const load = (build, module = () => Promise.reject(new Error("no module"))) => {
    const own = opened += 1;
    counts.asked = 0;
    document.querySelector = () => ({ getAttribute: () => build });
    page(later(() => {
      if (own !== opened) return new Promise(() => {}); // that page is closed
      counts.asked += 1;
      return module();
    })("hello"));
  };
  return { counts, health, load, pass };
}

test("a view that never comes loads the page anew once for each build, and is then asked for ever more seldom", async (t) => {
  const { counts, load, pass } = tab(t);
  load("one");
  await pass(1000);
  assert.equal(counts.loads, 1);
  load("one");
  await pass(600_000);
  assert.equal(counts.loads, 1);
  assert.equal(counts.asked, 15); // after 1, 2, 4, 8, 16 and 32 s, then each minute
  load("two");
  await pass(600_000);
  load("one");
  await pass(600_000);
  assert.equal(counts.loads, 2);
});

test("a page that was whole meanwhile is loaded anew again", async (t) => {
  const { counts, load, pass } = tab(t);
  load("one");
  await pass(1000);
  load("one", () => Promise.resolve({ hello: () => "there" }));
  await pass(1000);
  load("one");
  await pass(1000);
  assert.equal(counts.loads, 2);
});

test("a browser that remembers nothing does not load the page anew: it could go on for ever", async (t) => {
  const { counts, load, pass } = tab(t, storage({ forbidden: true }));
  load("one");
  await pass(600_000);
  assert.equal(counts.loads, 0);
});

test("a referee that is gone is asked for each second, and the page is loaded anew as soon as it is back", async (t) => {
  const { counts, health, load, pass } = tab(t);
  health.ok = false;
  load("one");
  await pass(600_000);
  assert.deepEqual(counts, { loads: 0, asked: 601 });
  health.ok = true;
  await pass(1000);
  assert.equal(counts.loads, 1);
});
