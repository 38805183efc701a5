// What a card does, for whoever presses it long, and all cards of the edition, for whoever reads.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { cardName, kindName, parts } from "../words.js";
import { face } from "./cards.js";
import { closeButton, tapButton } from "./controls.js";
import { clause } from "./log.js";

const WHEN = { played: "ui.explain.played", first: "ui.explain.first", also: "ui.explain.also" };

const editionOf = ({ table, ui }) => ui.editions.find(({ id }) => id === table.game.edition);

const sayings = (said) => html`<dl>${said.map(({ when, clause: id }) =>
  html`<div><dt>${say(WHEN[when])} ${clause(id)}</dt><dd>${say(`clause.${id}`)}</dd></div>`)}</dl>`;

/** What a house lets numbers do. */
const OF_NUMBERS = { "7": "HOU-3", "0": "HOU-4" };

/** What is said of a kind of card, with what this house lets it do. @param {string} kind */
export function sayingsOf(kind, edition, options) {
  const clauses = housePlays(edition, options).filter((id) => id === OF_NUMBERS[kind]);
  return [...edition?.kinds[kind] ?? [], ...clauses.map((id) => ({ when: "also", clause: id }))];
}

/** One card in full. */
export function explainView(view) {
  const { ui: { explained: card }, act } = view;
  return html`<section class="panel explain" aria-label=${say("ui.explain.card")}>
    <header><span class="card small">${face(card)}</span><h2>${cardName(card)}</h2></header>
    ${sayings(sayingsOf(parts(card).kind, editionOf(view), view.table.game.options))}
    <footer>${tapButton(say("ui.words.close"), () => act.explain(null), { first: true, closes: true })}</footer>
  </section>`;
}

/** What this house plays otherwise, clause by clause. @returns {string[]} */
export function housePlays(edition, options = {}) {
  const otherwise = ({ id, clause: of, default: usual }) => of.startsWith("HOU-") && (options[id] ?? usual) !== usual;
  return (edition?.options ?? []).filter(otherwise).map((option) => option.clause);
}

function houseView(clauses) {
  return clauses.length ? html`<h3>${say("ui.explain.house")}</h3><dl>${clauses.map((id) =>
    html`<div><dt>${clause(id)}</dt><dd>${say(`clause.${id}`)}</dd></div>`)}</dl>` : nothing;
}

const isNumber = (kind) => /^\d$/.test(kind);

/** The kinds of an edition, those of which the same is said, the numbers, together and last. */
function groupsOf(edition) {
  const groups = new Map();
  for (const [kind, said] of Object.entries(edition.kinds)) {
    const key = isNumber(kind) ? JSON.stringify(said) : kind;
    groups.set(key, { said, kinds: [...(groups.get(key)?.kinds ?? []), kind] });
  }
  const all = [...groups.values()];
  return [...all.filter(({ kinds }) => !isNumber(kinds[0])), ...all.filter(({ kinds }) => isNumber(kinds[0]))];
}

/** Kinds of which the same is said: a picture, what they do when they are played, and, folded up, all else. */
function kindsView({ said: [played, ...more], kinds }, edition, nth) {
  const name = kinds.length > 1 ? say("ui.explain.range", { first: kinds[0], last: kinds.at(-1) }) : kindName(kinds[0]);
  const faces = edition.cards.filter(({ card }) => parts(card).kind === kinds[0]);
  return html`<div class="kinds"><span class="card small">${face(faces[nth % faces.length].card, null, edition.pictures)}</span>
    <div><h3>${name}</h3><p>${say(`clause.${played.clause}`)} ${clause(played.clause)}</p>
      ${more.length ? html`<details><summary>${say("ui.explain.more")}<span class="sr">: ${name}</span></summary>${sayings(more)}</details>` : nothing}</div></div>`;
}

/** What the cards of an edition do in a house with these options, card by card. */
export const cardsOf = (edition, options) => html`${houseView(housePlays(edition, options))}
  ${groupsOf(edition).map((group, nth) => kindsView(group, edition, nth))}`;

/** What the cards on the table do. */
export function cardsView(view) {
  const edition = editionOf(view);
  return html`<section class="panel explain" aria-label=${say("ui.shared.what_cards_do")}>
    <h2>${say("ui.shared.what_cards_do")}</h2>
    ${edition ? cardsOf(edition, view.table.game.options) : html`<p>${say("ui.explain.not_yet")}</p>`}
    <footer>${closeButton(say("ui.words.close"), view.act, { kind: "plain" })}</footer>
  </section>`;
}
