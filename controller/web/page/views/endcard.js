// The end card: a picture of a game, drawn by the referee, to be kept as a file. What is shown is
// kept under `ui.card`: the number of the game, and whether the picture names the players.

import { html, nothing } from "../vendor/lit-html.js";
import { language, say } from "../catalogue.js";
import { closeButton, tapButton } from "./controls.js";

/** Show the picture of a game, by its number. */
export function openCard(act, number) {
  act.open("card");
  act.show({ card: { number, names: true } });
}

const address = ({ number, names }) => `/api/games/${Number(number)}/card.svg?names=${Boolean(names)}&language=${language().language}`;

/** The picture where the game has just ended, without a tap. @param {number} number of the game */
export const cardPicture = (number) => html`<img class="card-picture" loading="lazy" src=${address({ number, names: true })} alt=${say("ui.endcard.picture", { game: number })}>`;

export function cardView({ table, ui, act }) {
  const { number, names, failed } = ui.card ?? {};
  const again = () => openCard(act, number ?? table.game_number);
  const keep = async () => {
    if (!await keepPicture(ui.card)) act.show({ card: { ...ui.card, failed: true } });
  };
  return html`<section class="games end-card" aria-label=${say("ui.endcard.title")}>
    <header><h1 tabindex="-1">${say("ui.endcard.title")}</h1>${closeButton(say("ui.shared.back_to_table"), act)}</header>
    ${failed ? html`<p class="refusal" role="alert">${say("ui.endcard.failed")}
      ${tapButton(say("ui.shared.try_again"), again, { kind: "plain" })}</p>` : nothing}
    ${ui.card ? nothing : tapButton(say("ui.endcard.show"), again)}
    ${number ? html`<div class="choices">${tapButton(say("ui.endcard.keep"), keep, { kind: "big primary" })}
        <button type="button" class="big" data-builds aria-pressed=${!names} @click=${() => act.show({ card: { number, names: !names } })}>${say("ui.endcard.nameless")}</button></div>
      <img src=${address(ui.card)} alt=${say(names ? "ui.endcard.picture" : "ui.endcard.picture_nameless", { game: number })}>` : nothing}
  </section>`;
}

/** Save the picture as a PNG among this device's downloads. Resolves to whether that worked. */
async function keepPicture(card) {
  try {
    const picture = new Image();
    picture.src = address(card);
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
    canvas.getContext("2d")?.drawImage(picture, 0, 0);
    /** @type {Blob | null} */
    const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!png) return false;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(png);
    link.download = `rollerdeck-game-${card.number}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a slow phone is still saving it
    return true;
  } catch {
    return false;
  }
}
