// Set-up's players: their names, in the order in which they sit.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { tapButton } from "./controls.js";

/** Put the keyboard on the name of seat `at`: once it is drawn, and before the next key comes. */
const goTo = (at) => queueMicrotask(() => {
  const name = document.querySelectorAll(".seat-row input")[at];
  if (name instanceof HTMLElement) name.focus();
});

/** From `least` to `most` names; `draft` and `set` are set-up's. `here`: who has a phone; `hold` is told that somebody begins
 * to change the names. */
export function seatsView(draft, set, { least, most }, { here, hold }) {
  const names = draft.players;
  const put = (next) => set({ players: next, dealer: next.includes(draft.dealer) ? draft.dealer : "" });
  const rename = (at, name) => set({ players: names.map((old, i) => (i === at ? name : old)),
    dealer: draft.dealer && at === names.indexOf(draft.dealer) ? name : draft.dealer });
  const swap = (at, to) => {
    const next = [...names];
    [next[at], next[to]] = [next[to], next[at]];
    put(next);
    goTo(to);
  };
  const add = () => {
    if (names.length >= most) return;
    put([...names, ""]);
    goTo(names.length);
  };
  const come = (name) => {
    const empty = names.findIndex((other) => !other.trim());
    put(empty < 0 ? [...names, name] : names.map((old, at) => (at === empty ? name : old)));
  };
  const missing = here.filter((name) => !names.some((other) => other.trim() === name));
  const onKey = (at) => (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (at < names.length - 1) goTo(at + 1);
    else if (names[at].trim()) add();
  };
  const round = (words, label, off, tap) => tapButton(words, tap, { kind: "round", label, off, builds: true });
  return html`<fieldset class="players" @focusin=${hold} @pointerdown=${hold}><legend>${say("ui.seats.legend")}</legend>
    ${names.map((name, at) => html`<div class="seat-row"><span class="nr">${at + 1}</span>
      <input type="text" maxlength="30" autocomplete="off" autocapitalize="words" placeholder=${say("ui.seats.name")}
        aria-label=${say("ui.seats.player", { at: at + 1 })} .value=${name} @input=${(event) => rename(at, event.target.value)} @keydown=${onKey(at)}>
      ${round("↑", say("ui.seats.up", { at: at + 1 }), at === 0, () => swap(at, at - 1))}
      ${round("↓", say("ui.seats.down", { at: at + 1 }), at === names.length - 1, () => swap(at, at + 1))}
      ${round("×", say("ui.seats.remove", { at: at + 1 }), names.length <= least, () => put(names.filter((_, i) => i !== at)))}
    </div>`)}
    ${tapButton(say("ui.seats.add"), add, { kind: "big add", off: names.length >= most, builds: true })}
    ${missing.length && (names.length < most || names.some((name) => !name.trim()))
    ? html`<div class="choices" role="group" aria-label=${say("ui.seats.arrived")}>${missing.map((name) =>
        tapButton(say("ui.seats.take", { name }), () => come(name), { builds: true }))}</div>` : nothing}
  </fieldset>`;
}
