// What a player's own phone says of a win: it is the headline before anybody counts. Pure.
/** @import {Table} from "./types" */

import { say } from "./catalogue.js";
import { roundWon } from "./reading.js";

/** The headline of a round or a game that is won, said to this player; null: nothing is won, or the table's own words say it.
 * @param {Table} table @param {string | null} player */
export function winSaidTo(table, player) {
  const { state: { phase, winner, round }, round_winner: ofRound } = table;
  if (phase === "game_over") return winner === player ? say("ui.seat.game_won") : null;
  if (!["count", "round_over"].includes(phase)) return null;
  if (ofRound !== player) return roundWon(table);
  return phase === "count" ? say("ui.seat.round_won") : say("ui.seat.won_round", { round });
}

/** Has this player won what is over? @param {Table} table @param {string | null} player */
export const hasWon = ({ state: { phase, winner }, round_winner: ofRound }, player) =>
  player !== null && (phase === "game_over" ? [winner].flat().includes(player) : ["count", "round_over"].includes(phase) && ofRound === player);
