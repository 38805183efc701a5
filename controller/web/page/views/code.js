// A code that is shown, by which a phone gets a seat or a reader is paired. It is kept under `ui.pairing`,
// until it was used, is too old, or is put away.

const TICK_MS = 1000;

/** What the table says of the devices that such a code is for, as text: another one after the code was used.
 * @param {import("../types").Table} table
 * @param {string | null} player null: of readers */
const holders = (table, player) => JSON.stringify(table.devices.filter((one) => (player === null ? one.role === "reader" : one.player === player)));

/** Was the code that is shown used? */
export const isUsed = ({ table, ui }) => holders(table, ui.pairing.player) !== ui.pairing.before;

/** Ask the referee for a code, and show it for as long as it is good. */
async function show({ table, ui, act }, path, body, { player, ownOnly }) {
  const before = holders(table, player);
  const from = ui.panel;
  const answer = await act.request(path, body);
  if (!answer.ok) return act.refused(answer);
  if (ui.panel !== from) return undefined; // nobody waits for it any more
  const end = performance.now() + 1000 * answer.seconds;
  const { code, address = null, qr = null } = answer;
  const pairing = { player, ownOnly, code, address, qr, before, end, left: answer.seconds };
  if (ui.panel !== "seats") act.open("seats");
  act.show({ pairing, notice: null });
  const tick = () => {
    if (ui.pairing?.end !== end) return undefined; // put away
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    if (left !== ui.pairing.left) act.show({ pairing: { ...ui.pairing, left } });
    return left ? setTimeout(tick, TICK_MS) : undefined;
  };
  return tick();
}

/** A code of `player`'s seat, for a phone. */
export const showCode = (view, player, ownOnly = false) =>
  show(view, "/api/seats/codes", { player, ...(ownOnly && { own_only: true }) }, { player, ownOnly });

/** A code for a reader. */
export const showReaderCode = (view) => show(view, "/api/readers/codes", {}, { player: null, ownOnly: false });

/** "1:05". */
export const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
