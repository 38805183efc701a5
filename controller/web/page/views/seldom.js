// The screens that are fetched when the first of them is opened (later.js).

export { eveningsView } from "./evenings.js";
export { gamesView } from "./games.js";
export { practiceView } from "./practice.js";
export { tvView } from "./tv.js";
