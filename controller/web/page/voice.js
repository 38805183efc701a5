// The page's voice. What is said last counts: an older sentence is cut short, so that the voice
// never lags behind the game.

/** Say these sentences now, at once; a browser without a voice says nothing. @param {string[]} sentences */
export function speakNow(sentences) {
  if (!sentences.length || !globalThis.speechSynthesis) return;
  const words = new SpeechSynthesisUtterance(sentences.join(" "));
  words.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** Be silent at once. */
export const hush = () => globalThis.speechSynthesis?.cancel();
