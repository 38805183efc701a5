// The scoreboard of a hall: its tables stand in the order of their numbers, however they came.

import assert from "node:assert/strict";
import { test } from "node:test";

import { titlesOf, told } from "../../controller/club/hub/page/changes.js";

/** A board's tables after some news. */
const after = (board, whole, ...ids) => told(board, { whole, tables: ids.map((id) => ({ id })), summary: null });
const names = ({ tables }) => tables.map(({ id }) => id);

test("tables stand in the order of their numbers, also one that comes later", () => {
  const first = after({ tables: [], summary: null }, true, "table-10", "table-2", "table-21");
  assert.deepEqual(names(first), ["table-2", "table-10", "table-21"]);
  const grown = after(first, false, "table-3", "table-10");
  assert.deepEqual(names(grown), ["table-2", "table-3", "table-10", "table-21"]);
});

test("of tables that the whole board does not name any more, none stays", () => {
  const first = after({ tables: [], summary: null }, true, "table-1", "table-2");
  assert.deepEqual(names(after(first, true, "table-2")), ["table-2"]);
});

test("a box is called as its house does, one without a title as the catalogue does", () => {
  const title = { de: "Familienschachtel" };
  const tables = [{ edition: "house:own-12345678", edition_title: title }, { edition: "attack", edition_title: {} }];
  assert.deepEqual(titlesOf(tables), { "edition.house:own-12345678": title });
});
