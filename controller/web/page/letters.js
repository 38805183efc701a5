// How much room a name takes, before it is drawn: an m or a W takes more than an i. Pure.

/** Widths in average letters, of sans serif faces. @type {[RegExp, number][]} */
const WIDTHS = [
  [/[W@%‰\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 1.8],
  [/[Mmw]/u, 1.5],
  [/[-Iijl.,:;'’|! \u00ad]/u, 0.5],
];

/** The width of a text in average letters. @param {string} text */
export const widthOf = (text) => [...text].reduce((sum, letter) => sum + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1), 0);

/** The width of its widest part that does not break. @param {string} text */
export const widestPart = (text) => Math.max(...text.split(/[\s-]/).map(widthOf));
