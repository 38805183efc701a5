// Who this device is to the referee: a table screen, one player's seat, or somebody who looks on.
// The page asks when it is loaded, when the connection is there again, when somebody looks at the
// page again (another tab may have claimed a seat), and when the table tells of a change to this device.
/** @import {Me, Table} from "./types" */

import { get } from "./api.js";

/** What a device is while nobody has told it otherwise: the referee's own default.
 * @type {Me} */
export const ANYBODY = { role: "table", access: "open", device: null, player: null, own_only: false, pin: false };

/** May this device act for everybody at the table? @param {Me} me */
export const actsForAll = (me) => me.role === "table" || (me.role === "seat" && me.access === "open" && !me.own_only);

/** May this device begin a game or draws, play on, or end the draws? A seat may not take away what another one waits for.
 * @param {Me} me @param {Table | null} table */
export const mayBegin = (me, table) => actsForAll(me)
  || (me.role === "seat" && (!table?.state || table.state.phase === "game_over")
    && [null, me.player].includes(table?.draws?.waits_for ?? null));

/** Does this device have a seat of its own? A table screen can have one, too. @param {Me} me */
export const hasSeat = (me) => me.player !== null;

/** What the table says of one device, as text; what cannot be there is "". */
const entryOf = (table, device) => {
  const entry = table?.devices.find((one) => one.device === device);
  const seat = entry && table.seats.find((one) => one.player === entry.player);
  return entry ? JSON.stringify([entry, seat?.own_only]) : "";
};

/** Does `now` say something else of this device than `before` did?
 * @param {Me} me
 * @param {Table | null} before
 * @param {Table} now */
export function concerns(me, before, now) {
  if (!before || before.access !== now.access) return true;
  return me.device !== null && entryOf(before, me.device) !== entryOf(now, me.device);
}

/**
 * Ask the referee who this device is: `learned(me)` is told each answer that is news. Where it does
 * not answer, what was known stays until the next `ask()`, which resolves to null then.
 * @param {(me: Me) => void} learned
 */
export function keepMe(learned) {
  let known = "";
  let turn = 0; // answers can overtake each other: only the newest question's counts

  async function ask() {
    const mine = turn += 1;
    try {
      const me = await get("/api/me");
      if (mine === turn && JSON.stringify(me) !== known) {
        known = JSON.stringify(me);
        learned(me);
      }
      return me;
    } catch {
      return null; // the next connection asks again
    }
  }

  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  addEventListener("pageshow", (event) => { if (event.persisted) ask(); });
  return { ask };
}
