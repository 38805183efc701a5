// What a card does, for whoever presses it long, and all cards of the edition, for whoever reads.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { cardName, kindName, parts } from "../words.js";
import { face } from "./cards.js";
import { closeButton, tapButton } from "./controls.js";
import { clause } from "./log.js";

const WHEN = { played: "ui.explain.played", first: "ui.explain.first", also: "ui.explain.also" };

const editionOf = ({ table, ui }) => ui.editions.find(({ id }) => id === table.game.edition);

/** Sayings one after the other that are of the same clause, and apply to the same. */
function together(list) {
  const groups = [];
  for (const saying of list) {
    const last = groups.at(-1);
    if (last && last.when === saying.when && last.clause === saying.clause) last.sentences.push(saying);
    else groups.push({ when: saying.when, clause: saying.clause, sentences: [saying] });
  }
  return groups;
}

const sentence = ({ key, values }) => say(key, values);

const sayings = (list) => html`<dl>${together(list).map(({ when, clause: id, sentences }) =>
  html`<div><dt>${say(WHEN[when])} ${clause(id)}</dt>${sentences.map((saying) => html`<dd>${sentence(saying)}</dd>`)}</div>`)}</dl>`;

/** What is said of a kind of card, with what this house lets it do. */
export function sayingsOf(kind, edition, options) {
  const changes = decidedOtherwise(edition, options).filter(({ kinds = [] }) => kinds.includes(kind));
  return [...edition?.kinds[kind] ?? [], ...changes.map(({ clause: id }) => ({ when: "also", clause: id, key: `clause.${id}`, values: {} }))];
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

/** The options that this house has not left as they come. */
const decidedOtherwise = (edition, options = {}) =>
  (edition?.options ?? []).filter(({ id, default: usual }) => (options[id] ?? usual) !== usual);

/** What this house plays otherwise, clause by clause. @returns {string[]} */
export const housePlays = (edition, options) =>
  decidedOtherwise(edition, options).map((option) => option.clause).filter((id) => id.startsWith("HOU-"));

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
function kindsView({ said, kinds }, edition, nth) {
  const more = said.filter(({ when }) => when !== "played");
  const name = kinds.length > 1 ? say("ui.explain.range", { first: kinds[0], last: kinds.at(-1) }) : kindName(kinds[0]);
  const faces = edition.cards.filter(({ card }) => parts(card).kind === kinds[0]);
  return html`<div class="kinds"><span class="card small">${face(faces[nth % faces.length].card, null, edition.pictures)}</span>
    <div><h3>${name}</h3>${together(said).filter(({ when }) => when === "played").map(({ clause: id, sentences }) =>
      html`<p>${sentences.map((saying) => html`${sentence(saying)} `)}${clause(id)}</p>`)}
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
