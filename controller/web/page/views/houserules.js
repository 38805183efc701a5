// What a house writes on its blank cards: a sentence each, and what the referee carries out of it.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { told } from "../words.js";
import { tapButton } from "./controls.js";

const MOST_EFFECTS = 6;
const MOST_HITS = 100;
const MOST_CHARS = 200;

const EFFECTS = { hits: "ui.houserules.hits", skip: "ui.houserules.skip", reverse: "ui.houserules.reverse", trade: "ui.houserules.trade" };
const WHO = { next: "ui.houserules.next", chosen: "ui.houserules.chosen", others: "ui.houserules.others", self: "ui.houserules.self" };
const FIRST = { hits: 1, who: "next" };

/** What is wrong with one rule, as a key with its values, or null. One in which nobody has typed yet has no `text`. */
function wrong({ text = "", effects }) {
  if (!text.trim()) return { key: "ui.houserules.no_text", values: {} };
  const slips = effects.some(({ hits = 1 }) => !Number.isInteger(hits) || hits < 1 || hits > MOST_HITS);
  return slips ? { key: "ui.houserules.bad_hits", values: { most: MOST_HITS } } : null;
}

/** The first thing that is wrong with any of them, in a sentence, or null. */
export const wrongRule = (rules) => {
  const at = rules.findIndex(wrong);
  return at < 0 ? null : say("ui.houserules.wrong", { rule: at + 1, what: wrong(rules[at]) });
};

/** As the referee takes them. */
export const tidyRules = (rules) => rules.map(({ text = "", effects }) => ({ text: text.trim(), effects }));

const put = (list, at, value) => list.map((old, i) => (i === at ? value : old));
const without = (list, at) => list.filter((_, i) => i !== at);

const choose = (label, names, chosen, take) => html`<select aria-label=${label} @change=${(event) => take(event.target.value)}>
  ${Object.entries(names).map(([id, name]) => html`<option value=${id} .selected=${id === chosen}>${say(name)}</option>`)}</select>`;

/** `place`: of which effect of which rule it is, from 1. */
function effectRow(effect, place, keep, remove) {
  const kind = typeof effect === "string" ? effect : "hits";
  const figure = ({ target }) => keep({ ...effect, hits: target.value === "" ? null : Number(target.value) });
  return html`<div class="effect">
    ${choose(say("ui.houserules.effect", place), EFFECTS, kind, (id) => keep(id === "hits" ? FIRST : id))}
    ${kind === "hits" ? html`<input type="number" inputmode="numeric" min="1" max=${MOST_HITS} aria-label=${say("ui.houserules.how_many", place)}
        .value=${String(effect.hits ?? "")} @input=${figure}>
      ${choose(say("ui.houserules.who_hits", place), WHO, effect.who, (who) => keep({ ...effect, who }))}` : nothing}
    ${tapButton("×", remove, { kind: "round", label: say("ui.houserules.remove_effect", place) })}</div>`;
}

function ruleView(rule, at, keep, remove) {
  const place = { rule: at + 1 };
  const sets = (effects) => keep({ ...rule, effects });
  const error = rule.text === undefined ? null : wrong(rule);
  return html`<fieldset class="house-rule"><legend>${say("ui.houserules.rule", place)}</legend>
    <input type="text" maxlength=${MOST_CHARS} autocomplete="off" placeholder=${say("ui.houserules.written")}
      aria-label=${say("ui.houserules.written_on", place)} aria-invalid=${Boolean(error)} .value=${rule.text ?? ""}
      @input=${(event) => keep({ ...rule, text: event.target.value })}>
    ${rule.effects.map((effect, i) => effectRow(effect, { effect: i + 1, ...place },
      (next) => sets(put(rule.effects, i, next)), () => sets(without(rule.effects, i))))}
    ${error ? html`<p class="slip" role="status">${told(error)}</p>` : nothing}
    <div class="choices">${tapButton(say("ui.houserules.add_effect"), () => sets([...rule.effects, FIRST]),
      { label: say("ui.houserules.add_effect_to", place), off: rule.effects.length >= MOST_EFFECTS })}
      ${tapButton(say("ui.houserules.remove", place), remove, { kind: "plain" })}</div>
  </fieldset>`;
}

/** Up to `most` rules; without an effect the table carries them out itself. */
export function houseRules({ id, most }, rules, keep) {
  return html`<div class="written"><p>${say(`option.${id}`)}</p>
    <small>${say("ui.houserules.what")}</small>
    ${rules.map((rule, at) => ruleView(rule, at, (next) => keep(put(rules, at, next)), () => keep(without(rules, at))))}
    ${tapButton(say("ui.houserules.add"), () => keep([...rules, { effects: [] }]), { off: rules.length >= most })}</div>`;
}
