// What this device was told about itself: to speak, to sound, to be dark or light, to stay on, to
// scan, its language. Remembered here and nowhere else; a browser that keeps nothing has the defaults each time.

import { inBrowser } from "./remembering.js";

const memory = inBrowser("rollerdeck");
/** Ten phones around one table would all talk at once: who wants to hear switches it on. */
const DEFAULTS = { sound: false, voice: false, level: "plays", theme: "auto", awake: null, quiet: false, scan: 0, language: null };

/** @param {{theme: string}} settings @param {MediaQueryList} dark */
function wear({ theme }, dark) {
  const worn = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  Object.assign(document.documentElement.dataset, { theme: worn, chosen: theme });
  return worn;
}

/** `changed(settings)` is told at once and after every change; the answer is `set(patch)`. */
export function keepSettings(changed) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let now = { ...DEFAULTS, ...memory.read() };
  const tell = () => changed({ ...now, worn: wear(now, dark) });
  dark.addEventListener("change", tell);
  tell();
  return (patch) => {
    now = { ...now, ...patch };
    memory.write(now);
    tell();
  };
}
