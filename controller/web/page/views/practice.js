// A round for practice: the person's own cards, the bots, the launcher, and a sentence at each first moment.

import { html, nothing } from "../vendor/lit-html.js";
import { addressed } from "../addressing.js";
import { say } from "../catalogue.js";
import { answer, begin } from "../practice.js";
import { COLORS, cardName, deed, told } from "../words.js";
import { face } from "./cards.js";
import { colorButtons, tapButton } from "./controls.js";

const COACH = { play: "ui.practice.play", press: "ui.practice.press_when", hit: "ui.practice.hit", uno: "ui.practice.uno", over: "ui.practice.over" };

export function practiceView(view) {
  const { ui, act } = view;
  if (!ui.practice) begin(view);
  const { step, coach, ended } = ui.practice;
  const leave = () => {
    act.show({ practice: undefined });
    act.open(null);
  };
  return html`<section class="games practice" aria-label=${say("ui.practice.title")}>
    <header><div role="status"><h1 tabindex="-1">${step ? headline(ui.practice) : say("ui.practice.title")}</h1></div>${tapButton(say("ui.shared.back"), leave, { closes: true })}</header>
    ${ui.notice ? html`<p class="refusal" role="alert">${ui.notice.sentence}</p>` : nothing}
    ${coach && !asksColor(ui.practice.legal, ui.practice.wild) ? html`<p class="practice-coach" role="status"><span>${say(COACH[coach])}</span>
      ${tapButton(say("ui.practice.skip"), () => act.show({ practice: { ...ui.practice, coach: null } }), { kind: "plain", closes: true })}</p>` : nothing}
    ${step ? roundView(view) : nothing}
    ${ended || step?.moment === "over" ? tapButton(say("ui.practice.again"), () => begin(view), { kind: "big primary" }) : nothing}
    <p><small>${say("ui.practice.no_launcher")}</small></p>
  </section>`;
}

/** The command that waits for its colour. */
const asksColor = (legal, wild) => legal.find((offer) => offer.do === "color") ?? wild;

/** @param {import("../types").Practice} practice */
function headline({ step: { state }, player, legal, wild }) {
  const [winner] = [state.winner ?? []].flat();
  if (winner) return winner === player ? say("ui.practice.won") : say("ui.practice.lost", { player: winner });
  if (asksColor(legal, wild)) return say("ui.practice.color");
  const acts = state.owed[0]?.by ?? state.turn ?? state.dealer;
  // also while what the person said is under way: nobody is told that they think themselves
  return legal.length || acts === player ? say("ui.practice.your_turn") : say("ui.practice.thinks", { player: acts });
}

function roundView(view) {
  const { ui, act } = view;
  const { step: { state, events, hand }, player, legal, wild } = ui.practice;
  const offer = (word) => legal.find((candidate) => candidate.do === word);
  const send = ({ needs: _, may: __, bounds: ___, ...command }) => answer(view, command);
  const play = (candidate) => (candidate.needs.includes("color") ? act.show({ practice: { ...ui.practice, wild: candidate } }) : send(candidate));
  const calls = asksColor(legal, wild);
  return html`${calls ? colorButtons(COLORS, (color) => send({ ...calls, color })) : html`<div class="choices">${tapButton(say("ui.practice.press"), () => send(offer("hit")), { kind: "big primary", off: !offer("hit") })}
      ${tapButton(deed("uno"), () => send(offer("uno")), { off: !offer("uno") })}
      ${tapButton(deed("catch"), () => send(offer("catch")), { off: !offer("catch") })}</div>`}
    <div class="practice-pile"><span class="card small" role="img" aria-label=${state.top ? cardName(state.top) : nothing}>${state.top ? face(state.top, state.color) : nothing}</span>
      <div role="log">${events.map((event) => html`<p>${told(addressed(event, player))}</p>`)}</div></div>
    <div class="practice-hand" role="group" aria-label=${say("ui.practice.hand")}>${hand.map((card) => {
      const candidate = legal.find((one) => one.do === "play" && one.card === card);
      return html`<button type="button" class="held" aria-label=${cardName(card)} ?disabled=${!candidate} @click=${() => candidate && play(candidate)}>${face(card)}</button>`;
    })}</div>
    <ul class="practice-bots">${Object.entries(state.hands).filter(([name]) => name !== player).map(([name, cards]) =>
      html`<li data-turn=${name === state.turn}><b>${name}</b> ${say("ui.words.cards", { n: cards })}</li>`)}</ul>`;
}
