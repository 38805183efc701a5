// Who deals first, in one tap: at set-up, and while the cards are to decide it.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { dealers } from "../dealer.js";
import { offersOf, seated } from "../reading.js";
import { tapButton } from "./controls.js";

const FOUND = { cards: "ui.setup.draw_for_it", draw: "ui.setup.dealer_drawn" };

/** Set-up's choice; `draft` and `set` are set-up's. */
export const dealerView = (draft, set) => html`<fieldset class="choice dealer"><legend>${say("ui.setup.dealer")}</legend>
  ${dealers(draft.players).map((choice, nth) => {
    const chosen = choice.dealer === draft.dealer && (choice.dealer !== "" || choice.dealerBy === draft.dealerBy);
    return html`<label data-chosen=${chosen}><input type="radio" name="dealer" value=${nth} .checked=${chosen} @change=${() => set(choice)}>
      <b dir="auto">${choice.dealer || say(FOUND[choice.dealerBy])}</b></label>`;
  })}</fieldset>`;

/** While the cards are drawn for the deal: somebody may be named instead. */
export function namingDealer({ table, act }) {
  if (!offersOf(table, "dealer_draw").length || !offersOf(table, "set").some(({ needs }) => needs?.includes("dealer"))) return nothing;
  return html`<section class="panel name-dealer" aria-label=${say("ui.dealer.name")}><h2>${say("ui.dealer.name")}</h2>
    <div class="choices">${seated(table).map((player) => tapButton(player, () => act.say({ do: "set", dealer: player }),
      { kind: "plain", label: say("ui.dealer.deals", { player }) }))}</div></section>`;
}
