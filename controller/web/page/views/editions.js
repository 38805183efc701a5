// Each edition is a tile with a picture of its cards.

import { guard } from "../vendor/directives/guard.js";
import { html, nothing } from "../vendor/lit-html.js";
import { language, say, word } from "../catalogue.js";
import { BACK, LAUNCHER, face } from "./cards.js";
import { cardsOf } from "./explain.js";

/** Cards that the edition is known by, and where others come from: the launcher or a pile. */
const picture = (edition) => guard([edition], () => html`<span class="box-picture" aria-hidden="true">
  ${edition.typical_cards.map((card) => html`<span>${face(card, null, edition.pictures)}</span>`)}
  <span class="source">${edition.launcher ? LAUNCHER : BACK}</span></span>`);

/** What tells a house's box from others that are called the same; nothing where none is. */
function origin(edition, all) {
  const name = word(edition.id, "edition");
  if (edition.file === undefined || !all.some((other) => other !== edition && word(other.id, "edition") === name)) return nothing;
  return html`<span class="origin">(${edition.file ?? say("ui.setup.as_in_game")})</span>`;
}

const about = (id) => word(id, "about");

const tile = (edition, all, chosen, take) => html`<div><label data-chosen=${chosen}>${picture(edition)}
    <span class="name"><input type="radio" name="edition" value=${edition.id} .checked=${chosen} aria-describedby=${`about-${edition.id}`}
      @change=${() => take(edition.id)}> <b>${word(edition.id, "edition")}</b> ${origin(edition, all)}</span></label>
  <small id=${`about-${edition.id}`}>${about(edition.id)}</small></div>`;

const brokenView = ({ file, line, key, values }) => html`<li>${line === null
  ? say("ui.setup.broken_box", { file, what: { key, values } }) : say("ui.setup.broken_line", { file, line, what: { key, values } })}</li>`;

/** The edition with its picture and a line about it; all of them once it is unfolded, as it is where there is room. */
export function editionView({ editions, broken, roomy }, chosen, take) {
  const choose = (id) => {
    take(id);
    if (!roomy) for (const fold of document.querySelectorAll(".edition-fold")) fold.removeAttribute("open");
  };
  return html`<details class="fold edition-fold" ?open=${roomy}><summary><h2>${say("ui.setup.edition")}</h2>
      ${chosen ? html`<b>${word(chosen.id, "edition")} ${origin(chosen, editions)}</b>${picture(chosen)}<small>${about(chosen.id)}</small>` : nothing}</summary>
    <fieldset class="boxes"><legend>${say("ui.setup.edition")}</legend>${editions.map((edition) => tile(edition, editions, edition === chosen, choose))}</fieldset>
    ${broken.length ? html`<div class="broken"><p>${say("ui.setup.broken_boxes")}</p><ul>${broken.map(brokenView)}</ul></div>` : nothing}</details>`;
}

/** What the cards of the chosen edition do. */
export const cardsFold = (edition, options) => (edition ? html`<details class="fold"><summary><h2>${say("ui.shared.what_cards_do")}</h2></summary>
  <div class="explain">${guard([edition, options, language()], () => cardsOf(edition, options))}</div></details>` : nothing);
