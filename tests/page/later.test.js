// A view that is fetched when it is first shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { later } from "../../controller/web/page/views/later.js";
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
  const view = later(() => answers.shift()(), () => Promise.resolve(waits += 1), () => Promise.resolve(renewals += 1));
  const { pictures, redrawn } = page(view("hello"));
  await redrawn;
  assert.deepEqual([waits, renewals], [2, 2]);
  assert.match(pictures[0], /Looking for the referee.*Back/s);
  assert.equal(pictures.at(-1), "there");
});
