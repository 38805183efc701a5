// Where the referee speaks to the room: a key that lets it say the last deed again.

import { nothing } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { mayClear } from "../own.js";
import { tapButton } from "./controls.js";

/** The key; nothing where the room is silent, or at a device that only looks on. */
export const againButton = ({ table, act, rights }) =>
  (table.voice && mayClear(rights) ? tapButton(say("ui.shared.say_again"), () => act.send("/api/voice/again")) : nothing);
