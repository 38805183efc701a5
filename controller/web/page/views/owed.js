// Who still has to hit or draw, for whom, how often: counted down by name, for the whole room.

import { html, nothing } from "/vendor/lit-html.js";
import { owing } from "../reading.js";
import { clause } from "./log.js";

/** One mark a press: they go one by one. More than these are a number only. */
const MOST_PIPS = 12;

const pips = ({ hits, draws }) => Array.from({ length: Math.min(hits ?? draws ?? 1, MOST_PIPS) },
  () => html`<i></i>`);

const line = (one) => html`<li>
  <b><bdi>${one.by}</bdi></b>
  <span class="much">${owing(one)}${one.by === one.player ? nothing : html` for <bdi>${one.player}</bdi>`} ${clause(one.reason)}</span>
  <span class="pips" data-open=${Boolean(one.until_fire)} aria-hidden="true">${pips(one)}</span></li>`;

export const owedView = ({ table: { state } }) => (state.owed.length
  ? html`<section class="panel owed" aria-label="What is owed"><ol aria-label="Owed">${state.owed.map(line)}</ol></section>`
  : nothing);
