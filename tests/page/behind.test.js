// Which of a browser's hidden pages speaks and sounds.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepTurns } from "../../controller/web/page/behind.js";
import { openBrowser } from "./browser.js";

/** A browser with pages that speak, unless they are `quiet`. `working()`: those that do it now. */
function browser(t) {
  const { pass } = openBrowser(t);
  const pages = [];
  return {
    /** Open a page, in front of the others or behind them. */
    async open(name, { hidden = false, quiet = false } = {}) {
      await pass(1);
      const page = { name, hidden, told: 0 };
      Object.assign(page, keepTurns({ works: () => !quiet, changed: () => { page.told += 1; }, isHidden: () => page.hidden }));
      pages.push(page);
      return {
        page,
        async look(is) {
          await pass(1);
          page.hidden = !is;
          page.looked();
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
    working: () => pages.filter((page) => !page.hidden || !page.rests()).map(({ name }) => name),
  };
}

test("of six pages that were looked at one after the other, the last one works", async (t) => {
  const { open, working } = browser(t);
  for (const name of "abcdef") await (await open(name)).look(false);
  assert.deepEqual(working(), ["f"]);
});

test("of pages that were all loaded behind others, one works", async (t) => {
  const { open, working } = browser(t);
  for (const name of "abc") await open(name, { hidden: true });
  assert.deepEqual(working(), ["c"]);
});

test("while a page that speaks is looked at, no hidden one does", async (t) => {
  const { open, working } = browser(t);
  const [one, other] = [await open("one"), await open("other")];
  await one.look(false);
  assert.deepEqual(working(), ["other"]);
  await one.look(true);
  await other.look(false);
  assert.deepEqual([working(), other.page.told], [["one"], 1]);
});

test("pages that are looked at beside each other all work", async (t) => {
  const { open, working } = browser(t);
  await open("one");
  await open("other");
  assert.deepEqual(working(), ["one", "other"]);
});

test("a page that does not speak keeps no other from it", async (t) => {
  const { open, working } = browser(t);
  await (await open("one")).look(false);
  await open("quiet", { quiet: true });
  assert.deepEqual(working(), ["one", "quiet"]);
});

test("when the page that works is left, the one before it does", async (t) => {
  const { open, working } = browser(t);
  const pages = [await open("a"), await open("b"), await open("c")];
  for (const page of pages) await page.look(false);
  pages[2].leave();
  assert.deepEqual([working(), pages[1].page.told], [["b"], 2]);
  await pages[2].comeBack();
  assert.deepEqual([working(), pages[1].page.told], [["c"], 3]);
});

test("in a browser that lets no pages talk, each hidden page works", (t) => {
  openBrowser(t, { BroadcastChannel: class { constructor() { throw new Error("forbidden"); } } });
  const page = keepTurns({ works: () => true, changed: () => {}, isHidden: () => true });
  page.looked();
  page.left();
  assert.equal(page.rests(), false);
});
