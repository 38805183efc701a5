// When an open page is loaded again for the referee's build.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isOutdated, renew } from "../../controller/web/page/build.js";
import { openBrowser, storage } from "./browser.js";

/** An open page of this build; `loads()` says how often it was loaded again. */
function page(t, build, kept = storage()) {
  let loads = 0;
  const { document } = openBrowser(t, { sessionStorage: kept, location: { reload: () => { loads += 1; } } });
  document.querySelector = (selector) => (selector === 'meta[name="build"]' ? { getAttribute: () => build } : null);
  return () => loads;
}

test("a page is outdated where the referee has another one", (t) => {
  page(t, "0ld");
  assert.deepEqual(["new", "0ld", "", undefined].map(isOutdated), [true, false, false, false]);
  page(t, "");
  assert.ok(!isOutdated("new"), "a page that does not know its build");
});

test("files that something keeps on the way do not load the page for ever", (t) => {
  const loads = page(t, "0ld");
  renew("new");
  assert.equal(loads(), 1);
  assert.ok(!isOutdated("new"), "it came again as it was");
  assert.ok(isOutdated("newer"));
});

test("a browser that remembers nothing is not loaded again: it could go on for ever", (t) => {
  const loads = page(t, "0ld", storage({ forbidden: true }));
  assert.ok(isOutdated("new"));
  renew("new");
  assert.equal(loads(), 0);
});
