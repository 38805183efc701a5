// What is open has an entry of its own in the browser's history, so that Back closes it and does
// not leave the page, and a panel has an address (#more), so that a reload comes back to it. The
// game itself is the referee's: neither can lose it.

const named = () => location.hash.slice(1) || null;

/** The address of a player's panel of some kind: "player-Ann". @param {string} kind @param {string} player */
export const addressOf = (kind, player) => `${kind}-${encodeURIComponent(player)}`;

/** Whose panel of that kind has an address, or null. @param {string} kind @param {string | null} panel */
export function playerAt(kind, panel) {
  if (!panel?.startsWith(`${kind}-`)) return null;
  const name = panel.slice(kind.length + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // typed by hand
  }
}

/** How much is open at the history's present entry: 0 the table alone, 1 a panel or a question, 2 what is within a panel. */
const here = () => history.state?.level ?? 0;

/** @type {{level: number, panel: string | null}} */
let open = { level: 0, panel: null };
let leaving = false; // until the browser has gone back as far as it was asked to

function settle() {
  if (leaving) return;
  const now = here();
  if (now > open.level) {
    leaving = true;
    history.go(open.level - now);
    return;
  }
  const address = open.panel ? `#${open.panel}` : location.pathname;
  for (let level = now + 1; level <= open.level; level += 1) history.pushState({ level }, "", address);
  if (open.panel !== named()) history.replaceState({ level: open.level }, "", address);
}

/** Let the history hold what is open now. */
export function stand(level, panel) {
  if (level === open.level && panel === open.panel) return;
  open = { level, panel };
  settle();
}

/**
 * `close(level, panel)` is told to close whatever is open above that level, which has that panel; `show(panel)` to open a panel
 * whose address was followed.
 */
export function watchPanels({ close, show }) {
  addEventListener("popstate", () => {
    if (leaving) {
      leaving = false;
      settle();
      return;
    }
    // an address that was typed or followed, also while another panel is open
    if (history.state === null && named()) history.replaceState({ level: 1 }, "");
    const before = open.level;
    open = { level: here(), panel: named() };
    if (open.level < before) close(open.level, open.panel);
    else show(open.panel);
  });
  const first = named();
  if (first && !here()) { // opened by its address: Back leads to the table
    history.replaceState(null, "", location.pathname);
  }
  open = { level: here(), panel: named() };
  show(first);
}

/** Is it less than whole on the screen? @param {Element} element */
function isAway(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < 0 || bottom > innerHeight;
}

/** Large letters leave room for one thing at a time, so the panel or the question that was opened may be off the screen. */
export function bring() {
  const opened = document.querySelector(".floor > .panel:not(.trouble)");
  if (opened && isAway(opened)) opened.scrollIntoView();
}

/** The same of what the page answers; no further than needed, so that what was tapped stays in sight. */
export function bringNotice() {
  const notice = document.querySelector(".notices > .refusal, .refusal[role=alert]");
  if (notice && isAway(notice)) notice.scrollIntoView({ block: "nearest" });
}
