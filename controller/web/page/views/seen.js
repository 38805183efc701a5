// Cards that a reader saw, where the table has to say something: a yes or no, a choice that the card
// leaves, or what a reader needs so that it sees again.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { asked, choiceIn, inTrouble, isYesOrNo } from "../seen.js";
import { unheard } from "../reading.js";
import { cardName, deed } from "../words.js";
import { askView } from "./ask.js";
import { face } from "./cards.js";
import { tapButton } from "./controls.js";

/** What stands on the two buttons: yes and no where nothing else says it better. */
const YES = { again: () => say("ui.seen.another"), taken_up: () => deed("undo"), reload: () => deed("reload"), cards: () => say("ui.seen.all") };
const NO = { again: () => say("ui.seen.same"), taken_up: () => say("ui.seen.stays"), cards: () => say("ui.seen.not_this") };

const answering = ({ act }, { number }) => (yes) => act.send("/api/sightings/answer", { pending: number, yes });

/** The card, large, and what lies under it. */
const picture = ({ card, cards }) => html`<header>${card ? html`<span class="card seen-card" role="img" aria-label=${cardName(card)}>${face(card)}</span>` : nothing}
  ${cards.map((one) => html`<span class="card small" role="img" aria-label=${cardName(one)}>${face(one)}</span>`)}</header>`;

/** What a card that was seen asks of people at this device; null where it asks nothing. The headline says the question. */
export function seenView(view) {
  const pending = asked(view.table);
  if (!pending) return null;
  const answer = answering(view, pending);
  if (!isYesOrNo(pending)) {
    const ask = choiceIn(view.table);
    return ask && askView(view, ask, () => answer(false), say("ui.seen.not_this"));
  }
  const { why } = pending;
  return html`<section class="panel ask seen" aria-label=${say("ui.seen.title")} data-testid="seen">${picture(pending)}
    <div class="choices">${tapButton(YES[why]?.() ?? say("ui.ask.yes"), () => answer(true), { kind: "big primary", first: true })}
      ${tapButton(NO[why]?.() ?? say("ui.ask.no"), () => answer(false))}</div></section>`;
}

const line = (button) => html`<p class="latest due seen-line" role="status">${button}</p>`;

/** One line beside the headline, as of counts that are off: a card that cannot be read, a colour that was said aloud,
 * else a reader that sees nothing; or null. */
export function seenLine(view) {
  const { table, act, rights } = view;
  const pending = asked(table);
  if (pending?.why === "unread") return line(tapButton(say("ui.seen.nothing"), () => answering(view, pending)(false), { kind: "due-key" }));
  const [told] = unheard(table);
  if (told) return line(tapButton(say("ui.seen.which_color", { player: told.by }), () => act.take([told]), { kind: "due-key may" }));
  const [reader] = rights.all ? inTrouble(table) : [];
  return reader ? line(tapButton(say(reader.key, reader.values), () => act.open("seats"), { kind: "due-key" })) : null;
}
