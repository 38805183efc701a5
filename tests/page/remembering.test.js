// What a browser keeps for the page, and one that keeps nothing.

import assert from "node:assert/strict";
import { test } from "node:test";

import { inBrowser, inTab } from "../../controller/web/page/remembering.js";
import { openBrowser } from "./browser.js";

const SEAT = { journal: "c0ffee", player: "Bo" };

for (const [keep, area] of [[inBrowser, "localStorage"], [inTab, "sessionStorage"]]) {
  test(`${area} keeps a value until it is forgotten`, (t) => {
    openBrowser(t);
    const memory = keep("seat");
    assert.equal(memory.read(), null);
    assert.equal(memory.write(SEAT), true);
    assert.deepEqual([keep("seat").read(), keep("other").read()], [SEAT, null]);
    assert.equal(globalThis[area].getItem("seat"), JSON.stringify(SEAT));
    memory.write(null);
    assert.deepEqual([memory.read(), globalThis[area].getItem("seat")], [null, null]);
  });

  test(`where ${area} is blocked, nothing is kept and nothing throws`, (t) => {
    const { forbidSiteData } = openBrowser(t);
    forbidSiteData();
    const memory = keep("seat");
    assert.deepEqual([memory.write(SEAT), memory.read(), memory.write(null)], [false, null, false]);
  });
}

test("what cannot be read is nothing", (t) => {
  openBrowser(t);
  localStorage.setItem("seat", "{");
  assert.equal(inBrowser("seat").read(), null);
});
