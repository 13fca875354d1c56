// Plays notes of instruments, and the parts of short sounds, by the browser's own audio.
import { clamp } from "./elements";

/** A level falls to a hundredth after so many time constants: decays are given by that time. */
const ONE_PART = 4.6;
const MIDDLE_KEY = 60;
const A4 = 69;
const KITS = [128, 129];
const OWN = 224;
const AS_INSTRUMENT = 256;
const DETUNES_A_SEMITONE = 64;
const SWAY_SPEED = 0.375;
const SWAY_TICK = 0.0052;
const NOISE_SECONDS = 2;
/** The colors of noise in the tables: type and frequency of a filter. */
const COLORS: Record<string, [BiquadFilterType, number]> = { dark: ["lowpass", 1000], hiss: ["highpass", 5000] };

/** A note that sounds until `end` is called. */
export interface Voice {
  move(at: number, tone: Tone, gliding: number): void;
  end(at: number): void;
}

type Source = OscillatorNode | AudioBufferSourceNode;

export class Sounding {
  private readonly waves = new Map<Partials, [PeriodicWave, number]>();
  private readonly noise: AudioBuffer;

  constructor(
    private readonly context: AudioContext,
    private readonly tables: Tables,
    private readonly own: ReadonlyMap<number, OwnWave>,
  ) {
    this.noise = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
    const samples = this.noise.getChannelData(0);
    // Always the same noise: nothing in a run is random except the listing's own draws.
    for (let at = 0, state = 1; at < samples.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      samples[at] = state / 2 ** 31 - 1;
    }
  }

  /** Starts a note; drums and short sounds end by themselves. */
  start(at: number, tone: Tone, into: AudioNode): Voice | null {
    const [number, key] = tone;
    const place = this.placed(tone[5], into);
    const level = loudness(tone[3]) * loudness(tone[4]);
    const drum = KITS.includes(number) ? this.tables.kits[number]?.[key] : undefined;
    if (drum) this.play(at, drum, 0, level, place);
    else if (number >= AS_INSTRUMENT) this.play(at, this.tables.beeps[number - AS_INSTRUMENT], key - MIDDLE_KEY, level, place);
    else if (number >= OWN) return this.ownNote(at, tone, level, place);
    else if (this.tables.instruments[number]) return this.note(at, tone, this.tables.instruments[number], level, place);
    return null;
  }

  beep(at: number, number: number, pitch: number, volume: number | null, pan: number, into: AudioNode): void {
    const place = this.placed(pan, into);
    if (number >= OWN && number < AS_INSTRUMENT) {
      const tone: Tone = [number, A4 + pitch / 100, 0, volume ?? 127, 127, pan, null, null];
      this.ownNote(at, tone, loudness(volume ?? 127), place).end(at + 0.3);
      return;
    }
    const sound = this.tables.beeps[number < OWN ? number : number - AS_INSTRUMENT];
    this.play(at, sound, pitch / 100, loudness(volume ?? 127), place);
  }

  // ---- notes

  private note(at: number, tone: Tone, instrument: Instrument, level: number, into: AudioNode): Voice {
    const envelope = tone[6];
    const swell = this.gain(0, this.shaded(at, instrument, pitchOf(tone), into));
    const peak = level * instrument.level;
    const goal = envelope ? envelope[2] / 127 : instrument.sustain;
    const rise = Math.max(envelope ? secondsOf(envelope[0]) : instrument.attack, 0.001);
    const fall = envelope ? secondsOf(envelope[1]) : decayOf(instrument, tone);
    open(swell.gain, at, peak, rise, goal * peak, fall);
    const sources: Source[] = [];
    const apart = instrument.chorus ? [-instrument.chorus / 2, instrument.chorus / 2] : [0];
    for (const cents of instrument.partials.length ? apart : []) {
      const [wave, parts] = this.waveOf(instrument.partials);
      sources.push(this.tuned(at, wave, frequencyOf(pitchOf(tone) + instrument.shift) / parts, cents, swell, 1 / apart.length));
    }
    if (instrument.noise) sources.push(this.hissing(at, instrument, tone, swell));
    this.sway(at, tone, instrument, sources, swell, peak);
    const release = envelope ? Math.max(secondsOf(envelope[3]), 0.01) : instrument.release;
    return this.voice(sources, swell, release, tone);
  }

  private ownNote(at: number, tone: Tone, level: number, into: AudioNode): Voice {
    const own = this.own.get(tone[0]);
    const [attack, decay, sustain, release] = tone[6] ?? own?.envelope ?? [0, 0, 127, 20];
    const swell = this.gain(0, into);
    open(swell.gain, at, level, Math.max(secondsOf(attack), 0.001), (level * sustain) / 127, secondsOf(decay));
    const wave = ownWave(this.context, own?.samples.length ? own.samples : [1, -1]);
    const frequency = frequencyOf(pitchOf(tone) + A4 - (own?.reference ?? A4));
    const sources = [this.tuned(at, wave, frequency, 0, swell, 1)];
    this.sway(at, tone, null, sources, swell, level);
    return this.voice(sources, swell, Math.max(secondsOf(release), 0.01), tone);
  }

  private voice(sources: Source[], swell: GainNode, release: number, first: Tone): Voice {
    let tone = first;
    return {
      move: (at, next, gliding) => {
        const by = 2 ** ((pitchOf(next) - pitchOf(tone)) / 12);
        for (const source of sources) {
          const moved = source instanceof OscillatorNode ? source.frequency : source.playbackRate;
          moved.setValueAtTime(moved.value, at);
          moved.exponentialRampToValueAtTime(moved.value * by, at + Math.max(gliding, 0.005));
        }
        tone = next;
      },
      end: (at) => {
        swell.gain.cancelAndHoldAtTime?.(at);
        swell.gain.setTargetAtTime(0, at, release / ONE_PART);
        for (const source of sources) source.stop(at + 2 * release + 0.02);
      },
    };
  }

  private tuned(at: number, wave: PeriodicWave, frequency: number, cents: number, into: AudioNode, level: number): OscillatorNode {
    const made = new OscillatorNode(this.context, { periodicWave: wave, frequency, detune: cents });
    made.connect(this.gain(level, into));
    made.start(at);
    return made;
  }

  private hissing(at: number, instrument: Instrument, tone: Tone, into: AudioNode): AudioBufferSourceNode {
    const level = this.gain(instrument.noise, into);
    if (instrument.noise_decay) level.gain.setTargetAtTime(0, at, instrument.noise_decay / ONE_PART);
    const follows = instrument.color === "steps" ? 1 : 0.3;
    return this.hiss(at, instrument.color, 2 ** (((pitchOf(tone) - MIDDLE_KEY) * follows) / 12), level);
  }

  /** Returns a filter that makes the note duller while it sounds, or `into` itself. */
  private shaded(at: number, instrument: Instrument, pitch: number, into: AudioNode): AudioNode {
    if (!instrument.dull) return into;
    const filter = this.filter("lowpass", 350, into);
    const frequency = frequencyOf(pitch);
    filter.frequency.setValueAtTime(Math.min(16 * frequency, 18_000), at);
    filter.frequency.setTargetAtTime(Math.min((8 * frequency) / (1 + 2 * instrument.dull), 18_000), at, instrument.fading);
    return filter;
  }

  /** Adds vibrato, tremolo and the modulation of MML. */
  private sway(at: number, tone: Tone, instrument: Instrument | null, sources: Source[], swell: GainNode, level: number): void {
    const modulation = tone[7];
    if (instrument?.vibrato) this.swing(at + 0.25, instrument.rate, 100 * instrument.vibrato, detunesOf(sources), sources);
    if (instrument?.tremolo) this.swing(at, instrument.rate, (instrument.tremolo * level) / 2, [swell.gain], sources);
    if (!modulation) return;
    const [kind, depth, range, speed, delay] = modulation;
    const [rate, begins] = [speed * SWAY_SPEED, at + delay * SWAY_TICK];
    if (kind === "vibrato") this.swing(begins, rate, (100 * depth * range) / 127, detunesOf(sources), sources);
    else if (kind === "tremolo") this.swing(begins, rate, (depth / 127) * (level / 2), [swell.gain], sources);
  }

  /** Modulates parameters by a slow oscillator for as long as the sources sound. */
  private swing(at: number, rate: number, by: number, swayed: AudioParam[], sources: Source[]): void {
    if (!rate || !by || !sources[0]) return;
    const slow = new OscillatorNode(this.context, { frequency: rate });
    const far = new GainNode(this.context, { gain: by });
    slow.connect(far);
    for (const each of swayed) far.connect(each);
    slow.start(at);
    sources[0].addEventListener("ended", () => slow.stop());
  }

  // ---- short sounds

  private play(at: number, sound: ShortSound | undefined, higher: number, level: number, into: AudioNode): void {
    for (const part of sound?.parts ?? [])
      for (let time = 0; time < part.times; time++) this.part(at + part.at + time * part.every, part, 2 ** (higher / 12), level, into);
  }

  private part(at: number, part: Part, faster: number, level: number, into: AudioNode): void {
    const swell = this.gain(0, into);
    const peak = level * part.level;
    open(swell.gain, at, peak, part.attack, part.held ? peak : 0, part.held ? 0 : part.seconds);
    if (part.held) swell.gain.setTargetAtTime(0, at + part.seconds, 0.004);
    const partials = this.tables.waves[part.wave];
    let source: Source;
    if (partials) {
      const [wave, parts] = this.waveOf(partials);
      source = this.tuned(at, wave, (part.start * faster) / parts, 0, swell, 1);
      source.frequency.setValueAtTime((part.start * faster) / parts, at);
      source.frequency.exponentialRampToValueAtTime((part.end * faster) / parts, at + part.seconds);
    } else {
      source = this.hiss(at, part.wave, (part.start / 440) * faster, swell);
      source.playbackRate.setValueAtTime((part.start / 440) * faster, at);
      source.playbackRate.exponentialRampToValueAtTime((part.end / 440) * faster, at + part.seconds);
    }
    source.stop(at + part.seconds * 1.5 + 0.05);
  }

  // ---- pieces

  private hiss(at: number, color: string, rate: number, into: AudioNode): AudioBufferSourceNode {
    const made = new AudioBufferSourceNode(this.context, { buffer: this.noise, loop: true, playbackRate: rate });
    const filter = COLORS[color];
    made.connect(filter ? this.filter(...filter, into) : into);
    made.start(at);
    return made;
  }

  private filter(type: BiquadFilterType, frequency: number, into: AudioNode): BiquadFilterNode {
    const made = new BiquadFilterNode(this.context, { type, frequency });
    made.connect(into);
    return made;
  }

  private gain(level: number, into: AudioNode): GainNode {
    const made = new GainNode(this.context, { gain: level });
    made.connect(into);
    return made;
  }

  private placed(pan: number, into: AudioNode): AudioNode {
    const made = new StereoPannerNode(this.context, { pan: clamp((pan - 64) / 63, -1, 1) });
    made.connect(into);
    return made;
  }

  private waveOf(partials: Partials): [PeriodicWave, number] {
    const found = this.waves.get(partials) ?? waveOf(this.context, partials);
    this.waves.set(partials, found);
    return found;
  }
}

/** Schedules an envelope of a gain that is 0: a linear rise, then an exponential fall to the goal. */
function open(gain: AudioParam, at: number, peak: number, rise: number, goal: number, fall: number): void {
  gain.setValueAtTime(0, at);
  gain.linearRampToValueAtTime(peak, at + rise);
  if (goal < peak) gain.setTargetAtTime(goal, at + rise, Math.max(fall, 0.005) / ONE_PART);
}

/** The decay of an instrument; one without sustain decays twice as fast for each octave above the middle. */
function decayOf(instrument: Instrument, tone: Tone): number {
  return instrument.sustain ? instrument.decay : instrument.decay / 2 ** Math.max((tone[1] - MIDDLE_KEY) / 12, 0);
}

function pitchOf(tone: Tone): number {
  return tone[1] + tone[2] / DETUNES_A_SEMITONE;
}

function detunesOf(sources: Source[]): AudioParam[] {
  return sources.filter((each) => each instanceof OscillatorNode).map((each) => each.detune);
}

// ---- the tables of instruments and short sounds, which the session sends: see retromaze/audio/instruments.py

type Partials = [ratio: number, level: number][];

interface Instrument {
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

interface Part {
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

interface ShortSound {
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
function secondsOf(level: number): number {
  return 4 * (level / 127) ** 2;
}

function frequencyOf(key: number): number {
  return 440 * 2 ** ((key - 69) / 12);
}

/** Returns a wave of these partials, and the factor by which its frequency is lower than the note's. */
function waveOf(context: BaseAudioContext, partials: Partials): [PeriodicWave, number] {
  const parts = partials.every(([ratio]) => Number.isInteger(ratio)) ? 1 : EIGHTHS;
  const highest = Math.max(...partials.map(([ratio]) => Math.round(ratio * parts)));
  const sines = new Float32Array(highest + 1);
  for (const [ratio, level] of partials) sines[Math.round(ratio * parts)] = level;
  return [context.createPeriodicWave(new Float32Array(highest + 1), sines), parts];
}

/** Returns the wave of samples, by their Fourier series. */
function ownWave(context: BaseAudioContext, samples: number[]): PeriodicWave {
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
