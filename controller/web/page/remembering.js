// What a browser keeps for this page. One that may keep nothing (site data blocked) throws as soon as it is asked for
// its storage: then the page goes on, and remembers nothing.

/**
 * What is kept as JSON under a key. `area()` gives the storage.
 * @param {() => Storage} area
 * @param {string} key
 */
export const memoryOf = (area, key) => ({
  /** What was written last; null where nothing was, or it cannot be read. */
  read() {
    try {
      return JSON.parse(area().getItem(key) ?? "null");
    } catch {
      return null;
    }
  },

  /** Keep a value, or with null nothing. Returns whether the browser keeps it. @param {unknown} value */
  write(value) {
    try {
      if (value === null) area().removeItem(key);
      else area().setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
});

/** @typedef {ReturnType<typeof memoryOf>} Memory */

/** For this browser, until its data are deleted. @param {string} key */
export const inBrowser = (key) => memoryOf(() => localStorage, key);

/** For this tab, until it is closed. @param {string} key */
export const inTab = (key) => memoryOf(() => sessionStorage, key);
