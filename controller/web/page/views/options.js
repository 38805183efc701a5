// House options: what the chosen edition lets a house decide, folded up, for most play as it comes.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { houseRules, tidyRules, wrongRule } from "./houserules.js";
import { clause } from "./log.js";
import { pointsView, tidyPoints, wrongPoints } from "./points.js";

/** A house's own rules are a list, its points an object by kind; every other option has a plain value. */
const isRules = ({ default: usual }) => Array.isArray(usual);
const isPoints = (option) => !isRules(option) && typeof option.default === "object";

/** What an option asks or, of a yes or no, says. */
export const asked = ({ id }) => say(`option.${id}`);

/** What houses like to play is told with an example. */
export const hasExample = ({ clause: of }) => of.startsWith("HOU-");

const valueOf = (option, options) => options[option.id] ?? option.default;

function tidy(option, value, edition) {
  if (isRules(option)) return tidyRules(value);
  return isPoints(option) ? tidyPoints(value, edition) : value;
}

/** The options of the edition without those that are as they come; all, where the edition is not known here. */
export function plainly(options, edition) {
  if (!edition) return options;
  const said = edition.options.map((option) => [option, tidy(option, valueOf(option, options), edition)])
    .filter(([option, value]) => JSON.stringify(value) !== JSON.stringify(option.default));
  return Object.fromEntries(said.map(([{ id }, value]) => [id, value]));
}

function wrong(option, value) {
  if (isRules(option)) return wrongRule(value);
  if (isPoints(option)) return wrongPoints(value);
  if (option.most === undefined) return null;
  return Number.isInteger(value) && value >= 0 && value <= option.most ? null
    : say("ui.options.whole_number", { option: asked(option), most: option.most });
}

/** What is wrong with what was written, in a sentence, or null. */
export const slipIn = (options, edition) =>
  (edition?.options ?? []).map((option) => wrong(option, valueOf(option, options))).find(Boolean) ?? null;

export function optionsView(edition, options, keep) {
  if (!edition?.options.length) return nothing;
  const changed = Object.keys(plainly(options, edition)).length;
  const take = (option) => (value) => keep({ ...options, [option.id]: value });
  const value = (option) => valueOf(option, options);
  const one = (option) => {
    if (isRules(option)) return houseRules(option, value(option), take(option));
    if (isPoints(option)) return pointsView(option, edition, value(option), take(option));
    return html`<label>${field(option, value(option), take(option))}${clause(option.clause)}</label>
      ${hasExample(option) ? html`<p class="example"><small>${say(`ui.example.${option.id}`)}</small></p>` : nothing}
      ${wrong(option, value(option)) ? html`<p class="slip" role="status">${wrong(option, value(option))}</p>` : nothing}`;
  };
  return html`<details class="options panel">
    <summary><h2>${say("ui.options.title")}</h2><small>${changed ? say("ui.options.changed", { n: changed }) : say("ui.options.defaults")}</small></summary>
    ${edition.options.map(one)}
  </details>`;
}

/** A yes or no, a number, or one of a few answers. */
function field(option, value, take) {
  const { id: name, answers, most } = option;
  const text = asked(option);
  if (answers) {
    return html`<span>${text}</span><select @change=${(event) => take(event.target.value)}>
      ${answers.map((id) =>
        html`<option value=${id} .selected=${id === value}>${say(`option.${name}.${id}`)}</option>`)}</select>`;
  }
  if (most === undefined) {
    return html`<span>${text}</span><input type="checkbox" .checked=${value}
      @change=${(event) => take(event.target.checked)}>`;
  }
  return html`<span>${text}</span><input type="number" inputmode="numeric" min="0" max=${most}
    .value=${String(value ?? "")} @input=${({ target }) => take(target.value === "" ? null : Number(target.value))}>`;
}
