// The tables of instruments and short sounds, which the session sends: see retromaze/audio/instruments.py.

export type Partials = [ratio: number, level: number][];

export interface Instrument {
  partials: Partials;
  attack: number;
  decay: number;
  sustain: number;
  release: number;
  dull: number;
  fading: number;
  noise: number;
  noise_decay: number;
  color: string;
  vibrato: number;
  tremolo: number;
  rate: number;
  chorus: number;
  shift: number;
  level: number;
}

export interface Part {
  wave: string;
  start: number;
  end: number;
  seconds: number;
  at: number;
  level: number;
  held: boolean;
  attack: number;
  times: number;
  every: number;
}

export interface ShortSound {
  parts: Part[];
}

export interface Tables {
  instruments: Record<string, Instrument>;
  kits: Record<string, Record<string, ShortSound>>;
  beeps: Record<string, ShortSound>;
  waves: Record<string, Partials>;
}

/** The properties of a note: see Tone in retromaze/machine/sound_events.py. */
export type Tone = [
  instrument: number,
  key: number,
  detune: number,
  volume: number,
  velocity: number,
  pan: number,
  envelope: [attack: number, decay: number, sustain: number, release: number] | null,
  modulation: [kind: string, depth: number, range: number, speed: number, delay: number] | null,
];

/** An instrument that the listing has defined: the samples of one period. */
export interface OwnWave {
  envelope: [number, number, number, number];
  samples: number[];
  reference: number;
}

/** If a ratio of partials has a fraction, all are multiples of an eighth of the note's frequency. */
const EIGHTHS = 8;
const LOUDNESS = 1.5;

export function loudness(volume: number): number {
  return (volume / 127) ** LOUDNESS;
}

/** Converts a number of an envelope to seconds. */
export function secondsOf(level: number): number {
  return 4 * (level / 127) ** 2;
}

export function frequencyOf(key: number): number {
  return 440 * 2 ** ((key - 69) / 12);
}

/** Returns a wave of these partials, and the factor by which its frequency is lower than the note's. */
export function waveOf(context: BaseAudioContext, partials: Partials): [PeriodicWave, number] {
  const parts = partials.every(([ratio]) => Number.isInteger(ratio)) ? 1 : EIGHTHS;
  const highest = Math.max(...partials.map(([ratio]) => Math.round(ratio * parts)));
  const sines = new Float32Array(highest + 1);
  for (const [ratio, level] of partials) sines[Math.round(ratio * parts)] = level;
  return [context.createPeriodicWave(new Float32Array(highest + 1), sines), parts];
}

/** Returns the wave of samples, by their Fourier series. */
export function ownWave(context: BaseAudioContext, samples: number[]): PeriodicWave {
  const count = samples.length;
  const half = Math.floor(count / 2);
  const [cosines, sines] = [new Float32Array(half + 1), new Float32Array(half + 1)];
  for (let number = 1; number <= half; number++) {
    for (let at = 0; at < count; at++) {
      const turn = (2 * Math.PI * number * at) / count;
      cosines[number] = (cosines[number] as number) + (2 / count) * (samples[at] as number) * Math.cos(turn);
      sines[number] = (sines[number] as number) + (2 / count) * (samples[at] as number) * Math.sin(turn);
    }
  }
  return context.createPeriodicWave(cosines, sines, { disableNormalization: true });
}
