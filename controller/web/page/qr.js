// A QR code as one line around its dark modules. Pure.

/** The white border that cameras need, in modules. */
export const QUIET = 4;

/** `rows` of "0" and "1" as the path of an SVG, one rectangle for each run of dark modules; the quiet zone is around it.
 * @param {string[]} rows */
export function outline(rows) {
  return rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map((run) =>
    `M${run.index + QUIET} ${y + QUIET}h${run[0].length}v1h-${run[0].length}z`)).join("");
}

/** How many modules wide and high the code is, with its quiet zone. @param {string[]} rows */
export const widthOf = (rows) => rows.length + 2 * QUIET;
