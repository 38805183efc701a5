// Short sounds, made on the spot: nothing to load.

/** A drum roll: strokes on two drums, quicker and longer the closer the cards are. @param {number} level 1 to `ROLLS` */
const roll = (level) => Array.from({ length: 8 + 6 * level }, (_, nth) =>
  [nth % 2 ? 92 : 84, nth * (0.075 - 0.008 * level), 0.09, "triangle"]);
/** Drum rolls have this many levels: roll1, roll2 and so on. */
export const ROLLS = 4;

/** By cue: notes of `[hertz, after_s, length_s, wave]`. */
const NOTES = {
  card: [[180, 0, 0.05, "triangle"]],
  flick: [[900, 0, 0.03, "square"]],
  dry: [[330, 0, 0.22, "sine"], [294, 0.16, 0.24, "sine"], [220, 0.34, 0.5, "sine"]],
  trade: [[523, 0, 0.12, "triangle"], [392, 0, 0.12, "sine"], [392, 0.16, 0.24, "triangle"], [523, 0.16, 0.24, "sine"]],
  ding: [[1568, 0, 0.5, "sine"], [3136, 0, 0.25, "sine"]],
  uno: [[523, 0, 0.6, "triangle"], [659, 0, 0.6, "triangle"], [784, 0, 0.6, "triangle"]],
  sting: [[196, 0, 0.14, "sawtooth"], [233, 0.14, 0.14, "sawtooth"], [294, 0.28, 0.14, "sawtooth"],
    [392, 0.42, 0.7, "sawtooth"], [466, 0.42, 0.7, "sawtooth"], [587, 0.42, 0.7, "sawtooth"]],
  caught: [[392, 0, 0.16, "sawtooth"], [262, 0.16, 0.35, "sawtooth"]],
  gong: [[110, 0, 2.2, "sine"], [165, 0, 1.6, "sine"], [277, 0, 1.1, "triangle"]],
  turn: [[880, 0, 0.14, "sine"], [1175, 0.15, 0.28, "sine"]],
  alarm: [[440, 0, 0.14, "square"], [440, 0.22, 0.14, "square"], [440, 0.44, 0.14, "square"]],
  won: [[523, 0, 0.14, "triangle"], [659, 0.14, 0.14, "triangle"], [784, 0.28, 0.14, "triangle"],
    [1047, 0.42, 0.5, "triangle"]],
  ...Object.fromEntries(Array.from({ length: ROLLS }, (_, at) => [`roll${at + 1}`, roll(at + 1)])),
};
const LOUDNESS = 0.16;
const BETWEEN_S = 0.07; // cards that were told of together are heard one by one

/** @type {AudioContext | null} */
let context = null;

function note(speaker, at, [hertz, after, length, wave]) {
  const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
  const [start, end] = [at + after, at + after + length];
  tone.type = wave;
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  tone.connect(volume).connect(speaker.destination);
  tone.start(start);
  tone.stop(end);
}

/**
 * Play the sounds of these cues. Browsers let a page sound after its first tap only; until then
 * nothing is kept for later.
 */
export function play(cues) {
  if (!cues.length || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  const speaker = context;
  if (speaker.state === "suspended") {
    speaker.resume();
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  cues.forEach((cue, at) => NOTES[cue].forEach((one) => note(speaker, speaker.currentTime + at * BETWEEN_S, one)));
}

/** Be silent at once, also with what has begun. */
export function silence() {
  context?.close();
  context = null;
}

const BUZZ_MS = [90, 60, 160];

/** Call this phone's own player: a buzz where the phone has one, and a tone. A browser that nobody has
 * tapped yet does neither. */
export function buzz() {
  navigator.vibrate?.(BUZZ_MS);
  play(["turn"]);
}
