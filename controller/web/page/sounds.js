// Short sounds, made on the spot: nothing to load.

/** By cue: notes of `[hertz, after_s, length_s, wave]`. */
const NOTES = {
  card: [[180, 0, 0.05, "triangle"]],
  flick: [[900, 0, 0.03, "square"]],
  ding: [[1568, 0, 0.5, "sine"], [3136, 0, 0.25, "sine"]],
  uno: [[659, 0, 0.12, "triangle"], [988, 0.12, 0.25, "triangle"]],
  caught: [[392, 0, 0.16, "sawtooth"], [262, 0.16, 0.35, "sawtooth"]],
  alarm: [[440, 0, 0.14, "square"], [440, 0.22, 0.14, "square"], [440, 0.44, 0.14, "square"]],
  won: [[523, 0, 0.14, "triangle"], [659, 0.14, 0.14, "triangle"], [784, 0.28, 0.14, "triangle"],
    [1047, 0.42, 0.5, "triangle"]],
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
