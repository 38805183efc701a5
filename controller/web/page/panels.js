// Panels have an address of their own (#more), so that a browser's Back closes them, and a reload
// comes back to them. The game itself is the referee's: neither can lose it.

const named = () => location.hash.slice(1) || null;

/** `changed(panel)` is told of every change by Back, Forward or a link; null: none is open. */
export function watchPanels(changed) {
  addEventListener("popstate", () => changed(named()));
  changed(named());
}

/** Write the address of `panel`, or of none: one entry of the history serves them all. */
export function enter(panel) {
  if (panel === named()) return;
  const address = panel ? `#${panel}` : location.pathname;
  if (history.state || !panel) history.replaceState(true, "", address);
  else history.pushState(true, "", address);
}
