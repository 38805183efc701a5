// House options: what the chosen edition lets a house decide, folded up, for most play as it comes.

import { html, nothing } from "/vendor/lit-html.js";
import { clause } from "./log.js";

/** The options without those that are as they come. */
export function plainly(options, edition) {
  const usual = Object.fromEntries((edition?.options ?? []).map((option) => [option.id, option.default]));
  return Object.fromEntries(Object.entries(options).filter(([id, value]) => value !== usual[id]));
}

export function optionsView(edition, options, keep) {
  if (!edition?.options.length) return nothing;
  const changed = Object.keys(plainly(options, edition)).length;
  return html`<details class="options panel">
    <summary><h2>House options</h2><small>${changed ? `${changed} changed` : "as the sheet has them"}</small></summary>
    ${edition.options.map((option) => html`<label>
      ${field(option, options[option.id] ?? option.default, (value) => keep({ ...options, [option.id]: value }))}
      ${clause(option.clause)}</label>`)}
  </details>`;
}

/** A yes or no, a number, or one of a few answers. */
function field({ text, answers, most }, value, take) {
  if (answers) {
    return html`<span>${text}</span><select @change=${(event) => take(event.target.value)}>
      ${Object.entries(answers).map(([id, words]) =>
        html`<option value=${id} .selected=${id === value}>${words}</option>`)}</select>`;
  }
  if (most === undefined) {
    return html`<span>${text}</span><input type="checkbox" .checked=${value}
      @change=${(event) => take(event.target.checked)}>`;
  }
  return html`<span>${text}</span><input type="number" inputmode="numeric" min="0" max=${most} required
    .value=${String(value)} @change=${(event) => take(event.target.valueAsNumber)}>`;
}
