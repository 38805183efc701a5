// Connecting a phone: the table's address and its code, by which a phone says whose seat it takes. What the referee
// said of them is kept under `ui.join`, and asked for again each time: networks change. The code is asked for again
// while it is shown.

import { get } from "./api.js";
import { actsForAll } from "./me.js";

const ASK_S = 15; // a referee that was started again, or whose code was used up, has another one

/** Open the panel. */
export async function openJoin({ ui, act }) {
  act.open("join");
  const join = {};
  act.show({ join });
  if (actsForAll(ui.me)) keepCode({ ui, act }, join);
  try {
    Object.assign(join, await get("/api/join"), { known: true });
  } catch {
    join.lost = true;
  }
  act.show({});
}

/** Wait so long, or until somebody looks at the page again. @param {number} seconds */
const pause = (seconds) => new Promise((resolve) => {
  const timer = setTimeout(done, 1000 * seconds);
  document.addEventListener("visibilitychange", done);
  function done() {
    if (document.hidden) return; // a pause that ends while nobody looks goes on
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", done);
    resolve(undefined);
  }
});

/** Show the code that the table has now, for as long as the panel is open. */
async function keepCode({ ui, act }, join) {
  const isOpen = () => ui.join === join && ui.panel === "join";
  while (isOpen()) {
    const answer = await act.request("/api/seats/codes", {});
    if (!isOpen()) break;
    join.code = answer.ok ? answer : null;
    if (answer.ok) act.show({});
    else act.refused(answer);
    await pause(ASK_S);
  }
  if (ui.join === join) ui.join = undefined; // whoever comes back asks anew
}
