// This phone's own seat: its avatar, which other phones have it, giving it up, asking to leave.

import { html, nothing } from "../vendor/lit-html.js";
import { seatOf } from "../avatars.js";
import { say } from "../catalogue.js";
import { hasSeat } from "../me.js";
import { named, openAvatar, problem } from "./avatar.js";
import { closeButton, tapButton } from "./controls.js";
import { bdi, worded } from "./worded.js";

const GIVE_UP = "give up";

/** Give the seat up on this phone; asked about in place, for it needs a new code afterwards. */
function givingUp({ ui, act }) {
  const sure = (what) => act.draft("sure", what);
  const { panel } = ui;
  const away = async () => {
    act.forgetSeat();
    if (!await act.send("/api/seats/sign_out", { device: ui.me.device })) return;
    await act.whoAmI();
    act.finish(panel);
  };
  if (ui.drafts.sure !== GIVE_UP) return tapButton(say("ui.own.take_away"), () => sure(GIVE_UP), { kind: "plain" });
  return html`<p><b>${say("ui.own.sure")}</b> ${say("ui.own.needs_code")}</p>
    <div class="choices">${tapButton(say("ui.own.take_away_now"), away, { kind: "big alarm", first: true })}${tapButton(say("ui.shared.keep_it"), () => sure(undefined))}</div>`;
}

export function ownView(view) {
  const { table, ui, act } = view;
  const { me } = ui;
  const header = html`<header><h1 tabindex="-1">${hasSeat(me) ? named(table, me.player) : say("ui.shared.own_seat")}</h1>
    ${closeButton(say("ui.shared.back_to_table"), act)}</header>`;
  if (!hasSeat(me)) {
    return html`<section class="pairing" aria-label=${say("ui.shared.own_seat")}>${header}${problem(view)}<p>${say("ui.own.no_seat")}</p>
      <div class="choices">${tapButton(say("ui.shared.sit_down"), () => act.open("sit"), { kind: "big primary" })}</div></section>`;
  }
  const seat = seatOf(table, me.player);
  const plays = seat !== undefined && seat.plays !== false;
  const phones = seat?.devices.length ?? 1;
  const leave = () => act.wish({ do: "leave", player: me.player });
  return html`<section class="pairing" aria-label=${say("ui.shared.own_seat")}>${header}${problem(view)}
    <p>${say("ui.own.number", { device: me.device })} ${phones > 1 ? say("ui.own.phones", { n: phones }) : say("ui.own.only_phone")}
      ${plays ? nothing : worded("ui.own.absent", {}, { player: bdi(me.player) })}
      ${me.own_only ? say("ui.own.alone") : nothing}</p>
    <div class="choices">${tapButton(say("ui.avatar.title"), () => openAvatar(act, me.player), { kind: "big primary" })}
      ${tapButton(say("ui.own.other_code"), () => act.open("sit"))}
      ${me.access === "seats" ? tapButton(say("ui.shared.i_am_host"), () => act.open("host")) : nothing}
      ${plays && me.access === "seats" && table.state ? tapButton(say("ui.own.leave"), leave, { off: ui.wish !== null }) : nothing}</div>
    ${ui.wish ? html`<p role="status">${say("ui.own.waits")}</p>` : nothing}
    <section class="panel">${givingUp(view)}</section>
  </section>`;
}
