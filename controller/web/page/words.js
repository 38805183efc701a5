// What the notation of commands and states is called in front of people. Each text is looked up
// when it is shown: the tables here hold keys of the catalogue.

import { say, word } from "./catalogue.js";

export const COLORS = ["red", "yellow", "green", "blue"];
export const ICONS = ["U", "N", "O", "!"];

const SCORINGS = {
  winner: ["ui.words.scoring_winner", "ui.words.scoring_winner_means"],
  lowest: ["ui.words.scoring_lowest", "ui.words.scoring_lowest_means"],
  challenge: ["ui.words.scoring_challenge", "ui.words.scoring_challenge_means"],
};

/** How a game can be won: `name` and `what` speak the language of the moment in which they are read. */
export const scorings = Object.entries(SCORINGS).map(([id, [name, what]]) =>
  ({ id, get name() { return say(name); }, get what() { return say(what); } }));

/** Split "red-7" into its colour (null on a wild) and its kind. */
export function parts(card) {
  const dash = card.indexOf("-");
  const color = card.slice(0, dash);
  return COLORS.includes(color) ? { color, kind: card.slice(dash + 1) } : { color: null, kind: card };
}

export const kindName = (kind) => word(kind, "kind");

const SHORT = {
  "discard-all": "ui.short.discard-all", "draw-one": "ui.short.draw-one", "draw-two": "ui.short.draw-two",
  "grab-2-towers": "ui.short.grab-2-towers", "hit-1": "ui.short.hit-1", "hit-2": "ui.short.hit-2",
  "hit-4": "ui.short.hit-4", "reverse": "ui.short.reverse", "skip": "ui.short.skip",
  "trade-hands": "ui.short.trade-hands", "wild": "ui.short.wild",
  "wild-all-hit": "ui.short.wild-all-hit", "wild-attack-attack": "ui.short.wild-attack-attack",
  "wild-customizable": "ui.short.wild-customizable", "wild-draw-four": "ui.short.wild-draw-four",
  "wild-extreme-hit": "ui.short.wild-extreme-hit", "wild-grab-a-tower": "ui.short.wild-grab-a-tower",
  "wild-hit-fire": "ui.short.wild-hit-fire",
};

/** A kind where there is little room, as on a key: a wild is named by what it adds to a Wild. */
export const shortName = (kind) => (SHORT[kind] ? say(SHORT[kind]) : kindName(kind));

/** A colour within a sentence. */
export const colorName = (color) => word(color, "color");

const LABELS = { red: "ui.words.red", yellow: "ui.words.yellow", green: "ui.words.green", blue: "ui.words.blue" };

/** A colour that stands alone: on a button, beside its mark. */
export const colorLabel = (color) => say(LABELS[color]);

const CARDS = { red: "ui.words.card_red", yellow: "ui.words.card_yellow", green: "ui.words.card_green", blue: "ui.words.card_blue" };

/** A card that stands alone, or begins a sentence. */
export function cardName(card) {
  const { color, kind } = parts(card);
  return color ? say(CARDS[color], { kind }) : kindName(kind);
}

/** What a key with its values says, as `{key, values}`; nothing where there is none. */
export const told = (message) => (message ? say(message.key, message.values) : "");

/** What a fault means and what to do about it. */
export const advice = (fault) => say(`advice.${fault}`);

/** "1 card", "3 cards", where they stand alone. @param {number} n */
export const cardsOf = (n) => say("ui.words.cards", { n });

/** "1 point", "3 points", where they stand alone. @param {number} n */
export const pointsOf = (n) => say("ui.words.points", { n });

/** "Ann", "Ann and Bo", "Ann, Bo and Cy", where they stand alone; within a sentence the list is a value of its own. */
export const listed = (names) => say("ui.words.names", { names });

const DEEDS = {
  catch: "ui.deed.catch", challenge: "ui.deed.challenge", choose: "ui.deed.choose", color: "ui.deed.color",
  count: "ui.deed.count", dealer_draw: "ui.deed.dealer_draw", draw: "ui.deed.draw", hit: "ui.deed.hit",
  join: "ui.deed.join", leave: "ui.deed.leave", next_round: "ui.deed.next_round", pass: "ui.deed.pass",
  play: "ui.deed.play", reload: "ui.deed.reload", set: "ui.deed.set", suggested: "ui.deed.suggested",
  turn_up: "ui.deed.turn_up", undo: "ui.deed.undo", uno: "ui.deed.uno",
};

/** What somebody can do, as it stands on a button. @param {string} said a command's `do` */
export const deed = (said) => say(DEEDS[said] ?? said);
