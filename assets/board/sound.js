/** Sounds made on the spot by Web Audio. Silent until the first gesture. */

import { pref } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** Allows sound; to be called in a gesture. */
export function primeSound() {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
}

/** @returns {AudioContext | null} if sound is allowed and wanted */
function ready() {
  return context && !pref("muted") && pref("volume") > 0 ? context : null;
}

function output(audio, at, loudness, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness * pref("volume"), at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

function whiteNoise(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return noise;
}

/** A knock on wood: a short noise through a resonance, and the tone of the board. */
function knock(audio, at, pitch, loudness) {
  const source = audio.createBufferSource();
  source.buffer = whiteNoise(audio);
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 1.8;
  source.connect(filter).connect(output(audio, at, loudness, 0.06));
  source.start(at, Math.random() * 0.1, 0.07);
  const body = audio.createOscillator();
  body.frequency.setValueAtTime(pitch / 5, at);
  body.frequency.exponentialRampToValueAtTime(pitch / 8, at + 0.09);
  body.connect(output(audio, at, loudness * 0.5, 0.1));
  body.start(at);
  body.stop(at + 0.12);
  return [source, body];
}

function tone(audio, at, pitch, length, loudness) {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(output(audio, at, loudness, length));
  source.start(at);
  source.stop(at + length);
  return [source];
}

/** The parts of each sound: delay in seconds and how it is made. */
const SOUNDS = {
  stone: (audio, at) => knock(audio, at, 2100 + Math.random() * 500, 0.9),
  capture: (audio, at) => [0, 0.07, 0.13].flatMap((delay) => knock(audio, at + delay, 3000 + Math.random() * 700, 0.4)),
  pass: (audio, at) => tone(audio, at, 392, 0.2, 0.25),
  refused: (audio, at) => tone(audio, at, 165, 0.16, 0.3),
  turn: (audio, at) => tone(audio, at, 660, 0.12, 0.2),
  tick: (audio, at) => tone(audio, at, 880, 0.09, 0.4),
  overtime: (audio, at) => [...tone(audio, at, 523, 0.22, 0.4), ...tone(audio, at + 0.2, 784, 0.35, 0.4)],
  period: (audio, at) => [...tone(audio, at, 784, 0.18, 0.4), ...tone(audio, at + 0.18, 523, 0.3, 0.4)],
  flag: (audio, at) => [0, 0.25, 0.5].flatMap((delay) => tone(audio, at + delay, 330, 0.22, 0.5)),
  end: (audio, at) => [523, 659, 784].flatMap((pitch, step) => tone(audio, at + step * 0.12, pitch, 0.4, 0.25)),
};

/**
 * Plays a sound, at once or later on the clock of the audio hardware, which hidden tabs do not slow.
 * @param {keyof typeof SOUNDS} name @param {number} [delay] seconds
 * @returns {AudioScheduledSourceNode[]} what can be stopped
 */
export function playSound(name, delay = 0) {
  const audio = ready();
  if (!audio || audio.state !== "running") return [];
  return SOUNDS[name](audio, audio.currentTime + delay);
}
