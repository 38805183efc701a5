// Avatars: the disc that stands beside a name, and the panel in which a player chooses it.

import { html, nothing } from "../vendor/lit-html.js";
import { COLOURS, EMOJIS, faceOf, seatOf } from "../avatars.js";
import { say } from "../catalogue.js";
import { actsForAll } from "../me.js";
import { addressOf, playerAt } from "../panels.js";
import { tapButton } from "./controls.js";
import { bdi, worded } from "./worded.js";

/** The disc of a seat, where its player has chosen one. The name stands beside it, so it says nothing aloud.
 * @param {import("../types").Seat | undefined} seat */
export function disc(seat) {
  const face = faceOf(seat);
  return face ? html`<span class="avatar" data-colour=${face.colour} aria-hidden="true">${face.sign}</span>` : nothing;
}

/** A seat's disc and name. @param {import("../types").Table | null} table @param {string} player */
export const named = (table, player) => html`${disc(seatOf(table, player))}<bdi>${player}</bdi>`;

const KIND = "avatar";

/** Whose avatar an address is about, or null. @param {string | null} panel */
export const avatarIn = (panel) => playerAt(KIND, panel);

/** Open the choice of a player's avatar. */
export const openAvatar = (act, player) => act.open(addressOf(KIND, player));

/** May this device choose the avatar of `player`? */
const mayChoose = ({ me }, player) => me.player === player || actsForAll(me);

export function avatarView(view) {
  const { table, ui, act } = view;
  const player = avatarIn(ui.panel) ?? "";
  const seat = seatOf(table, player);
  const back = tapButton(say("ui.shared.back"), () => act.open(ui.me.player === player ? "me" : "seats"), { closes: true });
  if (!seat || !mayChoose(ui, player)) {
    return html`<section class="pairing" aria-label=${say("ui.avatar.panel")}><header><h1 tabindex="-1">${say("ui.avatar.title")}</h1>${back}</header>
      <p>${seat ? say("ui.avatar.not_yours") : worded("ui.avatar.no_seat", {}, { player: bdi(player) })}</p></section>`;
  }
  const { colour, emoji } = seat;
  const take = (patch) => act.send("/api/seats/avatar", { player, colour, emoji, ...patch });
  const typed = ui.drafts.emoji ?? "";
  const own = async (event) => {
    event.preventDefault();
    if (await take({ emoji: typed.trim() || null })) act.draft("emoji", undefined);
  };
  return html`<section class="pairing" aria-label=${say("ui.avatar.panel")}>
    <header><h1 tabindex="-1">${named(table, player)}</h1>${back}</header>
    ${problem(view)}
    <section class="panel"><h2>${say("ui.avatar.colour")}</h2><div class="swatches" role="group" aria-label=${say("ui.avatar.colour")}>
      ${Object.entries(COLOURS).map(([id, name]) => html`<button type="button" class="swatch" aria-pressed=${colour === id}
        @click=${() => take({ colour: colour === id ? null : id })}><span class="avatar" data-colour=${id}
          aria-hidden="true">${colour === id ? "✓" : ""}</span>${say(name)}</button>`)}</div></section>
    <section class="panel"><h2>${say("ui.avatar.emoji")}</h2><div class="emojis" role="group" aria-label=${say("ui.avatar.emoji")}>
      ${Object.entries(EMOJIS).map(([sign, name]) => html`<button type="button" class="emoji" aria-label=${say(name)} title=${say(name)}
        aria-pressed=${emoji === sign} @click=${() => take({ emoji: emoji === sign ? null : sign })}>${sign}</button>`)}</div>
      <form class="inline" @submit=${own}><input type="text" autocomplete="off" maxlength="16" aria-label=${say("ui.avatar.another")}
        placeholder=${say("ui.avatar.another")} .value=${typed} @input=${(event) => act.draft("emoji", event.target.value)}>
        <button class="big">${say("ui.avatar.use")}</button></form></section>
  </section>`;
}

/** What the referee refused, on screens that have no place of their own for it. */
export const problem = ({ ui, act }) => (ui.notice
  ? html`<p class="refusal" role="alert" data-done=${Boolean(ui.notice.done)}>${ui.notice.sentence} ${tapButton(say("ui.shared.all_right"), () => act.show({ notice: null }), { kind: "plain", closes: true })}</p>`
  : nothing);
