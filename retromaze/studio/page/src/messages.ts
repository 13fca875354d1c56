// What the page and the session say to each other. Made from retromaze/studio/messages.py, which explains it:
// python -m tests.tools.page_sources

export type UnitName = "statement" | "draw" | "frame";

export type State = "paused" | "running" | "asking" | "ended" | "going" | "gone";

export type PanelName = "lesson" | "variables" | "arrays" | "calls" | "notes" | "moving" | "events" | "stops" | "proof";

export type SizeValue = number | string;

export interface Pace {
  type: "Pace";
  unit?: UnitName;
  rate?: number;
}

export interface Open {
  type: "Open";
  program?: string;
  listing?: string | null;
  port?: string | null;
  seed?: number | null;
  sizes?: Record<string, SizeValue>;
  log?: string;
  moment?: number;
  consent?: string;
  paced?: boolean;
  language?: "" | "en" | "ja";
  writes_port?: boolean;
  edition?: number;
  texts?: string;
  name?: string;
  holds?: boolean;
}

export interface Play {
  type: "Play";
}

export interface Pause {
  type: "Pause";
}

export interface StopRun {
  type: "StopRun";
}

export interface Step {
  type: "Step";
  unit?: UnitName;
}

export interface Back {
  type: "Back";
  unit?: UnitName;
}

export interface Go {
  type: "Go";
  moment?: number;
  settled?: boolean;
}

export interface Glimpse {
  type: "Glimpse";
  moment?: number;
}

export interface Seen {
  type: "Seen";
}

export interface SetStops {
  type: "SetStops";
  lines?: number[];
  moments?: number[];
  answered?: number[];
  changes?: string[];
  conditions?: string[];
}

export interface SeekStop {
  type: "SeekStop";
  forward?: boolean;
}

export interface AskHistory {
  type: "AskHistory";
  text?: string;
}

export interface AskRounds {
  type: "AskRounds";
}

export interface GiveUp {
  type: "GiveUp";
}

export interface Watch {
  type: "Watch";
  names?: string[];
  calls?: boolean;
  notes?: boolean;
}

export interface WatchDiagram {
  type: "WatchDiagram";
  draws?: string;
  language?: string;
  by_itself?: boolean;
}

export interface Listen {
  type: "Listen";
  listening?: boolean;
}

export interface WatchMoving {
  type: "WatchMoving";
  watched?: boolean;
  chosen?: "" | "sprite" | "layer";
  screen?: number;
  number?: number;
}

export interface Rows {
  type: "Rows";
  first?: number;
  count?: number;
}

export interface AskPixel {
  type: "AskPixel";
  screen?: number;
  x?: number;
  y?: number;
  moment?: number;
}

export interface AskArea {
  type: "AskArea";
  screen?: number;
  x?: number;
  y?: number;
  across?: number;
  down?: number;
  moment?: number;
}

export interface TraceOrder {
  type: "TraceOrder";
  moment?: number;
}

export interface AskValue {
  type: "AskValue";
  name?: string;
  element?: number;
}

export interface GoStatement {
  type: "GoStatement";
  number?: number;
}

export interface AskLesson {
  type: "AskLesson";
  language?: "en" | "ja";
  moments?: boolean;
}

export interface JudgeAnswer {
  type: "JudgeAnswer";
  step: number;
  listing: string;
  language?: "en" | "ja";
}

export interface SaveGame {
  type: "SaveGame";
}

export interface ReadGame {
  type: "ReadGame";
  name?: string;
  text?: string;
}

export interface ReadListing {
  type: "ReadListing";
  name?: string;
  data?: string;
}

export interface Hold {
  type: "Hold";
  buttons?: number;
}

export interface Tilt {
  type: "Tilt";
  pad?: number;
  x?: number;
  y?: number;
}

export interface Touch {
  type: "Touch";
  x?: number;
  y?: number;
  down?: boolean;
}

export interface TypeText {
  type: "TypeText";
  text?: string;
}

export interface Answer {
  type: "Answer";
  text?: string;
}

export interface Forget {
  type: "Forget";
}

export interface Check {
  type: "Check";
  seeds?: number;
}

export interface PortState {
  type: "PortState";
  moment?: number;
}

export interface CompareRuns {
  type: "CompareRuns";
  other?: Omit<Open, "type">;
}

export interface AboutOpen {
  edition: number;
}

export interface OfferedProgram {
  name: string;
  title: string;
  technique: string;
  origin: string;
  sizes: Record<string, SizeValue>;
}

export interface HelpWord {
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
  programs: OfferedProgram[];
  words: HelpWord[];
  keys: Key[];
  opens: Omit<Open, "type">;
}

export interface ShownSize {
  name: string;
  value: SizeValue;
  written: SizeValue;
  minimum: number | null;
  maximum: number | null;
  odd: boolean;
  variable: string;
}

export interface Problem {
  side: string;
  line: number;
  column: number;
  words: string;
}

export interface PortModule {
  name: string;
  first: number;
  text: string;
}

export interface Opened extends AboutOpen {
  type: "Opened";
  program: string;
  title: string;
  listing: string;
  port: string;
  seed: number;
  sizes: ShownSize[];
  answers: [number, number, number][][];
  parts: string[];
  problems: Problem[];
  trusted: boolean;
  hash: string;
  changes: string[];
  port_waits: boolean;
  panels: PanelName[];
  texts: string;
  modules: PortModule[];
  not_ported: string[];
  name: string;
  pace: Omit<Pace, "type"> | null;
  is_played: boolean;
}

export interface Mistaken extends AboutOpen {
  type: "Mistaken";
  problems: Problem[];
  words: string;
}

export interface LessonStep {
  title: string;
  text: string;
  statement: number;
  line: number;
  listing: number[];
  port: number[];
  watched: [string, string][];
  solution: [number, string][];
  diagram: string;
  draws: string;
  hints: string[];
  hidden: number;
  question: string;
  choices: string[];
  answer: string;
  because: string;
  begins: string;
  in_port: boolean;
}

export interface LessonText extends AboutOpen {
  type: "LessonText";
  title: string;
  text: string;
  seed: number;
  sizes: Record<string, SizeValue>;
  steps: LessonStep[];
  log: string;
  colors: [string, string][];
  moments: boolean;
}

export interface Judged {
  type: "Judged";
  step: number;
  right: boolean;
  runs: number;
  rows: [string, string, string][];
  conditions: string;
  error: string;
  endless: boolean;
  constant: string;
  explanations: string[];
}

export interface At extends AboutOpen {
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
  acted: boolean;
}

export interface Picture extends AboutOpen {
  type: "Picture";
  screen: number;
  top: number;
  rows: number;
  data: string;
  tall: boolean;
}

export interface Glimpsed extends AboutOpen {
  type: "Glimpsed";
  moment: number;
  line: number;
  data: string;
  changed: number[];
}

export interface Heat extends AboutOpen {
  type: "Heat";
  lines: number[][];
  fresh: boolean;
}

export interface Marks extends AboutOpen {
  type: "Marks";
  length: number;
  stretches: number[];
  error: number;
  full: boolean;
}

export interface ShownVariable {
  name: string;
  value: string;
}

export interface ArrayInView {
  name: string;
  shape: number[];
  values: SizeValue[];
  touched: number[];
  drawings: string[];
}

export interface Call {
  scope: string;
  line: number;
}

export interface Values extends AboutOpen {
  type: "Values";
  moment: number;
  variables: ShownVariable[];
  arrays: ArrayInView[];
  calls: Call[];
  chances: string[];
}

export interface DiagramInView extends AboutOpen {
  type: "DiagramInView";
  statement: number;
  svg: string;
  draws: string;
}

export interface CallTree extends AboutOpen {
  type: "CallTree";
  moment: number;
  names: string[];
  calls: number[][];
  pending: number;
  deepest: number;
}

export interface Notes extends AboutOpen {
  type: "Notes";
  frame: number;
  notes: number[][];
}

export interface SoundTables {
  type: "SoundTables";
  tables: Record<string, unknown>;
}

export interface Sounds extends AboutOpen {
  type: "Sounds";
  frame: number;
  sounded: unknown[][];
}

export interface InView {
  screen: number;
  number: number;
  page: number;
  place: number[];
  home: number[];
  rotation: number;
  scale: number[];
  color: number;
  variables: number[];
  callback: string;
  moves: string[];
  outline: number[];
}

export interface SpriteInView extends InView {
  definition: number;
  part: number[];
  attributes: number;
  parent: number;
  detects: boolean;
  hits: number[];
  point: number[];
  box: number[];
}

export interface LayerInView extends InView {
  size: number[];
  cells: number;
  shown: boolean;
  clip: number[];
}

export interface Cutout {
  key: number[];
  across: number;
  down: number;
  data: string;
}

export interface MovingInView extends AboutOpen {
  type: "MovingInView";
  moment: number;
  tall: boolean;
  sprites: SpriteInView[];
  layers: LayerInView[];
  cutouts: Cutout[];
}

export interface ChosenInView extends AboutOpen {
  type: "ChosenInView";
  tall: boolean;
  sprite: SpriteInView | null;
  layer: LayerInView | null;
}

export interface EventRow {
  event: number;
  frame: number;
  line: number;
  words: string;
}

export interface Events extends AboutOpen {
  type: "Events";
  first: number;
  length: number;
  rows: EventRow[];
}

export interface Drawn extends AboutOpen {
  type: "Drawn";
  screen: number;
  x: number;
  y: number;
  moment: number;
  color: number;
  row: EventRow | null;
  writer: EventRow | null;
  text: boolean;
  veiled: boolean;
  known: boolean;
  sprite: number;
  layer: number;
}

export interface OrderTraced extends AboutOpen {
  type: "OrderTraced";
  moment: number;
  data: string;
  tall: boolean;
}

export interface DrawingLine {
  line: number;
  events: number;
  first: number;
  last: number;
}

export interface DrawnIn extends AboutOpen {
  type: "DrawnIn";
  screen: number;
  x: number;
  y: number;
  across: number;
  down: number;
  length: number;
  lines: DrawingLine[];
}

export interface Stored extends AboutOpen {
  type: "Stored";
  name: string;
  element: number;
  number: number;
  line: number;
}

export interface Asks extends AboutOpen {
  type: "Asks";
  guide: string;
}

export interface Played extends AboutOpen {
  type: "Played";
  log: string;
}

export interface GameFile extends AboutOpen {
  type: "GameFile";
  text: string;
}

export interface GameRead extends AboutOpen {
  type: "GameRead";
  program: string | null;
  seed: number | null;
  sizes: Record<string, SizeValue>;
  log: string;
}

export interface ListingRead {
  type: "ListingRead";
  name: string;
  text: string;
  coding: string;
}

export interface PortLines extends AboutOpen {
  type: "PortLines";
  first: number;
  lines: number[];
  ways: number[];
  found: number[][];
  words: string;
}

export interface PortValues extends AboutOpen {
  type: "PortValues";
  moment: number;
  variables: ShownVariable[];
  arrays: ArrayInView[];
  names: Record<string, string>;
}

export interface History extends AboutOpen {
  type: "History";
  text: string;
  points: [number, number][];
  moment: number;
}

export interface Round {
  statement: number;
  variables: ShownVariable[];
}

export interface RoundsFound extends AboutOpen {
  type: "RoundsFound";
  statement: number;
  rounds: Round[];
}

export interface RunsDiffer extends AboutOpen {
  type: "RunsDiffer";
  moment: number;
  line: number;
  other_line: number;
  words: string;
  other_words: string;
  other: number;
}

export interface ProvedDifference {
  seed: number;
  moment: number;
  frame: number;
  sentence: string;
  listing_line: number;
  port_line: number;
  listing_picture: string;
  port_picture: string;
}

export interface Proof extends AboutOpen {
  type: "Proof";
  state: "running" | "equal" | "thin" | "different" | "none";
  done: number;
  seeds: number;
  events: number;
  words: string;
  difference: ProvedDifference | null;
  error: string;
  line: number;
  percent: number;
  outcomes: number;
  texts: string;
}

export interface Failed extends AboutOpen {
  type: "Failed";
  words: string;
}

export type ToPython =
  | Pace
  | Open
  | Play
  | Pause
  | StopRun
  | Step
  | Back
  | Go
  | Glimpse
  | Seen
  | SetStops
  | SeekStop
  | AskHistory
  | AskRounds
  | GiveUp
  | Watch
  | WatchDiagram
  | Listen
  | WatchMoving
  | Rows
  | AskPixel
  | AskArea
  | TraceOrder
  | AskValue
  | GoStatement
  | AskLesson
  | JudgeAnswer
  | SaveGame
  | ReadGame
  | ReadListing
  | Hold
  | Tilt
  | Touch
  | TypeText
  | Answer
  | Forget
  | Check
  | PortState
  | CompareRuns;

export type FromPython =
  | Welcome
  | ListingRead
  | Judged
  | SoundTables
  | Opened
  | Mistaken
  | LessonText
  | At
  | Picture
  | Glimpsed
  | Heat
  | Marks
  | Values
  | DiagramInView
  | CallTree
  | Notes
  | Sounds
  | MovingInView
  | ChosenInView
  | Events
  | Drawn
  | OrderTraced
  | DrawnIn
  | Stored
  | Asks
  | Played
  | GameFile
  | GameRead
  | PortLines
  | PortValues
  | History
  | RoundsFound
  | RunsDiffer
  | Proof
  | Failed;
