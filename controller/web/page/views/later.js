// Views that are fetched when one of them is first shown, so that everybody's table is on the screen sooner.

import { html } from "../vendor/lit-html.js";
import { complete, renewOnce } from "../build.js";
import { say } from "../catalogue.js";
import { untilAnswered } from "../settled.js";
import { closeButton } from "./controls.js";

const AGAIN_MS = 1000;
const SELDOM_MS = 60_000;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Load the page anew if the referee answers: it may be of another release, whose modules have other names, and a browser
 * may not ask again for a module that failed. Returns whether it answers. */
async function reload() {
  if (!(await fetch("/healthz").catch(() => null))?.ok) return false;
  renewOnce();
  return true;
}

/**
 * The views of a module, by their names. `load` fetches it, and is called again after `wait` and `renew` until somebody
 * answers, ever more seldom where the referee does and the module still fails; meanwhile each view says that the referee
 * is looked for, and can be closed.
 * @template {Record<string, (view: any) => unknown>} Views
 * @param {() => Promise<Views>} load
 * @param {(ms: number) => Promise<unknown>} wait
 * @param {() => Promise<boolean>} renew whether the referee answers
 */
export function later(load, wait = pause, renew = reload) {
  /** @type {Views | null} */
  let views = null;
  let asked = false;

  async function fetchAll() {
    for (let ms = AGAIN_MS; ;) {
      try {
        const loaded = await load();
        complete();
        return loaded;
      } catch {
        await wait(ms);
        ms = (await renew()) ? Math.min(2 * ms, SELDOM_MS) : AGAIN_MS;
      }
    }
  }

  async function ask(act) {
    asked = true;
    views = await untilAnswered(fetchAll());
    act.show({});
  }

  /** @param {keyof Views} name */
  return (name) => (view) => {
    if (views) return views[name](view);
    if (!asked) ask(view.act);
    return html`<section class="games"><header><h1 tabindex="-1">${say("ui.shell.looking")}</h1>
      ${closeButton(say("ui.shared.back"), view.act)}</header></section>`; // the headline is the keyboard's place meanwhile
  };
}
