// Which seat or which rights this device has: it asks who it is, asks for a seat or for the host's rights,
// tells what came of that, and misses a seat that was taken away.

import { keepArrivals, lossOf } from "./arriving.js";
import { hasSeat, keepMe } from "./me.js";
import { inBrowser, inTab } from "./remembering.js";
import { keepWish } from "./wishing.js";

const CLAIM = "/api/seats/claim";
const HOST_MS = 2000; // whoever looks at the host's panel sets a PIN meanwhile: the referee is asked so often

/**
 * `table()` is what the referee said last, `ui` what this device shows, `act` what views may do.
 * @param {{table: () => import("./types").Table | null, ui: import("./types").Ui, act: any}} page
 */
export function keepAdmission({ table, ui, act }) {
  let sure = false; // has the referee said who this device is?
  const remembered = inBrowser("rollerdeck-seat");
  const tableCode = inTab("rollerdeck-table-code"); // a page that is loaded again asks for the name again
  ui.tableCode = tableCode.read();
  const whoAmI = keepMe((me) => {
    act.show({ me });
    sure = true;
    noteSeat();
  });

  setInterval(() => { if (ui.panel === "host" && !document.hidden) whoAmI.ask(); }, HOST_MS);

  /** Remember this device's seat, and tell whoever has lost it. */
  function noteSeat() {
    const now = table();
    if (!sure || !now?.tag) return;
    const { me } = ui;
    const journal = now.tag.slice(0, now.tag.lastIndexOf("-"));
    const before = remembered.read();
    const loss = lossOf(before, me, journal);
    if (me.player) remembered.write({ journal, player: me.player });
    else if (before) remembered.write(null);
    if (loss) act.tell(loss, { player: before.player });
  }

  /** Keep the table's code until this device has said whose seat it takes. @param {string | null} code */
  function keepTableCode(code) {
    tableCode.write(code);
    act.show({ tableCode: code });
  }

  /** Say what came of asking for a seat, or for the host's rights. */
  async function admitted({ player }, { path }) {
    if (path === CLAIM) keepTableCode(null);
    const me = await whoAmI.ask();
    act.open(null);
    if (me && me.device === null) act.tell("page.no_cookies");
    else if (path === "/api/host") act.done("page.is_host");
    else act.done("page.seated", { player });
  }

  /** A seat that is held already needs no code; who has none types another one. */
  function notAdmitted(answer, { path, body }) {
    const claims = path === CLAIM;
    if (claims && answer.code === "no_such_code") keepTableCode(null);
    if (body.ticket) {
      act.open(null);
      act.refused(answer);
    } else if (claims && hasSeat(ui.me) && answer.code === "no_such_code" && !body.player) {
      act.open(null);
      act.tell("page.code_used", { player: ui.me.player });
    } else if (answer.code === "no_name") {
      keepTableCode(body.code);
      act.open("sit");
    } else {
      act.draft("code", body.code);
      act.open(claims ? "sit" : "host");
      act.refused(answer);
    }
  }

  const arrive = keepArrivals({
    memory: inTab("rollerdeck-arrival"),
    ask: act.request,
    show: (arrival) => act.show({ arrival }),
    done: admitted,
    refused: notAdmitted,
  });

  const wishes = keepWish({
    memory: inTab("rollerdeck-wish"),
    table,
    show: (wish) => act.show({ wish }),
    decided(wish) {
      if (wish.do === "join") arrive.want({ path: CLAIM, body: { ticket: wish.ticket } });
      else if (Object.hasOwn(table()?.state?.hands ?? {}, wish.player)) act.tell("page.wish_no");
    },
  });

  return {
    arrive,
    noteSeat,
    /** Ask the referee who this device is. */
    ask: () => whoAmI.ask(),
    keepTableCode,
    /** A seat that is given up here is not missed. */
    forgetSeat: () => remembered.write(null),
    /** The host was asked for something; `heed()` looks whether the answer is there. */
    wished: wishes.begin,
    heed: wishes.heed,
  };
}
