// What tells players apart beside their names: a colour out of eight, and an emoji. Pure.
/** @import {Seat, Table} from "./types" */

/** The referee's ids of colours, with the keys of what they are called. */
export const COLOURS = {
  red: "ui.avatar.red", orange: "ui.avatar.orange", yellow: "ui.avatar.yellow", green: "ui.avatar.green",
  teal: "ui.avatar.teal", blue: "ui.avatar.blue", purple: "ui.avatar.purple", pink: "ui.avatar.pink",
};

/** Some emojis to choose from, with the keys of what they are called. */
export const EMOJIS = {
  "🦊": "ui.avatar.fox", "🐻": "ui.avatar.bear", "🐼": "ui.avatar.panda", "🐸": "ui.avatar.frog",
  "🦁": "ui.avatar.lion", "🐷": "ui.avatar.pig", "🐰": "ui.avatar.rabbit", "🐙": "ui.avatar.octopus",
  "🦉": "ui.avatar.owl", "🐝": "ui.avatar.bee", "🦄": "ui.avatar.unicorn", "🐢": "ui.avatar.turtle",
  "🍕": "ui.avatar.pizza", "🍩": "ui.avatar.doughnut", "🌵": "ui.avatar.cactus", "🍄": "ui.avatar.mushroom",
  "⚽": "ui.avatar.football", "🎸": "ui.avatar.guitar", "🚀": "ui.avatar.rocket", "🚲": "ui.avatar.bicycle",
  "⭐": "ui.avatar.star", "👑": "ui.avatar.crown", "👻": "ui.avatar.ghost", "🤖": "ui.avatar.robot",
};

/** A player's seat as the table tells of it; undefined where it tells of none.
 * @param {Table | null} table
 * @param {string | null} player */
export const seatOf = (table, player) => table?.seats.find((one) => one.player === player);

/** What a seat's disc looks like: its colour, and the emoji or else the first letter of the name; null where
 * nobody has chosen either.
 * @param {Seat | undefined} seat */
export function faceOf(seat) {
  if (!seat || !(seat.colour || seat.emoji)) return null;
  const [initial] = new Intl.Segmenter().segment(seat.player);
  return { colour: seat.colour ?? "none", sign: seat.emoji ?? initial?.segment.toUpperCase() ?? "" };
}
