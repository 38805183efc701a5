// How many columns the tables have, so that all of them fit the screen.

const WIDE = 1.25; // a tile is so many times as wide as it is high, if possible

/**
 * The number of columns with which tiles in an area of this size are largest.
 * @param {number} count @param {number} width @param {number} height
 */
export function columnsFor(count, width, height) {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(width / columns / WIDE, height / rows);
    if (side > largest) [best, largest] = [columns, side];
  }
  return best;
}
