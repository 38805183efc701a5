// What is said of a player, as that player reads it on their own phone: "You play", not "Bo plays". Pure.

/** A ruling: a key of the catalogue with its values.
 * @typedef {{key: string, values: Record<string, any>}} Ruling */

/** By ruling, what its player reads. */
const YOU = {
  "ruling.plays": "ui.you.plays", "ruling.plays_calling": "ui.you.plays_calling",
  "ruling.plays_on": "ui.you.plays_on", "ruling.plays_on_calling": "ui.you.plays_on_calling",
  "ruling.hits": "ui.you.hits", "ruling.hits_nothing": "ui.you.hits_nothing",
  "ruling.draws": "ui.you.draws", "ruling.passes": "ui.you.passes",
  "ruling.calls": "ui.you.calls", "ruling.calls_uno": "ui.you.calls_uno",
  "ruling.skips": "ui.you.skips", "ruling.owes_hits": "ui.you.owes_hits",
  "ruling.owes_draws": "ui.you.owes_draws", "ruling.owes_until_cards": "ui.you.owes_until_cards",
  "ruling.may_answer": "ui.you.may_answer", "ruling.counts": "ui.you.counts",
};

/** The ruling in the second person where it is of the reader; null reads for the whole room.
 * @param {Ruling} ruling
 * @param {string | null} reader
 * @returns {Ruling} */
export const addressed = ({ key, values }, reader) => (reader !== null && values.player === reader ? { key: YOU[key] ?? key, values } : { key, values });

/** The player who alone reads what a device shows, or null: the whole room does.
 * @param {{side?: string, rights: {all: boolean, player: string | null}}} view */
export const readerOf = ({ side, rights }) => (side === "seat" ? rights.player : null);
