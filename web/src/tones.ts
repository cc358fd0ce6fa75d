/** The sounds themselves: a few soft tones, made when they are needed. */

import type { Sound } from "./sound";

/** Each sound as notes: pitch in hertz, beginning and length in seconds. */
const NOTES: Readonly<Record<Sound, readonly (readonly [number, number, number])[]>> = {
  place: [[440, 0, 0.12]],
  cycle: [
    [392, 0, 0.14],
    [523, 0.09, 0.14],
    [392, 0.18, 0.2],
  ],
  settle: [[330, 0, 0.22]],
  line: [
    [523, 0, 0.18],
    [659, 0.12, 0.18],
    [784, 0.24, 0.4],
  ],
  refusal: [
    [196, 0, 0.1],
    [175, 0.1, 0.16],
  ],
  edge: [[150, 0, 0.06]],
};

const LOUD = 0.12;

let context: AudioContext | undefined;

/** Play a sound; a browser that allows none stays silent. */
export async function sing(sound: Sound): Promise<void> {
  try {
    context ??= new AudioContext();
    await context.resume();
    for (const [pitch, begin, length] of NOTES[sound]) tone(context, pitch, begin, length);
  } catch {
    // There is no device to play on, or no permission: the page says everything in words as well.
  }
}

function tone(context: AudioContext, pitch: number, begin: number, length: number): void {
  const start = context.currentTime + begin;
  const voice = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUD, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}
