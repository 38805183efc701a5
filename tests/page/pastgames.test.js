// The list of past games comes in pages.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./english.js";
import { ANYBODY } from "../../controller/web/page/me.js";
import { gamesDownTo, olderPath, withOlder } from "../../controller/web/page/pastgames.js";
import { gamesView } from "../../controller/web/page/views/games.js";
import { openBrowser } from "./browser.js";
import { drawn } from "./drawn.js";

const PAGE = 100;
const list = (newest, oldest) => Array.from({ length: newest - oldest + 1 }, (_, at) => ({ number: newest - at }));

/** A referee with games 1 to `newest`, and what it was asked for. */
function referee(newest) {
  const asked = [];
  const get = (path) => {
    asked.push(path);
    const before = Number(/^\/api\/games(?:\?before=(\d+))?$/.exec(path)[1] ?? newest + 1);
    return Promise.resolve(list(before - 1, Math.max(1, before - PAGE)));
  };
  return { asked, get };
}

test("the first page alone is fetched, and names the next", async () => {
  const { asked, get } = referee(250);
  const games = await gamesDownTo(get);
  assert.deepEqual(games, list(250, 151));
  assert.deepEqual(asked, ["/api/games"]);
  assert.equal(olderPath(games), "/api/games?before=151");
});

test("older games follow, until the first one", async () => {
  const { asked, get } = referee(101);
  const games = await withOlder(get, await gamesDownTo(get));
  assert.deepEqual(games, list(101, 1));
  assert.equal(olderPath(games), null);
  assert.equal(await withOlder(get, games), games);
  assert.deepEqual(asked, ["/api/games", "/api/games?before=2"]);
});

test("a list that is fetched again is as long as before", async () => {
  const { get } = referee(350);
  assert.deepEqual(await gamesDownTo(get, 151), list(350, 151));
  assert.deepEqual(await gamesDownTo(get, 150), list(350, 51));
});

test("no game was played", () => assert.equal(olderPath([]), null));

test("a game can be taken up again once, and only one that was left", (t) => {
  const { document } = openBrowser(t, { navigator: { languages: ["en"] } });
  document.documentElement = { lang: "en" };
  const left = { number: 4, players: ["Ann", "Bo"], round: 2, edition: "classic", begun_s: 0, on_table: false, over: false, deleted: false, goes_on: null, goes_on_as: null };
  const offered = (game) => {
    const ui = { me: ANYBODY, drafts: {}, past: { games: [{ ...left, ...game }] } };
    return drawn(gamesView({ table: { access: "open" }, ui, act: {} })).includes("Play on");
  };
  assert.equal(offered({}), true);
  assert.deepEqual([{ on_table: true }, { over: true }, { goes_on_as: 5 }].map(offered), [false, false, false]);
});
