// Whether the page is settled, for tests and measurements: `data-settled` on `main` is the number of the table that
// is painted whole while every request is answered and nothing moves. Otherwise the attribute is missing.

/** @type {HTMLElement | null} */
let root = null;
let unanswered = 0; // requests
let changes = 0; // so far
/** @type {number | undefined} the table that is painted whole */
let painted;

const main = () => root?.querySelector("main");

/** Report on the `main` element in `page`. @param {HTMLElement} page */
export function reportSettled(page) {
  root = page;
}

/** Call it before anything is drawn. */
export function unsettle() {
  changes += 1;
  painted = undefined;
  main()?.removeAttribute("data-settled");
}

async function report() {
  if (unanswered || painted === undefined) return;
  const [seq, before] = [String(painted), changes];
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  if (changes === before) main()?.setAttribute("data-settled", seq);
}

/** Call it when the table with this number is painted whole. @param {number | undefined} seq */
export function settle(seq) {
  painted = seq;
  report();
}

/** The page is not settled until `request` is. Returns `request`.
 * @template T
 * @param {Promise<T>} request
 * @returns {Promise<T>} */
export function untilAnswered(request) {
  changes += 1;
  unanswered += 1;
  main()?.removeAttribute("data-settled");
  const answered = () => {
    unanswered -= 1;
    setTimeout(report); // what the answer changes is drawn first
  };
  request.then(answered, answered);
  return request;
}
