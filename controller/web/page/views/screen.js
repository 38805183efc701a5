// What this device does with its screen: a switch to keep it on, or how else that is done; all of it.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { canFill, canStayOn, fill, wantsOn } from "../screen.js";
import { tapButton } from "./controls.js";

const WHY_NOT = {
  plain: "ui.screen.plain",
  old: "ui.screen.old",
};

const keepOn = ({ ui, act }) => html`<button type="button" class="switch" data-builds role="switch" aria-checked=${wantsOn(ui)}
  @click=${() => act.set({ awake: !wantsOn(ui) })}>${say("ui.screen.keep_on")}</button>`;

/** Whether the screen stays on, and a switch where this page may change that. */
export const screenView = (view) => html`<div class="screen-row">
  ${canStayOn() ? keepOn(view) : html`<p><small>${say(WHY_NOT[isSecureContext ? "old" : "plain"])}</small></p>`}</div>`;

/** A button to fill the screen, or to leave that. */
export const fillButton = () => (canFill()
  ? tapButton(say(document.fullscreenElement ? "ui.screen.leave_full" : "ui.screen.full"), fill) : nothing);
