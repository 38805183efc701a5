// A moment on the screen: a sign in large letters over the table, and confetti where something is won. Both lie on the
// layer of flying.js, through which fingers go, and are soon gone. Where motion is unwanted there is neither: headline, last
// ruling and launcher say the same.
import { isStill, layer } from "./flying.js";

const SIGN_MS = 1300;
const PIECES = 48;
const COLORS = ["red", "yellow", "green", "blue"];
const GOLDEN_ANGLE = 2.4; // so turned, pieces lie evenly around the middle, however many there are

/** Where a sign stands: over the first of these that is on the screen. Card buttons are in none. */
const PLACES = [".tv-stage", ".tv-podium", ".tv-standings", ".felt", ".headline"];

/** @returns {DOMRect | undefined} */
const place = () => PLACES.map((selector) => document.querySelector(selector)?.getBoundingClientRect())
  .find((box) => box && box.height > 0 && box.bottom > 0 && box.top < innerHeight);

/** @param {Element} element */
const removeSoon = (element) => setTimeout(() => element.remove(), SIGN_MS);

/** Show a sign that says `words`; a new one takes the place of the one before. @param {string} kind @param {string} words */
export function showSign(kind, words) {
  const box = isStill() || document.hidden ? undefined : place();
  if (!box) return;
  document.querySelector(".sign")?.remove();
  const sign = document.createElement("p");
  sign.className = "sign";
  sign.dataset.kind = kind;
  sign.textContent = words;
  sign.style.top = `${Math.round(Math.max(box.top, 0) + Math.min(box.height, innerHeight) / 2)}px`;
  const isNarrow = box.width < innerWidth / 2 && !document.documentElement.hasAttribute("data-tv"); // a felt beside the keys
  if (isNarrow) Object.assign(sign.style, { left: `${box.left}px`, right: `${innerWidth - box.right}px` });
  layer().append(sign);
  removeSoon(sign);
  sign.animate([
    { transform: "translateY(-50%) scale(.5)", opacity: 0 },
    { transform: "translateY(-50%) scale(1.12)", opacity: 1, offset: 0.12 },
    { transform: "translateY(-50%) scale(1)", opacity: 1, offset: 0.22 },
    { transform: "translateY(-50%) scale(1)", opacity: 1, offset: 0.85 },
    { transform: "translateY(-50%) scale(1)", opacity: 0 },
  ], { duration: SIGN_MS, fill: "forwards" });
}

/** Let confetti burst from the middle of the screen, and fall. */
export function burst() {
  if (isStill() || document.hidden) return;
  const reach = Math.max(innerWidth, innerHeight) / 2;
  for (let nth = 0; nth < PIECES; nth += 1) {
    const piece = document.createElement("i");
    piece.className = "confetti";
    piece.dataset.color = COLORS[nth % COLORS.length];
    const [angle, way] = [nth * GOLDEN_ANGLE, reach * Math.sqrt((nth + 1) / PIECES)];
    const [x, y] = [Math.round(Math.cos(angle) * way), Math.round(Math.sin(angle) * way)];
    const turn = 360 * (1 + nth % 3);
    layer().append(piece);
    removeSoon(piece);
    piece.animate([
      { transform: "none", opacity: 1 },
      { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 1, offset: 0.45, easing: "ease-in" },
      { transform: `translate(${x}px, ${y + Math.round(reach / 2)}px) rotate(${2 * turn}deg)`, opacity: 0 },
    ], { duration: SIGN_MS, easing: "ease-out", fill: "forwards" });
  }
}
