// What eyes and fingers miss on a page, as a list of sentences. tests/e2e/layout.py loads it into the
// page once, so that the browser compiles it once.
//
// A word is what stands between two spaces of a text. It is measured by its ink: as wide as its range
// is laid out, as high as its letters are drawn, because lines that stand close share their room.
// What people do not read there does not count:
// - a text for screen readers alone (clipped to nothing), and one that is hidden or folded up;
// - what a list that scrolls, or the page itself, has outside of its view: scrolling brings it there.
//   What stands beside the screen, or above it, nothing brings there;
// - what lies under a layer that stays where it is (the calls, a notice): such a layer is opaque, so
//   nothing mixes with its words, and what is under it is scrolled out or comes back with a tap. That
//   no key and no main action lies there is looked at by itself;
// - what is shortened with three dots because it stands whole in the log or in a title (data-brief);
// - what is typed into a field: the field scrolls it. A number in a field has to be seen whole.
/** Selectors of the elements that a finger goes through, in the page's style sheets. */
const clickThrough = [...document.styleSheets].flatMap(function selectors({ cssRules }) {
  return [...cssRules].flatMap((rule) => [
    ...rule.style?.pointerEvents ? [rule.selectorText] : [],
    ...rule.cssRules || rule.styleSheet ? selectors(rule.styleSheet ?? rule) : [],
  ]);
});
const hitting = new CSSStyleSheet(); // a rule for all elements would have them all styled anew at each look
hitting.replaceSync(`${[...clickThrough, "[style*=pointer-events]"].join()} { pointer-events: auto !important; }`);

/** @param {{main: string[], keys: string, seen: string, whole: number, lists: boolean}} wanted main: names of buttons; keys: a selector;
 * seen: one of what belongs beside keys; whole: a word of so many letters does not break; lists: is what a list has chosen seen whole? */
globalThis.layoutFaults = async ({ main, keys, seen, whole, lists }) => {
  // A seat's phone makes room anew with the first frame after it was turned, or its text set larger.
  if (document.querySelector(".own-screen")) {
    await new Promise((done) => {
      requestAnimationFrame(() => setTimeout(done));
      setTimeout(done, 2000); // a browser may draw nothing more
    });
  }
  const SLACK_PX = 1; // rounding; and letters that lean over their own width
  // Longer words may break where a line is short, as a long name has to, and all at a hyphen.
  const SHORT = new RegExp(`^\\p{L}{1,${whole}}\\p{P}?$`, "u");
  const NUMBER = /^[+−×-]?\d+(?:[.,:/–-]\d+)*%?$/;
  const [width, height] = [document.documentElement.clientWidth, innerHeight];
  const pen = document.createElement("canvas").getContext("2d");
  const faults = [];
  const report = (kind, what, px = 0) => faults.push([kind, what, Math.ceil(px)]);

  /** A function that remembers what it said of an element. */
  const once = (find) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, find(one));
      return known.get(one);
    };
  };
  const style = once((one) => getComputedStyle(one));
  const unseen = once((one) => one instanceof Element && (style(one).clipPath.startsWith("inset(50%")
    || (style(one).display !== "contents" && !one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) // which has no box of its own
    || unseen(one.parentNode)));
  const layer = once((one) => (one instanceof Element
    ? (["fixed", "sticky"].includes(style(one).position) ? one : layer(one.parentNode)) : null));
  const holdsAbsolute = (one) => style(one).position !== "static" || style(one).transform !== "none"
    || style(one).containerType !== "normal";

  /** What may cut an element, from the inside to the outside. */
  const windows = once((one) => {
    const found = [];
    let { position } = style(one);
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const passed = at !== one && position === "absolute" && !holdsAbsolute(at);
      if (!passed) {
        const { overflowX, overflowY } = style(at);
        if (overflowX !== "visible" || overflowY !== "visible") found.push(windowOf(at, overflowX, overflowY));
        if (at !== one) ({ position } = style(at));
      }
      if (position === "fixed") break;
    }
    return found;
  });
  function windowOf(one, overflowX, overflowY) {
    const box = one.getBoundingClientRect();
    const way = (overflow, content, part) =>
      (overflow === "visible" ? "open" : ["auto", "scroll"].includes(overflow) && content > part ? "scrolls" : "cuts");
    return {
      x: way(overflowX, one.scrollWidth, one.clientWidth), y: way(overflowY, one.scrollHeight, one.clientHeight),
      left: box.left + one.clientLeft, right: box.right - one.clientLeft,
      top: box.top + one.clientTop, bottom: box.bottom - one.clientTop,
    };
  }

  const metrics = (() => {
    const known = new Map();
    return (font, text) => {
      const name = `${font}|${text}`;
      if (!known.has(name)) {
        pen.font = font;
        known.set(name, pen.measureText(text));
      }
      return known.get(name);
    };
  })();
  function inked(rect, element, text) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = style(element);
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down, actualBoundingBoxAscent: rises,
      actualBoundingBoxDescent: falls } = metrics(`${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`, text);
    const scale = rect.height / (up + down);
    const base = rect.top + up * scale;
    return { left: rect.left, right: rect.right, top: base - rises * scale, bottom: base + falls * scale };
  }

  const linesOf = (rects) => new Set(rects.map((rect) => Math.round(rect.top))).size;

  /** Every piece of a word that is laid out: a word that breaks has several. */
  function* piecesOf(node) {
    const range = document.createRange();
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 0.5);
      if (NUMBER.test(word) && linesOf(rects) > 1) report("broken", `“${word}” stands on ${linesOf(rects)} lines`);
      for (const { 0: part, index: from } of linesOf(rects) > 1 ? word.matchAll(/[^-]+-?/g) : []) {
        range.setStart(node, index + from);
        range.setEnd(node, index + from + part.length);
        const lines = linesOf([...range.getClientRects()].filter((rect) => rect.width > 0.5));
        if (SHORT.test(part) && lines > 1) report("broken", `“${part}”${part === word ? "" : ` of “${word}”`} stands on ${lines} lines`);
      }
      for (const rect of rects) yield { word, node, index, element: node.parentElement, ...inked(rect, node.parentElement, word) };
    }
  }

  /** By how much windows, or the screen, take from a piece, and what they leave of it; null: nothing. */
  function taken(piece, inside = piece.element) {
    let most = 0;
    let left = piece;
    const cut = (px) => { most = Math.max(most, px); };
    for (const one of windows(inside)) {
      const [x, y] = [Math.max(one.left - piece.left, piece.right - one.right), Math.max(one.top - piece.top, piece.bottom - one.bottom)];
      if ((one.x === "scrolls" && x > 0) || (one.y === "scrolls" && y > 0)) return { most: 0, rest: null };
      if (one.x === "cuts") cut(x);
      if (one.y === "cuts") cut(y);
      left = within(left, one);
    }
    cut(Math.max(-piece.left, piece.right - width, -piece.top - scrollY));
    if (layer(piece.element) && style(layer(piece.element)).position === "fixed") cut(piece.bottom - height);
    return { most, rest: left.left < left.right && left.top < left.bottom ? left : null };
  }
  const within = (piece, { x, y, left, right, top, bottom }) => ({
    ...piece,
    ...x === "open" ? {} : { left: Math.max(piece.left, left), right: Math.min(piece.right, right) },
    ...y === "open" ? {} : { top: Math.max(piece.top, top), bottom: Math.min(piece.bottom, bottom) },
  });

  const quoted = (element) => {
    const text = element.textContent.trim().replace(/\s+/g, " ");
    return `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;
  };
  const named = (element) => quoted(element.getAttribute?.("aria-label") ? { textContent: element.getAttribute("aria-label") }
    : element.textContent.trim() ? element : { textContent: element.getAttribute("class") ?? element.localName });

  const paints = (one) => one instanceof SVGGraphicsElement && !(one instanceof SVGSVGElement) || style(one).backgroundImage !== "none"
    || !/^rgba\(.*, 0\)$|^transparent$/.test(style(one).backgroundColor);
  /** What is painted over an element at a point of the screen: the outermost, or null. */
  function cover(element, x, y) {
    const top = document.elementFromPoint(x, y); // in most cases it is the element: far quicker than to ask for all
    if (!top || related(top, element)) return null;
    let over = null;
    for (const one of document.elementsFromPoint(x, y)) {
      if (related(one, element)) break;
      if (paints(one)) over = one;
    }
    return over;
  }
  const CORNERS = [[0.5, 0.5], [0.08, 0.2], [0.92, 0.2], [0.08, 0.8], [0.92, 0.8]];
  function coverOf(piece) {
    let found = null;
    for (const [across, down] of CORNERS) {
      const one = cover(piece.element, piece.left + across * (piece.right - piece.left), piece.top + down * (piece.bottom - piece.top));
      if (one && layer(one) && layer(one) !== layer(piece.element)) return { under: true };
      found ??= one;
    }
    return { by: found };
  }

  // To ask what lies at a point takes longest, so it is asked only where another box is near.
  const related = (one, other) => one.contains(other) || other.contains(one);
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const LEAST_FIELD_PX = 16; // iOS zooms in on a field with smaller letters, and leaves people there
  const MARGIN_PX = 3; // what ::before and ::after add to a box
  /** @param text where the box's own text lies, also outside of it */
  function boxOf(element, text = null) {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const box = {
      element, left: left - MARGIN_PX, right: right + MARGIN_PX, top: top - MARGIN_PX, bottom: bottom + MARGIN_PX,
    };
    return text ? { element, ...union(box, text) } : box;
  }
  const union = (one, other) => ({
    left: Math.min(one.left, other.left), right: Math.max(one.right, other.right),
    top: Math.min(one.top, other.top), bottom: Math.max(one.bottom, other.bottom),
  });
  const shapesIn = once((svg) => [...svg.querySelectorAll("*")].map((one) => boxOf(one)));
  /** A function that tells whether anything may lie over a piece; `texts`: by element, where its text lies. */
  function neighbours(texts) {
    const boxes = [...document.body.querySelectorAll(":not(svg *)")].map((one) => boxOf(one, texts.get(one)));
    const layered = boxes.filter(({ element }) => layer(element));
    const still = boxes.filter(({ element }) => !layer(element));
    const over = (some, piece) => some.some((box) => meet(box, piece) && !related(box.element, piece.element) && paints(box.element));
    const near = new Map();
    let now = layered;
    return {
      /** Layers stay where they are while the page scrolls. */
      scrolled() { now = layered.map(({ element }) => boxOf(element, texts.get(element))); },
      /** @param piece at scroll 0 @param here where it is now */
      has(piece, here) {
        if (layer(piece.element)) return true;
        if (!near.has(piece)) {
          const svg = piece.element.closest("svg");
          near.set(piece, over(still, piece) || (svg !== null && over(shapesIn(svg), piece)));
        }
        return near.get(piece) || over(now, here);
      },
    };
  }

  /** Is all of it on the screen, and not under anything? `hidden` tells what hides it at a point. */
  function reach(element, name, hidden) {
    const box = element.getBoundingClientRect();
    if (!box.width || unseen(element)) {
      report("away", `${name} is not shown`);
      return;
    }
    const { left, right, top, bottom } = box;
    const { most, rest } = taken({ element, left, right, top, bottom }, element.parentElement);
    const out = Math.max(most, -top, bottom - height, rest ? 0 : box.height);
    if (out > SLACK_PX) {
      report("away", `${name} is not wholly on the screen`, out);
      return;
    }
    // not the corners, which are round
    for (const [across, down] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
      const one = hidden(element, left + across * box.width, top + down * box.height);
      if (!one) continue;
      report("covered", `${name} by ${named(one)}`);
      return;
    }
  }
  /** What a finger hits there instead. */
  function hitInstead(element, x, y) {
    const top = document.elementFromPoint(x, y);
    return element.contains(top) ? null : top ?? document.body;
  }
  scrollTo(0, 0);
  for (const name of main) {
    const button = [...document.querySelectorAll("button, summary")].find((one) => !unseen(one)
      && (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\s+/g, " ") === name);
    if (button) reach(button, `the main action “${name}”`, hitInstead);
    else report("away", `the main action “${name}” is not there`);
  }
  const there = keys ? [...document.querySelectorAll(keys)] : [];
  there.forEach((key) => reach(key, `the key ${named(key)}`, hitInstead));
  if (there.length && seen) document.querySelectorAll(seen).forEach((one) => reach(one, named(one), cover));

  // From here on whatever is painted is found at a point, also what no finger can hit.
  const inert = [...document.querySelectorAll("[inert]")];
  inert.forEach((one) => one.removeAttribute("inert"));
  document.adoptedStyleSheets.push(hitting);

  const far = document.documentElement.scrollWidth - width;
  if (far > 0) report("wide", "the page is wider than the screen", far);

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const pieces = [];
  const wordsOf = new Map(); // by element: where all its words lie
  const cuts = new Map(); // by element: one sentence for all its words
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || ["OPTION", "SCRIPT", "STYLE"].includes(element.tagName) || unseen(element)) continue;
    for (const piece of piecesOf(node)) {
      wordsOf.set(element, union(piece, wordsOf.get(element) ?? piece));
      const { most, rest } = taken(piece);
      if (most > SLACK_PX && !element.closest("[data-brief]")) cuts.set(element, Math.max(most, cuts.get(element) ?? 0));
      if (rest) pieces.push(rest);
    }
  }
  for (const [element, px] of cuts) report("cut", `${quoted(element)} in ${named(element.closest("button, li, section, nav, header") ?? document.body)}`, px);
  for (const field of document.querySelectorAll("input[type=number]")) {
    if (!unseen(field) && field.scrollWidth > field.clientWidth) report("cut", `“${field.value}” in its field`, field.scrollWidth - field.clientWidth);
  }

  for (const field of document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=file]), select, textarea")) {
    const px = parseFloat(style(field).fontSize);
    if (!unseen(field) && px < LEAST_FIELD_PX) report("small", `letters of ${px} px in the field ${named(field)}`);
  }

  for (const field of lists ? document.querySelectorAll("select") : []) {
    if (unseen(field)) continue;
    const { font, paddingLeft, paddingRight } = style(field);
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const text = field.selectedOptions[0]?.text ?? "";
    const missing = metrics(font, text).width - room;
    if (missing > SLACK_PX) report("cut", `“${text}” in its list`, missing);
  }

  // Points of the screen are asked only where the screen is: what is below it is scrolled there.
  const waiting = new Set(pieces);
  const from = scrollY;
  const around = neighbours(wordsOf);
  for (let y = 0; waiting.size && y < document.documentElement.scrollHeight; y += height / 2) {
    scrollTo(0, y);
    const moved = scrollY - from;
    around.scrolled();
    for (const piece of waiting) {
      const by = layer(piece.element) ? 0 : moved;
      const here = { ...piece, top: piece.top - by, bottom: piece.bottom - by };
      if (here.top < 0 || here.bottom > height) continue;
      const found = around.has(piece, here) ? coverOf(here) : { by: null };
      if (found.under) {
        piece.under = true;
        continue; // the next step may bring it out
      }
      piece.under = false;
      waiting.delete(piece);
      if (found.by) report("covered", `“${piece.word}” of ${quoted(piece.element)} by ${named(found.by)}`);
    }
    if (scrollY + height >= document.documentElement.scrollHeight) break;
  }
  scrollTo(0, 0);

  const overlaps = new Map(); // by both texts: one sentence for all their words
  const inOrder = pieces.filter(({ under }) => !under).sort((a, b) => a.top - b.top);
  inOrder.forEach((one, at) => {
    for (let next = at + 1; next < inOrder.length && inOrder[next].top < one.bottom - SLACK_PX; next += 1) {
      const other = inOrder[next];
      const [x, y] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - other.top];
      // three dots have a word twice, and a layer is over what scrolls, not beside it
      const same = one.node === other.node && one.index === other.index;
      if (same || x <= SLACK_PX || y <= SLACK_PX || layer(one.element) !== layer(other.element)) continue;
      const both = [one, other].map(({ word, element }) => `“${word}” of ${quoted(element)}`);
      const texts = [one, other].map(({ element }) => quoted(element)).sort().join();
      const worst = overlaps.get(texts);
      if (!worst || Math.min(x, y) > worst.px) overlaps.set(texts, { what: both.join(" and "), px: Math.min(x, y) });
    }
  });
  for (const { what, px } of overlaps.values()) report("overlap", what, px);

  document.adoptedStyleSheets.pop();
  inert.forEach((one) => one.setAttribute("inert", ""));
  return faults;
};
