// The live table: when the page asks for it again, and what it tells of the connection.

import assert from "node:assert/strict";
import { test } from "node:test";

import { follow } from "../../controller/web/page/stream.js";
import { openBrowser } from "./browser.js";

const TABLE = { tag: "ab-1", seq: 1 };
const LOOK_EVERY_MS = 15_000;
const LOOK_FOR_MS = 5000;

/** A page that follows the referee. `streams` are those that it opened, `told` what it was told. */
function following(t) {
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
  const told = { tables: [], launchers: [], links: [] };
  follow({ table: (one) => told.tables.push(one), launcher: (one) => told.launchers.push(one), link: (up) => told.links.push(up) });
  return {
    ...browser, streams, told,
    stream: () => streams.at(-1),
    push(type, object) {
      streams.at(-1).dispatchEvent(new MessageEvent(type, { data: JSON.stringify(object) }));
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

test("the launcher alone has no number of a table", (t) => {
  const { push, told } = following(t);
  push("launcher", { tag: "ab-1", link: "up" });
  assert.deepEqual([told.launchers, told.links], [[{ link: "up" }], []]);
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
  const { look, document, streams, stream, pass } = following(t);
  look(false);
  assert.equal(streams.length, 1);
  look(true);
  assert.equal(streams.length, 2);
  document.dispatchEvent(new Event("resume"));
  assert.equal(streams.length, 3);
  stream().dispatchEvent(new Event("error"));
  look(true); // while a retry is due
  await pass(10_000);
  assert.equal(streams.length, 4);
});

test("a device without a network is told at once, and asks at once when it has one again", async (t) => {
  const { happen, streams, told, pass } = following(t);
  happen("offline");
  happen("offline");
  assert.deepEqual([told.links, streams[0].open], [[false, false], false]);
  happen("online");
  assert.equal(streams.length, 2);
  await pass(10_000);
  assert.equal(streams.length, 2);
});

test("two losses in a row are one retry", async (t) => {
  const { happen, streams, pass } = following(t);
  happen("offline");
  await pass(100);
  happen("offline");
  await pass(5000);
  assert.equal(streams.length, 2);
});

test("a stream that says nothing is looked after", async (t) => {
  const { pass, requests, answer, told, stream } = following(t);
  await pass(LOOK_EVERY_MS - 1);
  assert.equal(requests.length, 0);
  await pass(1);
  assert.deepEqual(requests.map(({ path }) => path), ["/healthz"]);
  await answer(200, "ok");
  await pass(LOOK_FOR_MS);
  assert.deepEqual([told.links, stream().open], [[], true]);
  await pass(LOOK_EVERY_MS - LOOK_FOR_MS);
  assert.equal(requests.length, 2);
});

test("a referee that answers nobody for 5 seconds is lost", async (t) => {
  const { pass, told } = following(t);
  await pass(LOOK_EVERY_MS + LOOK_FOR_MS - 1);
  assert.deepEqual(told.links, []);
  await pass(1);
  assert.deepEqual(told.links, [false]);
});

for (const [name, happens] of [["cannot be reached", ({ fail }) => fail()], ["is not well", ({ answer }) => answer(503, "no")]]) {
  test(`a referee that ${name} is lost at once`, async (t) => {
    const page = following(t);
    await page.pass(LOOK_EVERY_MS);
    await happens(page);
    assert.deepEqual(page.told.links, [false]);
  });
}

test("a stream that was lost meanwhile is not lost twice", async (t) => {
  const { pass, happen, fail, told } = following(t);
  await pass(LOOK_EVERY_MS);
  happen("offline");
  await fail();
  assert.deepEqual(told.links, [false]);
});

test("nobody looks after the stream of a page that nobody sees, or that has none", async (t) => {
  const { pass, look, requests, happen } = following(t);
  look(false);
  await pass(LOOK_EVERY_MS);
  look(true);
  await pass(LOOK_EVERY_MS - 100);
  happen("offline");
  await pass(100);
  assert.deepEqual(requests, []);
});
