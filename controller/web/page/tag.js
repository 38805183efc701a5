// The tag of a table: the journal's ID, a hyphen, and the number of the newest entry.

/** @param {string} tag */
export function partsOf(tag) {
  const dash = tag.lastIndexOf("-");
  return { journal: tag.slice(0, dash), seq: Number(tag.slice(dash + 1)) };
}
