// A round for practice: the referee plays it, and its steps are shown here one after another.
/** @import {Practice, PracticeStep} from "./types" */

import { post } from "./api.js";
import { say } from "./catalogue.js";
import { inTab } from "./remembering.js";

const PACE_MS = 1200; // to read what a bot did

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Of what people were told at this tab: a reload, or another round, does not begin from the start. */
const memory = inTab("practice");

/** Begin a round, and show it. What was told in an earlier one is not told again.
 * @param {{ui: any, act: any}} view @param {(ms: number) => Promise<unknown>} wait */
export function begin({ ui, act }, wait = pause) {
  const player = ui.me.player ?? say("ui.practice.person");
  return ask({ ui, act }, { name: null, player, told: memory.read() ?? ui.practice?.told ?? [], coach: null, legal: [], step: null }, "/api/practice", { player }, wait);
}

/** Say something in the round. @param {{ui: any, act: any}} view @param {object} command @param {(ms: number) => Promise<unknown>} wait */
export function answer(view, command, wait = pause) {
  const { practice } = view.ui;
  return ask(view, practice, `/api/practice/${practice.name}/commands`, { after: practice.step.number, command }, wait);
}

/** Send it, and show what the answer has, unless the round was left or another begun meanwhile.
 * @param {{ui: any, act: any}} view @param {Practice} practice @param {string} path @param {object} body @param {(ms: number) => Promise<unknown>} wait */
async function ask({ ui, act }, practice, path, body, wait) {
  let now = { ...practice, legal: [], wild: null, waits: true };
  const isThere = () => ui.practice === now;
  const show = (patch) => {
    now = { ...now, ...patch };
    act.show({ practice: now });
  };
  act.show({ practice: now });
  const told = await post(path, body);
  if (!isThere()) return;
  if (!told.ok) {
    show({ waits: false, ended: told.code === "no_such_practice" || !now.name, legal: practice.legal });
    act.refused(told);
    return;
  }
  show({ name: told.practice });
  for (const [nth, step] of told.steps.entries()) {
    if (nth) await wait(PACE_MS);
    if (!isThere()) return;
    show({ step, ...coached(now, step) });
    memory.write(now.told);
  }
  show({ legal: told.legal, waits: false });
}

/** What the person is told at this step: each moment once. @param {Pick<Practice, "told" | "coach">} practice @param {PracticeStep} step */
export const coached = ({ told, coach }, { moment }) =>
  (moment && !told.includes(moment) ? { told: [...told, moment], coach: moment } : { told, coach });
