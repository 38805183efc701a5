// The keys of a keyboard that do something here.

import { html } from "/vendor/lit-html.js";
import { HOTKEYS } from "../hotkeys.js";

export const keysView = ({ act }) => html`<section class="panel explain" aria-label="Keyboard">
    <h2>Keyboard</h2>
    <dl>${HOTKEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    <footer><button type="button" class="big" data-first @click=${() => act.open(null)}>Close</button></footer>
  </section>`;
