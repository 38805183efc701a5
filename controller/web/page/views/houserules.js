// What a house writes on its blank cards: a sentence each, and what the referee carries out of it.

import { html, nothing } from "/vendor/lit-html.js";
import { say } from "../catalogue.js";
import { tapButton } from "./controls.js";

const MOST_EFFECTS = 6;
const MOST_HITS = 100;
const MOST_CHARS = 200;

const EFFECTS = { hits: "Hits", skip: "Skip", reverse: "Reverse", trade: "Trade hands" };
const WHO = { next: "next player", chosen: "a chosen player", others: "everybody else", self: "the player of the card" };
const FIRST = { hits: 1, who: "next" };

/** What is wrong with one rule, in a sentence, or null. */
function wrong({ text, effects }) {
  if (!text.trim()) return "This house rule has no text: write its text, or remove the rule.";
  const slips = effects.some(({ hits = 1 }) => !Number.isInteger(hits) || hits < 1 || hits > MOST_HITS);
  return slips ? `The number of hits must be from 1 to ${MOST_HITS}.` : null;
}

/** The first thing that is wrong with any of them, or null. */
export const wrongRule = (rules) => {
  const at = rules.findIndex(wrong);
  return at < 0 ? null : `House rule ${at + 1}: ${wrong(rules[at])}`;
};

/** As the referee takes them. */
export const tidyRules = (rules) => rules.map(({ text, effects }) => ({ text: text.trim(), effects }));

const put = (list, at, value) => list.map((old, i) => (i === at ? value : old));
const without = (list, at) => list.filter((_, i) => i !== at);

const choose = (label, words, chosen, take) => html`<select aria-label=${label} @change=${(event) => take(event.target.value)}>
  ${Object.entries(words).map(([id, name]) => html`<option value=${id} .selected=${id === chosen}>${name}</option>`)}</select>`;

function effectRow(effect, label, keep, remove) {
  const kind = typeof effect === "string" ? effect : "hits";
  const figure = ({ target }) => keep({ ...effect, hits: target.value === "" ? null : Number(target.value) });
  return html`<div class="effect">
    ${choose(label, EFFECTS, kind, (id) => keep(id === "hits" ? FIRST : id))}
    ${kind === "hits" ? html`<input type="number" inputmode="numeric" min="1" max=${MOST_HITS} aria-label=${`${label}: how many hits`}
        .value=${String(effect.hits ?? "")} @input=${figure}>
      ${choose(`${label}: who hits`, WHO, effect.who, (who) => keep({ ...effect, who }))}` : nothing}
    ${tapButton("×", remove, { kind: "round", label: `Remove ${label}` })}</div>`;
}

function ruleView(rule, at, keep, remove) {
  const name = `House rule ${at + 1}`;
  const sets = (effects) => keep({ ...rule, effects });
  const error = wrong(rule);
  return html`<fieldset class="house-rule"><legend>${name}</legend>
    <input type="text" maxlength=${MOST_CHARS} autocomplete="off" placeholder="What is written on the card"
      aria-label=${`${name}: what is written on it`} aria-invalid=${Boolean(error)} .value=${rule.text}
      @input=${(event) => keep({ ...rule, text: event.target.value })}>
    ${rule.effects.map((effect, i) => effectRow(effect, `effect ${i + 1} of rule ${at + 1}`,
      (next) => sets(put(rule.effects, i, next)), () => sets(without(rule.effects, i))))}
    ${error ? html`<p class="slip" role="status">${error}</p>` : nothing}
    <div class="choices">${tapButton("Add an effect", () => sets([...rule.effects, FIRST]),
      { label: `Add an effect to rule ${at + 1}`, off: rule.effects.length >= MOST_EFFECTS })}
      ${tapButton("Remove this rule", remove, { kind: "plain", label: `Remove rule ${at + 1}` })}</div>
  </fieldset>`;
}

/** Up to `most` rules; without an effect the table carries them out itself. */
export function houseRules({ id, most }, rules, keep) {
  return html`<div class="written"><p>${say(`option.${id}`)}</p>
    <small>The referee shows the text of a rule and carries out its effects in order. If a rule has no effects, the players do what its text says.</small>
    ${rules.map((rule, at) => ruleView(rule, at, (next) => keep(put(rules, at, next)), () => keep(without(rules, at))))}
    ${tapButton("Write a rule on a card", () => keep([...rules, { text: "", effects: [] }]), { off: rules.length >= most })}</div>`;
}
