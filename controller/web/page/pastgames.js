// The list of past games, which the referee gives in pages.

import { get as fromReferee } from "./api.js";

const GAMES = "/api/games";

/** Where the games before these are listed, whose last is the oldest; null: there are none before. */
export function olderPath(games) {
  const oldest = games.at(-1)?.number ?? 1;
  return oldest > 1 ? `${GAMES}?before=${oldest}` : null;
}

/** These games, and a page of those before them. `get` fetches the JSON at an address. */
export async function withOlder(get, games) {
  const path = olderPath(games);
  return path ? [...games, ...(await get(path))] : games;
}

/** The newest games: one page, and more until the game with the number `last` is listed. */
export async function gamesDownTo(get, last = Infinity) {
  let games = await get(GAMES);
  while (olderPath(games) && games.at(-1).number > last) {
    const more = await withOlder(get, games);
    if (more.length === games.length) break;
    games = more;
  }
  return games;
}

/** Open the list. */
export function openGames(act) {
  act.open("games");
  act.show({ past: {} });
  return load(act, "games", () => gamesDownTo(fromReferee));
}

/** Put what `fetched` fetches into `ui.past`; where nobody answers, say so. */
export async function load(act, what, fetched, also = {}) {
  try {
    act.show({ past: { ...also, [what]: await fetched() } });
  } catch {
    act.show({ past: { ...also, lost: true } });
  }
}
