// How many columns the tables have, so that all of them fit the screen.

// A tile is so many times as wide as it is high, if possible; it has two lines, or also the players.
const WIDE = { small: 2, middle: 1.25, large: 1.25 };

/**
 * The number of columns with which tiles in an area of this size are largest.
 * @param {number} count @param {"small" | "middle" | "large"} size @param {number} width @param {number} height
 */
export function columnsFor(count, size, width, height) {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(width / columns / WIDE[size], height / rows);
    if (side > largest) [best, largest] = [columns, side];
  }
  return best;
}
