// What the page and the session say to each other; retromaze/studio/messages.py has the same list, explained.

export type Unit = "statement" | "draw" | "frame";
export type SizeValue = number | string;
type Entries = [number, unknown][];

export interface Log {
  buttons: Entries;
  pad: Entries;
  second_pad: Entries;
  stylus: Entries;
  keys: Entries;
  answers: string[];
}

// ---- to Python

export interface Open {
  type: "Open";
  program?: string;
  listing?: string | null;
  port?: string | null;
  seed?: number | null;
  sizes?: Record<string, SizeValue>;
  log?: Log;
  moment?: number;
  consent?: string;
}

export type ToPython =
  | Open
  | { type: "Play" }
  | { type: "Pause" }
  | { type: "Stop" }
  | { type: "Pace"; unit: Unit; rate: number }
  | { type: "Step"; unit: Unit }
  | { type: "Back"; unit: Unit }
  | { type: "Go"; moment: number; settled: boolean }
  | { type: "Watch"; names: string[] }
  | { type: "Rows"; first: number; count: number }
  | { type: "Hold"; buttons: number }
  | { type: "Tilt"; pad: number; x: number; y: number }
  | { type: "Touch"; x: number; y: number; down: boolean }
  | { type: "Type"; text: string }
  | { type: "Answer"; text: string }
  | { type: "Forget" }
  | { type: "Check"; seeds: number }
  | { type: "Close" };

// ---- from Python

export interface Program {
  name: string;
  title: string;
  technique: string;
  origin: string;
}

export interface Word {
  name: string;
  kind: string;
  help: string;
}

export interface Key {
  key: string;
  button: number;
  name: string;
}

export interface Welcome {
  type: "Welcome";
  version: string;
  programs: Program[];
  words: Word[];
  keys: Key[];
  opens: Omit<Open, "type">;
}

export interface Size {
  name: string;
  value: SizeValue;
  minimum: number | null;
  maximum: number | null;
  odd: boolean;
}

export interface Problem {
  side: string;
  line: number;
  column: number;
  words: string;
}

export interface Opened {
  type: "Opened";
  program: string;
  title: string;
  listing: string;
  port: string;
  seed: number;
  sizes: Size[];
  answers: ([number, number] | null)[];
  parts: string[];
  problems: Problem[];
  trusted: boolean;
  hash: string;
  changes: string[];
}

/** "gone" is the page's own word, where the session says nothing any more. */
export type State = "paused" | "running" | "asking" | "ended" | "going" | "gone";

export interface At {
  type: "At";
  state: State;
  moment: number;
  frame: number;
  line: number;
  column: number;
  length: number;
  words: string;
  statements: number;
  rate: number;
}

export interface Picture {
  type: "Picture";
  screen: number;
  top: number;
  rows: number;
  data: string;
}

export interface Heat {
  type: "Heat";
  lines: [number, number][];
  fresh: boolean;
}

export interface Marks {
  type: "Marks";
  length: number;
  stretches: number[];
  error: number;
}

export interface Variable {
  name: string;
  value: string;
}

export interface ArrayInView {
  name: string;
  shape: number[];
  values: (number | string)[];
  touched: number[];
}

export interface Call {
  scope: string;
  line: number;
}

export interface Values {
  type: "Values";
  moment: number;
  variables: Variable[];
  arrays: ArrayInView[];
  calls: Call[];
  chances: string[];
}

export interface Row {
  event: number;
  frame: number;
  line: number;
  words: string;
}

export interface Events {
  type: "Events";
  first: number;
  length: number;
  rows: Row[];
}

export interface PortLines {
  type: "PortLines";
  first: number;
  lines: number[];
  words: string;
}

export interface Difference {
  seed: number;
  moment: number;
  frame: number;
  sentence: string;
  listing_line: number;
  port_line: number;
  listing_picture: string;
  port_picture: string;
}

export interface Proof {
  type: "Proof";
  state: "running" | "equal" | "different" | "none";
  done: number;
  seeds: number;
  events: number;
  words: string;
  difference: Difference | null;
}

export type FromPython =
  | Welcome
  | Opened
  | At
  | Picture
  | Heat
  | Marks
  | Values
  | Events
  | { type: "Asks"; guide: string }
  | { type: "Played"; log: Log }
  | PortLines
  | Proof
  | { type: "Failed"; words: string };

export type Handlers = { [Type in FromPython["type"]]: (message: Extract<FromPython, { type: Type }>) => void };
