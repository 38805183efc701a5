// What a house calls and draws on the cards of its own boxes: two houses may use the same word.

/**
 * The pictures and names of all editions; where two differ, those of the edition that is played.
 * @param {import("./types").Edition[]} editions @param {string | undefined} played
 */
export function ofBoxes(editions, played) {
  const ordered = [...editions.filter(({ names }) => names), ...editions.filter(({ names }) => !names), // a version's own first
    ...editions.filter(({ id }) => id === played)];
  return {
    pictures: Object.assign({}, ...ordered.map(({ pictures }) => pictures)),
    names: Object.assign({}, ...ordered.map(({ names }) => names ?? {})),
  };
}
