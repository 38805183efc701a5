// What the notation of commands and states is called in front of people.

import { say, word } from "./catalogue.js";

export const COLORS = ["red", "yellow", "green", "blue"];
export const ICONS = ["U", "N", "O", "!"];

const SCORINGS = {
  winner: ["Winner takes all", "The winner of a round scores the points of the cards that the others still hold. The first player to reach the target wins."],
  lowest: ["Lowest total", "Everybody scores the points of the cards that they still hold. When somebody reaches the target, the lowest total wins."],
  challenge: ["Challenge", "Everybody scores the points of the cards that they still hold. A player who reaches the target is out. The last player left wins."],
};

export const scorings = Object.entries(SCORINGS).map(([id, [name, what]]) => ({ id, name, what }));

/** Split "red-7" into its colour (null on a wild) and its kind. */
export function parts(card) {
  const dash = card.indexOf("-");
  const color = card.slice(0, dash);
  return COLORS.includes(color) ? { color, kind: card.slice(dash + 1) } : { color: null, kind: card };
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const kindName = (kind) => word(kind, "kind");

export const colorName = (color) => word(color, "color");

export function cardName(card) {
  const { color, kind } = parts(card);
  return color ? `${capital(word(color, "color"))} ${kindName(kind)}` : kindName(kind);
}

/** What a key with its values says, as `{key, values}`; nothing where there is none. */
export const told = (message) => (message ? say(message.key, message.values) : "");

/** What a fault means and what to do about it. */
export const advice = (fault) => say(`advice.${fault}`);

/** "1 card", "3 cards": `many` only where an s is not enough. */
export function counted(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/** "Ann", "Ann and Bo", "Ann, Bo and Cy". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const DEEDS = {
  play: "Play", draw: "Draw a card", pass: "Pass", challenge: "Challenge", suggested: "Somebody told a player what to play",
  reload: "Reload the launcher", leave: "A player leaves", join: "A player joins",
  set: "Correct something", color: "Call a colour", choose: "Choose", dealer_draw: "Draw for the deal",
  catch: "Catch", uno: "UNO",
};

export const deed = (said) => DEEDS[said] ?? capital(said.replaceAll("_", " "));
