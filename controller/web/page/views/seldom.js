// The screens that are fetched when the first of them is opened (later.js).

export { eveningsView } from "./evenings.js";
export { gamesView } from "./games.js";
export { hostView } from "./host.js";
export { joinView } from "./join.js";
export { seatsScreen } from "./pairing.js";
export { practiceView } from "./practice.js";
export { roomView } from "./room.js";
export { tvView } from "./tv.js";
