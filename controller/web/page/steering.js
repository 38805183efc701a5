// Arrow keys between the keys of a group.

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** Where there is no card, the page scrolls as usual. @param {KeyboardEvent} event @param {HTMLElement | undefined} card */
function go(event, card) {
  if (!card) return;
  event.preventDefault();
  card.focus();
}

/** Go to the nearest card on that side that can be tapped; from the group itself to its first one.
 * @param {KeyboardEvent & {currentTarget: Element, target: Element}} event */
export function steer(event) {
  const way = WAYS[event.key];
  if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  /** @type {NodeListOf<HTMLElement>} */
  const found = event.currentTarget.querySelectorAll("button[data-card]:enabled");
  const cards = [...found];
  const here = event.target.closest("button[data-card]");
  if (!here) {
    go(event, cards[0]);
    return;
  }
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [fromX, fromY] = middle(here);
  const ahead = cards.map((one) => {
    const [x, y] = middle(one);
    const along = (x - fromX) * way[0] + (y - fromY) * way[1];
    const aside = Math.abs((x - fromX) * way[1]) + Math.abs((y - fromY) * way[0]);
    return { one, along, far: along + 3 * aside };
  }).filter(({ along }) => along > 1).sort((a, b) => a.far - b.far);
  go(event, ahead[0]?.one);
}
