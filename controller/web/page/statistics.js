// The statistics of an evening, a season or all games, asked for when somebody opens them.

import { get } from "./api.js";
import { loadGroups } from "./views/groups.js";

/** Open the panel. */
export async function openEvenings(act) {
  act.open("evenings");
  await Promise.all([loadGroups(act), load(act, { span: "evening", group: "" })]);
}

/** Ask for the statistics of a span; what was asked for last is shown. */
export async function load(act, { span, group }) {
  const asked = { span, group };
  act.show({ evenings: { ...asked, waits: true } });
  let answer;
  try {
    answer = { found: await get(`/api/statistics?span=${span}${group ? `&group=${group}` : ""}`) };
  } catch {
    answer = { lost: true };
  }
  act.show({ evenings: { ...asked, ...answer } });
}
