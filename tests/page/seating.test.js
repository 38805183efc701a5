// Where players sit, for every number of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bearing, places } from "../../controller/web/page/seating.js";

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

test("the first sits at the bottom", () => {
  for (const count of COUNTS) {
    const [{ x, y }] = places(count);
    assert.ok(Math.abs(x) < 0.01 && y === 1, `${count}: ${x}, ${y}`);
  }
});

test("all sit at the rim, going round once clockwise", () => {
  for (const count of COUNTS) {
    const seats = places(count);
    assert.equal(seats.length, count);
    for (const { x, y } of seats) assert.ok(Math.abs(Math.max(Math.abs(x), Math.abs(y)) - 0.9) <= 0.11, `${count}`);
    const turns = seats.map((seat) => (bearing(seat) + 180 + 360) % 360); // from the bottom on
    assert.deepEqual(turns, turns.toSorted ? turns.toSorted((a, b) => a - b) : [...turns].sort((a, b) => a - b));
    assert.equal(new Set(turns).size, count);
  }
});

test("no two seats are as near as at a table that is full", () => {
  const nearest = (count) => {
    const seats = places(count);
    return Math.min(...seats.map(({ x, y }, at) => {
      const next = seats[(at + 1) % count];
      return Math.hypot(x - next.x, y - next.y);
    }));
  };
  for (const count of COUNTS.slice(0, -1)) assert.ok(nearest(count) >= nearest(10) - 1e-9, `${count}`);
  assert.ok(nearest(10) > 0.4);
});

test("a place is faced by the way from the middle", () => {
  assert.equal(bearing({ x: 0, y: -1 }), 0);
  assert.equal(bearing({ x: 1, y: 0 }), 90);
  assert.equal(bearing({ x: 0, y: 1 }), 180);
  assert.equal(bearing({ x: -1, y: 0 }), -90);
});
