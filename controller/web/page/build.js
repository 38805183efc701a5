// Which build of Rollerdeck this page is of. A referee of another build has another page, too.

import { inTab } from "./remembering.js";

/** The build for which this tab was loaded. */
const memory = inTab("rollerdeck-build");

/** The builds that this tab loaded anew because a part of the page was missing. */
const incomplete = inTab("rollerdeck-incomplete");

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

/** Load the page anew because a part of it is missing: once for each build, until `complete()`. */
export function renewOnce() {
  const [own, builds] = [ownBuild() ?? "", incomplete.read() ?? []];
  if (!builds.includes(own) && incomplete.write([...builds, own])) location.reload();
}

/** Every part of the page is there. */
export const complete = () => incomplete.write(null);
