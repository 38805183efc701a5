// The board as it was told last: the tables in their order, and what stands beside them.

/**
 * @typedef {{name: string, cards: number, points: number}} Player
 * @typedef {{id: string, table: string, online: boolean, link: string, faults: string[], game: number | null,
 *   edition: string | null, edition_title: Record<string, string>, phase: string | null, round: number, turn: string | null, players: Player[],
 *   hits: number, winners: string[]}} Tile
 * @typedef {{key: string, values: object}} Said
 * @typedef {{place: number, name: string, table: string | null, points: number, wins: number, games: number,
 *   proved: number}} Standing
 * @typedef {{standings: Standing[], records: Said[], said: Said[], games: number}} Summary
 * @typedef {{tables: Tile[], summary: Summary | null}} Board
 * @typedef {{whole: boolean, tables: Tile[], summary: Summary | null}} News
 */

const byName = new Intl.Collator("en", { numeric: true }).compare;

/** The board after some news. @param {Board} board @param {News} news @returns {Board} */
export function told(board, news) {
  const known = new Map(news.whole ? [] : board.tables.map((tile) => [tile.id, tile]));
  for (const tile of news.tables) known.set(tile.id, tile);
  const tables = [...known.values()].sort((one, other) => byName(one.id, other.id));
  return { tables, summary: news.summary ?? board.summary };
}

/** What houses call the boxes on the tables, by the entries of the catalogue. @param {Tile[]} tables */
export function titlesOf(tables) {
  const named = tables.filter((tile) => Object.keys(tile.edition_title).length);
  return Object.fromEntries(named.map((tile) => [`edition.${tile.edition}`, tile.edition_title]));
}

/** What a table is doing, for its colour: "away", "fault", "idle", "over" or "play". @param {Tile} tile */
export function stateOf(tile) {
  if (!tile.online) return "away";
  if (tile.faults.length || tile.link !== "up") return "fault";
  if (tile.game === null) return "idle";
  return tile.phase === "game_over" ? "over" : "play";
}
