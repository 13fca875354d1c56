// Plays the sounds of a run, once the page has been clicked: those of each frame a moment later, in time.
import { byId } from "./elements";
import type { Sounds, SoundTables } from "./messages";
import { remember, remembered } from "./stored_settings";
import { loudness, type OwnWave, Sounding, type Tables, type Tone, type Voice } from "./synthesizer";

const SAMPLES_PER_SECOND = 48_000;
const SAMPLES_PER_FRAME = 800;
/** Seconds between a frame and its sound: so late its message may arrive. */
const AHEAD = 0.04;
/** If the run is so many seconds ahead of its sound, or behind it, both are synchronized again. */
const DRIFT = 0.2;
const CHANNELS = 16;
const TRACKS = 8;
const MASTER = 0.3;
const ENDING = 0.02;

export class Speaker {
  private context: AudioContext | null = null;
  private sounding: Sounding | null = null;
  private tables: Tables | null = null;
  private master: GainNode | null = null;
  private tracks: GainNode[] = [];
  private readonly voices = new Map<number, Voice>();
  private readonly own = new Map<number, OwnWave>();
  /** The audio's time at a moment of the run; null if they are not synchronized. */
  private anchor: { moment: number; time: number } | null = null;

  constructor(private readonly onListen: (listening: boolean) => void) {
    // Browsers allow sound only after the user has done something on the page.
    this.showMuted();
    byId("sound").onclick = () => this.toggle();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.wake(), { capture: true });
  }

  private get muted(): boolean {
    return remembered("muted") === "yes";
  }

  toggle(): void {
    remember("muted", this.muted ? "no" : "yes", true);
    this.showMuted();
    this.rest();
    this.onListen(!this.muted);
    this.wake();
  }

  /** Called when a program is opened: stops all sounds and tells the session whether the page listens. */
  begin(): void {
    this.own.clear();
    this.rest();
    this.onListen(!this.muted);
  }

  learn(message: SoundTables): void {
    this.tables = message.tables as unknown as Tables;
    this.build();
  }

  /** Stops all sounds, because the run is paused. */
  rest(): void {
    this.anchor = null;
    if (!this.context) return;
    for (const voice of this.voices.values()) voice.end(this.context.currentTime);
    this.voices.clear();
  }

  play({ frame, sounded }: Sounds): void {
    for (const each of sounded) if (each[0] === "Wave") this.keep(each);
    if (!this.sounding || this.context?.state !== "running" || this.muted) return;
    const now = this.context.currentTime;
    const moment = frame * SAMPLES_PER_FRAME;
    const due = this.anchor && this.anchor.time + (moment - this.anchor.moment) / SAMPLES_PER_SECOND;
    if (due === null || due < now || due > now + DRIFT) this.anchor = { moment, time: now + AHEAD };
    for (const each of sounded) this.one(each, now);
  }

  private one(sounded: unknown[], now: number): void {
    const { moment, time } = this.anchor as { moment: number; time: number };
    const at = Math.max(now, time + ((sounded[1] as number) - moment) / SAMPLES_PER_SECOND);
    switch (sounded[0]) {
      case "Note":
        return this.note(at, sounded.slice(2) as NoteFields);
      case "Beep":
        return this.sounding?.beep(at, ...(sounded.slice(2) as BeepFields), this.master as GainNode);
      case "Volume":
        return this.volume(at, ...(sounded.slice(2) as [number, number, number]));
      case "Silence":
        return this.silence(at, sounded[2] as number | null);
    }
  }

  private note(at: number, [track, channel, tone, legato, glide]: NoteFields): void {
    const number = track * CHANNELS + channel;
    const voice = this.voices.get(number);
    if (tone && legato && voice) return voice.move(at, tone, glide / SAMPLES_PER_SECOND);
    voice?.end(at);
    this.voices.delete(number);
    const next = tone && this.sounding?.start(at, tone, this.tracks[track] as GainNode);
    if (next) this.voices.set(number, next);
  }

  private volume(at: number, track: number, volume: number, taking: number): void {
    const { gain } = this.tracks[track] as GainNode;
    gain.cancelScheduledValues(at);
    gain.setValueAtTime(gain.value, at);
    gain.linearRampToValueAtTime(loudness(volume), at + Math.max(taking / SAMPLES_PER_SECOND, ENDING));
  }

  private silence(at: number, track: number | null): void {
    for (const [number, voice] of this.voices) {
      if (track !== null && Math.floor(number / CHANNELS) !== track) continue;
      voice.end(at);
      this.voices.delete(number);
    }
  }

  private keep(wave: unknown[]): void {
    const [, , number, envelope, samples, reference] = wave as [string, number, number, OwnWave["envelope"], number[], number];
    this.own.set(number, { envelope, samples, reference });
  }

  private showMuted(): void {
    byId("sound").ariaPressed = String(!this.muted);
  }

  private wake(): void {
    if (this.muted) return;
    this.context ??= new AudioContext();
    void this.context.resume();
    this.build();
  }

  private build(): void {
    if (this.sounding || !this.context || !this.tables) return;
    const { context } = this;
    this.sounding = new Sounding(context, this.tables, this.own);
    const calm = new DynamicsCompressorNode(context);
    calm.connect(context.destination);
    const master = (this.master = new GainNode(context, { gain: MASTER }));
    master.connect(calm);
    this.tracks = Array.from({ length: TRACKS }, () => {
      const made = new GainNode(context);
      made.connect(master);
      return made;
    });
  }
}

type NoteFields = [track: number, channel: number, tone: Tone | null, legato: boolean, glide: number];
type BeepFields = [number: number, pitch: number, volume: number | null, pan: number];
