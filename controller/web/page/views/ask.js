// Whatever a command still lacks, asked in place, one question at a time, and only what may be
// answered. New members of later editions come through here.

import { html, nothing } from "/vendor/lit-html.js";
import { choicesOf, nextQuestion } from "../asking.js";
import { deckOf, seated } from "../reading.js";
import { cardName, counted, deed, parts } from "../words.js";
import { face } from "./cards.js";
import { colorButtons, stepper, tapButton } from "./controls.js";
import { picker } from "./picker.js";

/** What the chosen player is for: a trade, an attack, or what a house has written on the card. */
function choosing({ card, rule }, { options }) {
  if (card && parts(card).kind === "trade-hands") return "Trade with which player?";
  const effects = options?.customizable?.[rule - 1]?.effects;
  if (!effects) return "Attack which player?";
  const hits = effects.some((effect) => effect.who === "chosen");
  if (!hits) return "Trade with which player?";
  return effects.includes("trade") ? "Which player hits and trades hands?" : "Which player hits?";
}

const QUESTIONS = {
  color: () => "Which colour?",
  target: ({ said, game }) => choosing(said, game),
  with: () => "Which cards do you put under this card?",
  by: ({ offer }) => ({ uno: "Who calls UNO?", catch: `Who caught ${offer.player}?` }[offer.do] ?? "Which player does this?"),
  player: ({ offer }) => ({ catch: "Who is caught?", suggested: "Who told another player what to play?", leave: "Who leaves?",
    join: "Who joins? Type the name.", dealer_draw: "Who drew the card?" }[offer.do] ?? "Which player?"),
  card: ({ offer }) => (offer.player ? `Which card did ${offer.player} draw?` : "Which card?"),
  cards: () => "How many cards?",
  points: () => "How many points?",
  score: () => "With how many points does the player begin?",
  guilty: () => "Does the hand have a card of the colour that had to be matched?",
  carry_out: () => "This is the player's last card. Does it still take effect?",
  icon: () => "Does this card show a tower's icon?",
  towers: () => "Which towers?",
  rule: () => "Which house rule is on this card?",
};

const WORDS = { guilty: { true: "Yes", false: "No" }, carry_out: { undefined: "Yes, carry it out", false: "No, leave it out" },
  rule: { undefined: "No rule, the card is blank" } };

/** A choice in words; a house rule by what is written on the card. */
function words({ table }, member, value) {
  const written = member === "rule" ? table.game.options?.customizable?.[value - 1]?.text : null;
  return written ?? WORDS[member]?.[value] ?? value;
}
const PLAIN = { kind: "plain" };
const NUMBERS = new Set(["cards", "points", "score", "sticking"]);

/** The question in words; it depends on what is said already. */
const titleOf = ({ game }, { values }, { member, offer }) =>
  QUESTIONS[member]?.({ offer, said: { ...offer, ...values }, game }) ?? `${deed(member)}?`;

/** The question that is open, with its answers; `cancel` only where there is a way back. */
export function askView({ table, ui, act }, ask, cancel) {
  const question = nextQuestion(ask);
  if (!question) return nothing;
  const { member, offer, optional } = question;
  const answer = (value) => act.take(ask.offers, { ...ask.values, [member]: value });
  const card = ask.values.card ?? (member === "card" ? null : offer.card);
  const title = titleOf(table, ask, question);
  return html`<section class="panel ask" aria-label="Question" data-testid="ask">
    <header>${card ? html`<span class="card small">${face(card)}</span>` : nothing}
      <div><h2>${title}</h2>${card ? html`<p>${offer.by ?? ""} ${offer.by ? "plays" : ""} ${cardName(card)}</p>`
        : html`<p>${deed(offer.do)}</p>`}</div></header>
    ${answers({ table, ui, act }, ask, question, answer)}
    <footer>
      ${optional && member !== "with" ? tapButton("Leave it out", () => answer(undefined), PLAIN) : nothing}
      ${cancel ? tapButton("Cancel", cancel, PLAIN) : nothing}</footer>
  </section>`;
}

function answers(view, ask, question, answer) {
  const { member, choices, offer } = question;
  const { table, act } = view;
  const typed = { draft: ask.draft, keep: (draft) => act.show({ ask: { ...ask, draft } }) };
  const label = titleOf(table, ask, question);
  const joins = offer.do === "join" && member === "player";
  const out = table.state?.eliminated ?? [];
  const known = choices ?? (joins ? null : choicesOf(member, offer, { players: seated(table), out }));
  if (member === "color") return colorButtons(known, answer);
  if (member === "card") return cardChoice(view, known, answer);
  if (member === "with") return cardsUnder(view, offer, typed, answer);
  if (member === "towers") return towers(view, typed, answer);
  if (known) {
    return html`<div class="choices" data-many=${known.length > MANY}>${known.map((value, at) => choice(words(view, member, value), () => answer(value), at === 0))}</div>`;
  }
  if (NUMBERS.has(member)) {
    return stepper({ label, value: typed.draft ?? 1, change: typed.keep, done: answer, word: "Confirm" });
  }
  return html`<form class="inline" @submit=${(event) => {
    event.preventDefault();
    answer(event.target.elements.answer.value);
  }}><input name="answer" required maxlength="40" autocomplete="off" aria-label=${label} data-first>
    <button class="big">Go on</button></form>`;
}

/** More answers than this are smaller, so that all of them are on the screen. */
const MANY = 6;

/** So many letters of a word have room on half a small phone, at 100 % text. */
const ROOM = 12;

/** One answer; a long word has a whole row, so that it does not break. */
const choice = (said, tap, first) => tapButton(said, tap,
  { first, kind: String(said).split(/[\s-]/).some((word) => word.length > ROOM) ? "big wide" : "big" });

const cardChoice = (view, known, answer) =>
  picker({ cards: deckOf(view), legal: (card) => !known || known.includes(card), tap: answer });

/** Any number of cards: one colour under a card of that colour, any cards else. What stands below
 * the cards is always as high, so that the second tap on a card hits the same one. */
function cardsUnder(view, offer, { draft: chosen = [], keep }, answer) {
  const { color } = parts(offer.card);
  const count = (card) => chosen.filter((one) => one === card).length;
  const copies = new Map(deckOf(view).map(({ card, count: all }) => [card, all]));
  const free = (card) => count(card) < copies.get(card) - (card === offer.card ? 1 : 0);
  const play = chosen.length ? `Play with ${counted(chosen.length, "card")} under it` : "Play it alone";
  return html`${picker({ cards: deckOf(view), colors: color ? [color] : undefined, taken: count, legal: free,
      tap: (card) => keep([...chosen, card]), label: "Cards laid under", builds: true })}
    <div class="choices under">${tapButton(play, () => answer(chosen), { first: true, kind: "big primary" })}
      ${tapButton("Take one back", () => keep(chosen.slice(0, -1)), { ...PLAIN, off: !chosen.length, builds: true })}</div>`;
}

function towers({ table }, { draft: chosen = [], keep }, answer) {
  const without = (icon) => chosen.filter((one) => one !== icon);
  const toggle = (icon) => keep(chosen.includes(icon) ? without(icon) : [...chosen, icon]);
  const tower = ([icon, holder]) => html`<button type="button" class="big" aria-pressed=${chosen.includes(icon)}
    @click=${() => toggle(icon)}>${icon} <small>${holder ?? "in the middle"}</small></button>`;
  return html`<div class="choices">${Object.entries(table.state.towers ?? {}).map(tower)}
    ${tapButton(`Take ${chosen.join(" and ") || "none"}`, () => answer(chosen))}</div>`;
}
