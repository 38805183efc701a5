// Links of the page to the documents: only where the referee has them, and a button leads back.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { documentsAddress } from "../../controller/web/page/documents.js";
import { EVERYBODY } from "../../controller/web/page/own.js";
import { troubleView } from "../../controller/web/page/views/trouble.js";
import { openBrowser } from "./browser.js";
import { drawn } from "./drawn.js";

/** A page whose referee has documents at `address`, in a browser or in what has no Back button. */
function page(t, address, mode = "browser") {
  const { document } = openBrowser(t, { matchMedia: (query) => ({ matches: query === `(display-mode: ${mode})` }) });
  document.querySelector = (wanted) => (wanted === 'meta[name="documents"]' ? { getAttribute: () => address } : null);
}

/** What is shown of a fault. */
function shown(fault) {
  const launcher = { link: "up", simulated: false, faults: [fault], why: null, hit: null };
  return drawn(troubleView({ table: { launcher }, ui: { drafts: {} }, act: {}, rights: EVERYBODY }));
}

test("the documents are where the referee says", (t) => {
  for (const address of ["/docs/", ""]) {
    page(t, address);
    assert.equal(documentsAddress(), address);
  }
});

test("no link leads to where no button leads back", (t) => {
  for (const mode of ["standalone", "fullscreen"]) {
    page(t, "/docs/", mode);
    assert.equal(documentsAddress(), "");
  }
});

test("a fault's name leads to what is written about it", (t) => {
  page(t, "/docs/");
  assert.match(shown("COVER_OPEN"), /<h2><a href=\/docs\/faults\.html#cover_open hreflang="en">Cover open<\/a><\/h2>/);
  page(t, "");
  assert.match(shown("COVER_OPEN"), /<h2>Cover open<\/h2>/);
});
