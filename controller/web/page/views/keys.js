// The keys of a keyboard that do something here.

import { html } from "../vendor/lit-html.js";
import { closeButton } from "./controls.js";
import { say } from "../catalogue.js";
import { HOTKEYS } from "../hotkeys.js";

export const keysView = ({ act }) => html`<section class="panel explain" aria-label=${say("ui.keys.title")}>
    <h2>${say("ui.keys.title")}</h2>
    <dl>${HOTKEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${say(what)}</dd></div>`)}</dl>
    <footer>${closeButton(say("ui.words.close"), act, { first: true })}</footer>
  </section>`;
