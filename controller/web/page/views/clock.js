// The turn clock as it is seen, and as it is heard at its end alone.

import { html, nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { isUp } from "../clock.js";

/** Where `showTime` writes what is left. */
export const clockPlace = ({ clock }) => (clock ? html` <b class="clock" aria-hidden="true"></b>` : nothing);

/** What a screen reader says at the end. */
export const clockEnd = (table) => (table?.clock
  ? html`<p class="sr" role="status">${isUp(table) ? say("spoken.time_up", { player: table.clock.player }) : nothing}</p>` : nothing);
