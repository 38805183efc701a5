// The live table: when the page asks for it again, and what it tells of the connection.

import assert from "node:assert/strict";
import { test } from "node:test";

import { follow } from "../../controller/web/page/stream.js";
import { openBrowser } from "./browser.js";

const TABLE = { tag: "ab-1", seq: 1 };
const BEAT_MS = 2000;
const SILENT_MS = 4000;
const FIRST_EVENT_MS = 10_000;

/** A page that follows the referee. `streams` are those that it opened, `told` what it was told. */
function following(t, { worksHidden, hidden = false } = {}) {
  const streams = [];
  class EventSource extends EventTarget {
    constructor(path) {
      super();
      this.path = path;
      this.open = true;
      streams.push(this);
      assert.equal(streams.filter(({ open }) => open).length, 1, "one stream at a time");
    }

    close() {
      this.open = false;
    }
  }
  const browser = openBrowser(t, { EventSource });
  browser.document.hidden = hidden;
  const told = { tables: [], launchers: [], links: [] };
  const page = follow({ events: { table: (one) => told.tables.push(one), launcher: (one) => told.launchers.push(one) },
    link: (up) => told.links.push(up), worksHidden });
  return {
    ...browser, ...page, streams, told,
    stream: () => streams.at(-1),
    opened: () => streams.filter(({ open }) => open).length,
    push(type, object = {}) {
      streams.at(-1).dispatchEvent(new MessageEvent(type, { data: JSON.stringify(object) }));
    },
    /** The referee is heard of for so long, and says nothing else. */
    async beat(ms) {
      for (let past = 0; past < ms; past += BEAT_MS) {
        await browser.pass(BEAT_MS);
        streams.at(-1).dispatchEvent(new MessageEvent("alive", { data: "{}" }));
      }
    },
    /** After how much time does the page ask for a stream, to a tenth of a second? */
    async waits() {
      const before = streams.length;
      let ms = 0;
      for (; streams.length === before && ms < 60_000; ms += 100) await browser.pass(100);
      return ms;
    },
  };
}

test("a table means that the connection is there", (t) => {
  const { push, told, streams } = following(t);
  assert.deepEqual([streams.length, streams[0].path, told.links], [1, "/api/events", []]);
  push("table", TABLE);
  assert.deepEqual([told.tables, told.links], [[TABLE], [true]]);
});

test("the launcher alone changes no table", (t) => {
  const { push, told } = following(t);
  push("launcher", { tag: "ab-1", link: "up" });
  assert.deepEqual([told.launchers, told.tables], [[{ tag: "ab-1", link: "up" }], []]);
});

test("a stream that is lost is asked for again, less and less often, and at least every 4 seconds", async (t) => {
  const { stream, told, waits } = following(t);
  const waited = [];
  for (let nth = 0; nth < 6; nth += 1) {
    stream().dispatchEvent(new Event("error"));
    waited.push(await waits());
  }
  assert.deepEqual(waited, [500, 1000, 2000, 4000, 4000, 4000]);
  assert.deepEqual(told.links, Array(6).fill(false));
});

test("after a table the page asks soon again", async (t) => {
  const { stream, push, waits } = following(t);
  for (let nth = 0; nth < 3; nth += 1) {
    stream().dispatchEvent(new Event("error"));
    await waits();
  }
  push("table", TABLE);
  stream().dispatchEvent(new Event("error"));
  assert.equal(await waits(), 500);
});

test("a referee that says goodbye is lost", async (t) => {
  const { push, told, stream, waits } = following(t);
  push("table", TABLE);
  push("bye", {});
  assert.deepEqual([told.links, stream().open], [[true, false], false]);
  assert.equal(await waits(), 500);
});

test("a page that the browser froze asks for the whole table", (t) => {
  const { happen, streams } = following(t);
  happen("pageshow", { persisted: true });
  assert.equal(streams.length, 2);
});

test("a page that was just loaded has its stream already", (t) => {
  const { happen, streams } = following(t);
  happen("pageshow", { persisted: false });
  assert.equal(streams.length, 1);
});

test("who looks at the page again sees the whole table at once", async (t) => {
  const { look, document, streams, stream, beat, push } = following(t);
  look(false);
  assert.equal(streams.length, 1);
  look(true);
  assert.equal(streams.length, 2);
  document.dispatchEvent(new Event("resume"));
  assert.equal(streams.length, 3);
  stream().dispatchEvent(new Event("error"));
  look(true); // while a retry is due
  push("table", TABLE);
  await beat(10_000);
  assert.equal(streams.length, 4);
});

test("a device without a network is told at once, and asks at once when it has one again", async (t) => {
  const { happen, streams, told, beat } = following(t);
  happen("offline");
  happen("offline");
  assert.deepEqual([told.links, streams[0].open], [[false, false], false]);
  happen("online");
  assert.equal(streams.length, 2);
  await beat(10_000);
  assert.equal(streams.length, 2);
});

test("two losses in a row are one retry", async (t) => {
  const { happen, streams, pass } = following(t);
  happen("offline");
  await pass(100);
  happen("offline");
  await pass(4000);
  assert.equal(streams.length, 2);
});

test("a stream that is heard of is left alone", async (t) => {
  const { push, beat, streams, told, requests } = following(t);
  push("table", TABLE);
  await beat(600_000);
  assert.deepEqual([streams.length, told.links, requests], [1, [true], []]);
});

test("a stream that is silent for 4 seconds is opened again, and the referee is not lost yet", async (t) => {
  const { push, pass, beat, streams, told } = following(t);
  push("table", TABLE);
  await beat(10_000);
  await pass(SILENT_MS - 1);
  assert.equal(streams.length, 1);
  await pass(1);
  assert.deepEqual([streams.length, told.links], [2, [true]]);
  push("table", { tag: "ab-2", seq: 2 });
  assert.deepEqual([told.tables.length, told.links], [2, [true, true]]);
});

test("a referee that is silent on two streams is lost, and asked again every 4 seconds", async (t) => {
  const { push, pass, streams, told } = following(t);
  push("table", TABLE);
  await pass(2 * SILENT_MS - 1);
  assert.deepEqual([streams.length, told.links], [2, [true]]);
  await pass(1);
  assert.deepEqual([streams.length, told.links], [3, [true, false]]);
  await pass(10 * SILENT_MS);
  assert.equal(streams.length, 13);
});

/** How a line is cut, and what becomes of the streams that are opened meanwhile: do they break, or only say nothing? */
const CUTS = { "the old stream is held back": [false, null], "nothing comes through": [false, false], "each connection breaks": [true, true],
  "the old one is held back, others break": [false, true], "the old one breaks, others are silent": [true, false] };

for (const [cut, [breaks, othersBreak]] of Object.entries(CUTS)) {
  test(`the table is there within 5 seconds of the line's return: ${cut}`, async (t) => {
    for (const awayMs of othersBreak === null ? [0] : [1750, 6500, 9750]) {
      const { push, pass, streams, stream, told } = following(t);
      push("table", TABLE);
      const fail = () => stream().dispatchEvent(new Event("error"));
      if (breaks) fail();
      for (let ms = 0, known = streams.length; ms < awayMs; ms += 250) {
        await pass(250);
        if (othersBreak && streams.length > known) fail();
        known = streams.length;
      }
      const before = streams.length; // each stream that is opened from now on brings the table
      for (let ms = 0; streams.length === before; ms += 250) {
        assert.ok(ms < 5000, `${awayMs} ms`);
        await pass(250);
      }
      push("table", { tag: "ab-2", seq: 2 });
      assert.deepEqual([told.tables.length, told.links.at(-1)], [2, true]);
    }
  });
}

test("on a slow line, a stream that is open may take 10 seconds to bring its first table", async (t) => {
  const { push, pass, streams, stream } = following(t);
  await pass(SILENT_MS - 1);
  stream().dispatchEvent(new Event("open"));
  await pass(FIRST_EVENT_MS - 1);
  assert.equal(streams.length, 1);
  push("table", TABLE);
  await pass(SILENT_MS - 1);
  assert.equal(streams.length, 1);
  await pass(1);
  assert.equal(streams.length, 2);
});

test("a hidden page has no stream, and who looks at it again has one at once", async (t) => {
  const { look, pass, push, opened, streams, told } = following(t);
  push("table", TABLE);
  look(false);
  await pass(3_600_000);
  assert.deepEqual([opened(), streams.length, told.links], [0, 1, [true]]);
  look(true);
  assert.deepEqual([opened(), streams.length], [1, 2]);
});

test("a page that is loaded behind others opens its stream when somebody looks at it", (t) => {
  const { look, streams } = following(t, { hidden: true });
  assert.equal(streams.length, 0);
  look(true);
  assert.equal(streams.length, 1);
});

test("a hidden page whose retry is due asks nobody", async (t) => {
  const { look, happen, pass, streams } = following(t);
  look(false);
  happen("online");
  happen("offline");
  await pass(60_000);
  assert.equal(streams.length, 1);
});

test("a page that speaks or sounds hears of everything while it is hidden", async (t) => {
  let loud = true;
  const { look, beat, push, opened, streams } = following(t, { worksHidden: () => loud });
  push("table", TABLE);
  look(false);
  await beat(60_000);
  assert.deepEqual([opened(), streams.length], [1, 1]);
  look(true);
  loud = false;
  look(false);
  assert.equal(opened(), 0);
});

test("a hidden page rests while another page of its browser speaks, and takes over when that one is left", async (t) => {
  const { look, happen, pass, opened, streams } = following(t, { worksHidden: () => true });
  look(false);
  const other = new BroadcastChannel("rollerdeck-behind");
  other.postMessage({ lookedAt: Infinity });
  await pass(0);
  assert.deepEqual([opened(), streams.length], [0, 1]);
  other.postMessage({ gone: true });
  await pass(0);
  assert.deepEqual([opened(), streams.length], [1, 2]);
  const heard = [];
  other.addEventListener("message", ({ data }) => heard.push(data));
  happen("pagehide");
  await pass(0);
  assert.deepEqual(heard, [{ gone: true }]);
});

test("a page that is switched on or off while it is hidden opens or closes its stream", async (t) => {
  let loud = false;
  const { look, pass, opened, switched } = following(t, { worksHidden: () => loud });
  const heard = [];
  new BroadcastChannel("rollerdeck-behind").addEventListener("message", ({ data }) => heard.push(Object.keys(data)[0]));
  look(false);
  for (const is of [true, false]) {
    loud = is;
    switched();
    assert.equal(opened(), Number(is));
  }
  await pass(0);
  assert.deepEqual(heard, ["lookedAt", "gone"]);
});

/** A page that shows the table `ab-7`, and is alive. */
function showing(t) {
  const page = following(t);
  page.push("table", { tag: "ab-7", seq: 7 });
  return page;
}

test("a page could know of each table that its stream has brought", async (t) => {
  const { watch, push, beat } = showing(t);
  await beat(60_000);
  const isBehind = watch();
  assert.deepEqual(["ab-6", "ab-7", "ab-8", "cd-7", undefined].map(isBehind), [false, false, true, true, false]);
  push("table", { tag: "ab-8", seq: 8 });
  push("launcher", { tag: "ab-8", link: "up" });
  push("launcher", { link: "up" });
  assert.deepEqual(["ab-8", "ab-9"].map(isBehind), [false, true]);
});

test("a page could not know of what came while its stream was silent, also once another stream has brought it", async (t) => {
  const { watch, push, pass } = showing(t);
  await pass(SILENT_MS - 1);
  const isBehind = watch();
  await pass(1);
  push("table", { tag: "ab-9", seq: 9 });
  assert.deepEqual([isBehind("ab-9"), watch()("ab-9")], [true, false]);
});

test("a page that has just woken up knows nothing until its stream has brought the table", (t) => {
  const { watch, look, push } = showing(t);
  look(false);
  look(true);
  assert.equal(watch()("ab-7"), true);
  push("table", { tag: "ab-7", seq: 7 });
  assert.equal(watch()("ab-7"), false);
});

test("a page whose timers were frozen for an hour knows that it was", (t) => {
  const { watch } = showing(t);
  const { now } = Date;
  Date.now = () => now() + 3_600_000;
  assert.equal(watch()("ab-7"), true);
});

test("another stream is opened where the referee names a table that this one did not bring", (t) => {
  const { compare, push, streams } = showing(t);
  compare("ab-7");
  compare(undefined);
  assert.equal(streams.length, 1);
  compare("ab-8");
  compare("ab-8"); // while it is on its way
  assert.equal(streams.length, 2);
  push("table", { tag: "ab-8", seq: 8 });
  compare("ab-8");
  assert.equal(streams.length, 2);
  compare("cd-1"); // another journal
  assert.equal(streams.length, 3);
});

test("a page that has lost the referee does not ask sooner because of an old answer", (t) => {
  const { compare, stream, streams } = showing(t);
  stream().dispatchEvent(new Event("error"));
  compare("ab-8");
  assert.equal(streams.length, 1);
});
