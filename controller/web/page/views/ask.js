// Whatever a command still lacks, asked in place, one question at a time, and only what may be
// answered. New members of later editions come through here.

import { html, nothing } from "../vendor/lit-html.js";
import { choicesOf, nextQuestion } from "../asking.js";
import { say } from "../catalogue.js";
import { deckOf, seated } from "../reading.js";
import { cardName, deed, parts } from "../words.js";
import { face } from "./cards.js";
import { colorButtons, stepper, tapButton } from "./controls.js";
import { picker } from "./picker.js";

/** What a player is chosen for. */
const PURPOSES = { attack: "ui.ask.attack", trade: "ui.ask.trade", hits: "ui.ask.hits", hits_and_trades: "ui.ask.hits_and_trades" };

/** What the chosen player is for: what the card does, or what a house has written on it. */
function choosing({ card, rule }, { game: { options }, target_purposes: purposes }) {
  const effects = options?.customizable?.[rule - 1]?.effects;
  if (!effects) return say(PURPOSES[card && purposes[parts(card).kind]] ?? "ui.ask.attack");
  const hits = effects.some((effect) => effect.who === "chosen");
  if (!hits) return say("ui.ask.trade");
  return say(effects.includes("trade") ? "ui.ask.hits_and_trades" : "ui.ask.hits");
}

/** Who does it, and whom it concerns: by the deed. */
const BY = { uno: "ui.ask.by_uno", catch: "ui.ask.by_catch", play: "ui.ask.by_play" };
const PLAYER = { catch: "ui.ask.player_catch", suggested: "ui.ask.player_suggested", leave: "ui.ask.player_leave",
  join: "ui.ask.player_join", dealer_draw: "ui.ask.player_dealer_draw" };

const QUESTIONS = {
  color: () => say("ui.ask.color"),
  target: ({ said, table }) => choosing(said, table),
  with: () => say("ui.ask.with"),
  by: ({ offer }) => say(BY[offer.do] ?? "ui.ask.by", { player: offer.player }),
  player: ({ offer }) => say(PLAYER[offer.do] ?? "ui.ask.player"),
  card: ({ offer }) => (offer.player ? say("ui.ask.card_of", { player: offer.player }) : say("ui.ask.card")),
  cards: () => say("ui.ask.cards"),
  points: () => say("ui.ask.points"),
  score: () => say("ui.ask.score"),
  guilty: () => say("ui.ask.guilty"),
  carry_out: () => say("ui.ask.carry_out"),
  icon: () => say("ui.ask.icon"),
  towers: () => say("ui.ask.towers"),
  rule: () => say("ui.ask.rule"),
};

const ANSWERS = { guilty: { true: "ui.ask.yes", false: "ui.ask.no" },
  carry_out: { undefined: "ui.ask.yes_carry_out", false: "ui.ask.no_leave_out" }, rule: { undefined: "ui.ask.no_rule" } };

/** A choice in words; a house rule by what is written on the card. */
function words({ table }, member, value) {
  const written = member === "rule" ? table.game.options?.customizable?.[value - 1]?.text : null;
  const key = ANSWERS[member]?.[value];
  return written ?? (key ? say(key) : value);
}
const PLAIN = { kind: "plain" };
const NUMBERS = new Set(["cards", "points", "score", "sticking"]);

/** The question in words; it depends on what is said already. */
const titleOf = (table, { values }, { member, offer }) =>
  QUESTIONS[member]?.({ offer, said: { ...offer, ...values }, table }) ?? say("ui.ask.other", { member });

/** The question that is open, with its answers; `cancel` only where there is a way back, which says `back`. */
export function askView({ table, ui, act }, ask, cancel, back = say("ui.words.cancel")) {
  const question = nextQuestion(ask);
  if (!question) return nothing;
  const { member, offer, optional } = question;
  const answer = (value) => act.take(ask.offers, { ...ask.values, [member]: value });
  const card = ask.values.card ?? (member === "card" ? null : offer.card);
  const title = titleOf(table, ask, question);
  return html`<section class="panel ask" aria-label=${say("ui.ask.title")} data-testid="ask">
    <header>${card ? html`<span class="card small">${face(card)}</span>` : nothing}
      <div><h2>${title}</h2>${card ? html`<p>${offer.by && member !== "by" ? say("ui.ask.plays", { player: offer.by, card: cardName(card) }) : cardName(card)}</p>`
        : html`<p>${deed(offer.do)}</p>`}</div></header>
    ${answers({ table, ui, act }, ask, question, answer)}
    <footer>
      ${optional && member !== "with" ? tapButton(say("ui.ask.leave_out"), () => answer(undefined), PLAIN) : nothing}
      ${cancel ? tapButton(back, cancel, { ...PLAIN, closes: true }) : nothing}</footer>
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
    return stepper({ label, value: typed.draft ?? 1, change: typed.keep, done: answer, word: say("ui.ask.confirm") });
  }
  return html`<form class="inline" @submit=${(event) => {
    event.preventDefault();
    answer(event.target.elements.answer.value);
  }}><input name="answer" required maxlength="40" autocomplete="off" aria-label=${label} data-first>
    <button class="big">${say("ui.ask.go_on")}</button></form>`;
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
  const play = chosen.length ? say("ui.ask.play_with", { n: chosen.length }) : say("ui.ask.play_alone");
  return html`${picker({ cards: deckOf(view), colors: color ? [color] : undefined, taken: count, legal: free,
      tap: (card) => keep([...chosen, card]), label: say("ui.ask.laid_under"), builds: true })}
    <div class="choices under">${tapButton(play, () => answer(chosen), { first: true, kind: "big primary" })}
      ${tapButton(say("ui.ask.take_back"), () => keep(chosen.slice(0, -1)), { ...PLAIN, off: !chosen.length, builds: true })}</div>`;
}

function towers({ table }, { draft: chosen = [], keep }, answer) {
  const without = (icon) => chosen.filter((one) => one !== icon);
  const toggle = (icon) => keep(chosen.includes(icon) ? without(icon) : [...chosen, icon]);
  const tower = ([icon, holder]) => html`<button type="button" class="big" aria-pressed=${chosen.includes(icon)}
    @click=${() => toggle(icon)}>${icon} <small>${holder ?? say("ui.ask.in_the_middle")}</small></button>`;
  return html`<div class="choices">${Object.entries(table.state.towers ?? {}).map(tower)}
    ${tapButton(chosen.length ? say("ui.ask.take", { towers: chosen }) : say("ui.ask.take_none"), () => answer(chosen))}</div>`;
}
