// Dates in the language of the page: as its reader's country writes them, where the browser names one.

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  moment: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
  month: { month: "long" },
};

/** @type {{lang: string, formats: Record<string, Intl.DateTimeFormat>}} */
let made = { lang: "", formats: {} };

/** The browser's own variant of a language, such as "de-AT" of "de". @param {string} lang */
const variant = (lang) => navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;

/** @param {string} style @param {Date} date */
function write(style, date) {
  const { lang } = document.documentElement;
  if (made.lang !== lang) {
    const formats = Object.entries(STYLES).map(([name, how]) => [name, new Intl.DateTimeFormat(variant(lang), how)]);
    made = { lang, formats: Object.fromEntries(formats) };
  }
  // a time is one thing: nothing of it stands alone on the next line
  return made.formats[style].format(date).replace(/ (?=[AP]M$)/, "\u00a0");
}

/** Day and time of a moment. @param {number} seconds since 1970 */
export const moment = (seconds) => write("moment", new Date(seconds * 1000));

/** The day of a moment. @param {number} seconds since 1970 */
export const day = (seconds) => write("day", new Date(seconds * 1000));

/** The name of a month. @param {number} at 0 for January, to 11 */
export const month = (at) => write("month", new Date(2000, at, 1));
