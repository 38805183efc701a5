// What a device was told about itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepSettings } from "../../controller/web/page/settings.js";
import { openBrowser, storage } from "./browser.js";

/** A device with this storage, whose system may be dark. */
function device(t, { kept = storage(), dark = false } = {}) {
  const scheme = Object.assign(new EventTarget(), { matches: dark });
  const { document } = openBrowser(t, { localStorage: kept, matchMedia: (query) => (query === "(prefers-color-scheme: dark)" ? scheme : null) });
  document.documentElement = { dataset: {} };
  const told = [];
  const set = keepSettings((settings) => told.push(settings));
  return { told, set, worn: () => document.documentElement.dataset, system(isDark) {
    scheme.matches = isDark;
    scheme.dispatchEvent(new Event("change"));
  } };
}

test("a device that was told nothing is silent, and as dark as its system", (t) => {
  const { told, worn, system } = device(t);
  assert.deepEqual(told, [{ sound: false, voice: false, level: "plays", theme: "auto", awake: null, quiet: false, scan: 0, language: null, worn: "light" }]);
  system(true);
  assert.deepEqual([told.at(-1).worn, worn()], ["dark", { theme: "dark", chosen: "auto" }]);
  system(false);
  assert.equal(worn().theme, "light");
});

test("what was chosen stays, whatever the system is", (t) => {
  const { told, set, worn, system } = device(t, { dark: true });
  set({ theme: "light" });
  assert.deepEqual([told.at(-1).worn, worn()], ["light", { theme: "light", chosen: "light" }]);
  system(true);
  assert.equal(told.at(-1).worn, "light");
});

test("it is remembered, one thing after the other", (t) => {
  const kept = storage();
  const { set } = device(t, { kept });
  set({ voice: true });
  set({ level: "turns" });
  const { told: [again] } = device(t, { kept });
  assert.deepEqual([again.voice, again.level, again.sound], [true, "turns", false]);
});

test("a browser that keeps nothing does what it is told until the page goes", (t) => {
  const { told, set } = device(t, { kept: storage({ forbidden: true }) });
  assert.equal(told[0].voice, false);
  set({ voice: true });
  set({ sound: true });
  assert.deepEqual([told.at(-1).voice, told.at(-1).sound], [true, true]);
});

test("what cannot be read is forgotten", (t) => {
  const kept = storage();
  kept.setItem("rollerdeck", "{");
  assert.equal(device(t, { kept }).told[0].theme, "auto");
});
