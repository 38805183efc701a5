// Which of a browser's hidden pages speaks and sounds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepTurns } from "../../controller/web/page/behind.js";
import { openBrowser } from "./browser.js";

/** A browser with pages that speak, unless they are `quiet`. `working()`: those that do it, once all have heard each other. */
function browser(t) {
  const { pass } = openBrowser(t);
  const pages = [];
  const heard = () => pass(1);
  return {
    heard,

    /** Open a page, in front of the others or behind them. */
    async open(name, { hidden = false, quiet = false } = {}) {
      await heard();
      const page = { name, hidden, quiet, told: 0 };
      Object.assign(page, keepTurns({ works: () => !page.quiet, changed: () => { page.told += 1; }, isHidden: () => page.hidden }));
      pages.push(page);
      return {
        page,
        async look(is) {
          await heard();
          page.hidden = !is;
          page.looked();
        },
        /** Its sound or voice is switched, or something else is set on it. */
        set(isQuiet) {
          page.quiet = isQuiet;
          page.switched();
        },
        /** The page is left, and hidden after it; a browser can come back to it. */
        leave() {
          pages.splice(pages.indexOf(page), 1);
          page.left();
          page.hidden = true;
          page.looked();
        },
        async comeBack() {
          pages.push(page);
          await this.look(true);
        },
      };
    },
    async working() {
      await heard();
      return pages.filter((page) => !page.quiet && (!page.hidden || !page.rests())).map(({ name }) => name);
    },
  };
}

test("of six pages that were looked at one after the other, the last one works", async (t) => {
  const { open, working } = browser(t);
  for (const name of "abcdef") await (await open(name)).look(false);
  assert.deepEqual(await working(), ["f"]);
});

test("of pages that were all loaded behind others, one works", async (t) => {
  const { open, working } = browser(t);
  for (const name of "abc") await open(name, { hidden: true });
  assert.deepEqual(await working(), ["c"]);
});

test("while a page that speaks is looked at, no hidden one does", async (t) => {
  const { open, working } = browser(t);
  const [one, other] = [await open("one"), await open("other")];
  await one.look(false);
  assert.deepEqual(await working(), ["other"]);
  await one.look(true);
  await other.look(false);
  assert.deepEqual([await working(), other.page.told], [["one"], 1]);
});

test("pages that are looked at beside each other all work", async (t) => {
  const { open, working } = browser(t);
  await open("one");
  await open("other");
  assert.deepEqual(await working(), ["one", "other"]);
});

test("a page that does not speak keeps no other from it", async (t) => {
  const { open, working } = browser(t);
  await (await open("one")).look(false);
  await open("quiet", { quiet: true });
  assert.deepEqual(await working(), ["one"]);
});

test("when the page that works is left, the one before it does", async (t) => {
  const { open, working } = browser(t);
  const pages = [await open("a"), await open("b"), await open("c")];
  for (const page of pages) await page.look(false);
  pages[2].leave();
  assert.deepEqual([await working(), pages[1].page.told], [["b"], 2]);
  await pages[2].comeBack();
  assert.deepEqual([await working(), pages[1].page.told], [["c"], 3]);
});

test("what a page says is heard later, and never by itself, as in a real browser", async (t) => {
  const { heard } = browser(t);
  const told = [];
  const [one] = ["one", "other"].map((name) => {
    const channel = new BroadcastChannel("any");
    channel.addEventListener("message", ({ data }) => told.push([name, data]));
    return channel;
  });
  one.postMessage(1);
  assert.deepEqual(told, []);
  await heard();
  assert.deepEqual(told, [["other", 1]]);
});

test("a page that is switched on takes the turn from a hidden one, and gives it back when it is switched off", async (t) => {
  const { open, working } = browser(t);
  const hidden = await open("hidden");
  await hidden.look(false);
  const shown = await open("shown", { quiet: true });
  for (const is of ["shown", "hidden", "shown"]) {
    shown.set(is === "hidden");
    assert.deepEqual(await working(), [is]);
  }
  assert.equal(hidden.page.told, 3);
  shown.set(true);
  await shown.look(false);
  assert.deepEqual(await working(), ["hidden"]);
});

test("a page that was switched off while it rested works when it is switched on alone", async (t) => {
  const { open, working } = browser(t);
  const [one, other] = [await open("one"), await open("other")];
  for (const { look } of [one, other]) await look(false);
  assert.deepEqual(await working(), ["other"]);
  one.set(true);
  other.leave();
  assert.deepEqual(await working(), []);
  one.set(false);
  assert.deepEqual(await working(), ["one"]);
});

test("a page that is set to something else tells nobody", async (t) => {
  const { open, working } = browser(t);
  const pages = [await open("a"), await open("b")];
  for (const { look } of pages) await look(false);
  await working();
  const told = pages.map(({ page }) => page.told);
  for (const { set } of pages) set(false);
  assert.deepEqual([await working(), pages.map(({ page }) => page.told)], [["b"], told]);
});

test("a page for which no other rests leaves without a word", async (t) => {
  const { open, heard } = browser(t);
  const pages = [await open("a"), await open("b"), await open("c")];
  for (const { look } of pages) await look(false);
  const quiet = await open("quiet", { quiet: true });
  const silenced = await open("silenced");
  silenced.set(true);
  await heard();
  const said = [];
  new BroadcastChannel("rollerdeck-behind").addEventListener("message", ({ data }) => said.push(data));
  for (const one of [quiet, silenced, pages[0]]) one.leave();
  await heard();
  assert.deepEqual(said, []);
  pages[2].leave();
  await heard();
  assert.deepEqual(said[0], { gone: true });
});

test("in a browser that lets no pages talk, each hidden page works", (t) => {
  openBrowser(t, { BroadcastChannel: class { constructor() { throw new Error("forbidden"); } } });
  const page = keepTurns({ works: () => true, changed: () => {}, isHidden: () => true });
  page.looked();
  page.left();
  assert.equal(page.rests(), false);
});
