// Views that are fetched when one of them is first shown, so that everybody's table is on the screen sooner.

import { html } from "../vendor/lit-html.js";
import { say } from "../catalogue.js";
import { untilAnswered } from "../settled.js";

const AGAIN_MS = 1000;

const pause = () => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));

/**
 * The views of a module, by their names. `load` fetches it, and is called again after `wait` until somebody answers;
 * meanwhile each view says that the referee is looked for.
 * @template {Record<string, (view: any) => unknown>} Views
 * @param {() => Promise<Views>} load
 * @param {() => Promise<unknown>} wait
 */
export function later(load, wait = pause) {
  /** @type {Views | null} */
  let views = null;
  let asked = false;

  async function fetchAll() {
    for (;;) {
      try {
        return await load();
      } catch {
        await wait();
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
    return html`<h1 class="waiting" tabindex="-1">${say("ui.shell.looking")}</h1>`; // the keyboard's place meanwhile
  };
}
