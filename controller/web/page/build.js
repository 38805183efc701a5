// Which build of Rollerdeck this page is of. A referee of another build has another page, too.

import { inTab } from "./remembering.js";

/** The build for which this tab was loaded. */
const memory = inTab("rollerdeck-build");

/** The build of this page, as its first file names it; empty where nobody marked it. */
const ownBuild = () => document.querySelector('meta[name="build"]')?.getAttribute("content");

/** Does the referee have another page than this one?
 * @param {string | undefined} build the referee's */
export function isOutdated(build) {
  // loaded for this build already: something on the way keeps old files, and loading again would not help
  const own = ownBuild();
  return Boolean(own && build && build !== own && memory.read() !== build);
}

/** Load the page of the referee's build.
 * @param {string | undefined} build */
export function renew(build) {
  if (memory.write(build ?? "")) location.reload(); // else loading could go on for ever
}
