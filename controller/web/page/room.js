// An evening's settings, asked for when somebody opens them.

import { get } from "./api.js";

/** Open the panel. */
export async function openRoom(act) {
  act.open("settings");
  act.show({ room: {} });
  try {
    act.show({ room: { found: await get("/api/settings") } });
  } catch (error) {
    const { refusal } = /** @type {{refusal?: object}} */ (error);
    if (refusal) act.refused(refusal);
    else act.show({ room: { lost: true } });
  }
}
