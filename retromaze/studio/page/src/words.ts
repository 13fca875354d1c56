// The page's texts in English and Japanese.
import { all } from "./page";
import { remember, remembered } from "./memory";

export type Language = "en" | "ja";

const WORDS = {
  program: ["Program", "プログラム"],
  ownFiles: ["your files", "手元のファイル"],
  seed: ["seed", "シード"],
  seedDown: ["the seed before", "前のシード"],
  seedUp: ["the next seed", "次のシード"],
  seedNew: ["a new seed", "新しいシード"],
  new: ["new", "新規"],
  divider: ["drag, or arrow keys; a double click or Enter puts all dividers back", "ドラッグまたは矢印キーで移動。ダブルクリックか Enter で全て元に戻します"],
  divideLeft: ["between the listing and the machine", "リストとマシンの境界"],
  divideRight: ["between the machine and the port", "マシンと移植の境界"],
  divideDown: ["between the machine and what is below it", "マシンとその下の境界"],
  divideTexts: ["between the listing and the port", "リストと移植の境界"],
  inFull: ["in full:", "全体:"],
  asWritten: ["as written:", "元の大きさ:"],
  share: ["Share", "共有"],
  copyLink: ["Copy a link to this moment", "この瞬間へのリンクをコピー"],
  copied: ["The link is copied.", "リンクをコピーしました。"],
  savePng: ["Save the picture (PNG)", "画像を保存 (PNG)"],
  saveGif: ["Save the span as a GIF", "区間を GIF で保存"],
  span: ["Span", "区間"],
  markA: ["the span begins here", "ここから"],
  markB: ["the span ends here", "ここまで"],
  forget: ["Forget what I did after this moment", "この瞬間より後の操作を忘れる"],
  frames: ["pictures", "枚数"],
  seconds: ["seconds", "秒"],
  two: ["A second program beside this one", "もう一つのプログラムを並べる"],
  close: ["close", "閉じる"],
  keys: ["Keys", "キー操作"],
  untrusted: [
    "This Python program came with a link. It could read or delete your files. Run it only if you have read it or know who wrote it.",
    "この Python プログラムはリンクから来たものです。あなたのファイルを読んだり消したりできます。内容を確認したか、作者を知っている場合だけ実行してください。",
  ],
  untrustedHere: [
    "This Python program came with a link. It runs in this page. Run it only if you have read it or know who wrote it.",
    "この Python プログラムはリンクから来たものです。このページの中で動きます。内容を確認したか、作者を知っている場合だけ実行してください。",
  ],
  runIt: ["Run it", "実行する"],
  changes: ["It is not the port that belongs to this program. The difference:", "このプログラム本来の移植コードではありません。相違点:"],
  putAside: ["What you had written is put aside.", "編集していた内容は保管してあります。"],
  bringBack: ["Bring it back", "元に戻して編集を続ける"],
  listing: ["Listing", "リスト"],
  port: ["Port", "移植"],
  machine: ["Machine", "マシン"],
  machineHelp: [
    "The machine. While it has the focus, keys are the console's buttons; Escape leaves it.",
    "マシン。フォーカスがある間、キーは本体のボタンになります。Esc で離れます。",
  ],
  upperScreen: ["upper screen", "上画面"],
  lowerScreen: ["lower screen, touched as by the stylus", "下画面 (タッチ)"],
  focusHint: ["keys are the console's buttons · Esc leaves", "キーは本体のボタンです · Esc で戻る"],
  askPicture: ["ask the picture: click a pixel or drag a rectangle; arrows and Enter", "画面に尋ねる: 点をクリック、範囲をドラッグ。矢印キーと Enter でも"],
  lowerScreenShort: ["lower", "下画面"],
  pixel: ["Pixel", "点"],
  rectangle: ["Rectangle", "範囲"],
  searching: ["searching…", "調べています…"],
  event: ["event", "イベント"],
  oneBefore: ["The one before", "その前"],
  firstOne: ["first", "最初"],
  lastOne: ["last", "最後"],
  linesThere: ["These lines drew there, up to the end of what is known:", "ここに描いた行 (わかっている最後まで):"],
  writtenBefore: ["It only changed what is shown. What is seen there was drawn by", "これは見え方を変えただけです。ここに見えるものを描いたのは"],
  printedBefore: ["It only changed what is shown. What is seen there was printed by", "これは見え方を変えただけです。ここに見える文字を表示したのは"],
  drawnByNobody: ["Nothing has drawn there so far.", "ここにはまだ何も描かれていません。"],
  drawnByNoEvent: ["What is seen there now came by no event: LOAD or FONTDEF changed it.", "今ここに見えるものはイベントによるものではありません。LOAD か FONTDEF が変えました。"],
  veiled: ["A fade lies over it.", "フェードがかかっています。"],
  beyondRecording: ["Nothing is known of this moment: it lies beyond the recording.", "この瞬間は記録の範囲を超えているため、わかりません。"],
  fullScreen: ["full screen", "全画面"],
  buttons: ["the console's buttons", "本体のボタン"],
  enter: ["Enter", "決定"],
  stops: ["Stops", "停止位置"],
  stopNext: ["to the next stop", "次の停止位置へ"],
  stopBefore: ["back to the last stop", "前の停止位置へ"],
  changesOf: ["when it changes", "変化したとき"],
  conditions: ["when it holds", "成り立ったとき"],
  add: ["add", "追加"],
  takeAway: ["take away", "取り除く"],
  stopsNone: [
    "A click on a line's number, or F9 in a text, puts a stop there. F8 goes to the next stop, Shift F8 back, F7 to the line with the cursor.",
    "行番号のクリック、またはテキスト内の F9 で停止位置を置きます。F8 で次へ、Shift F8 で前へ、F7 でカーソル行まで進みます。",
  ],
  portAlone: ["in the port alone", "移植側だけの変数"],
  noAnswer: ["nothing here answers this line", "この行に対応するコードはありません"],
  notHere: ["the port does not run this here", "移植側はここでは実行しません"],
  variables: ["Variables", "変数"],
  arrays: ["Arrays", "配列"],
  events: ["Events", "イベント"],
  proof: ["Proof", "照合"],
  calls: ["Calls", "呼び出し"],
  mainProgram: ["main program", "メイン"],
  chances: ["Next random numbers", "次の乱数"],
  noVariables: ["No variables yet.", "変数はまだありません。"],
  noArrays: ["No arrays yet.", "配列はまだありません。"],
  wholeArray: ["whole", "全体"],
  shownAs: ["shown as", "表示形式"],
  list: ["list", "一覧"],
  grid: ["grid", "格子"],
  bars: ["bars", "棒グラフ"],
  forest: ["forest", "森"],
  stack: ["stack", "スタック"],
  check: ["Check", "照合する"],
  seeds: ["seeds", "シード"],
  goThere: ["Go to this moment", "この瞬間へ"],
  both: ["Both by turns", "交互に"],
  time: ["Time", "時間"],
  play: ["run", "実行"],
  pause: ["pause", "一時停止"],
  back: ["one step back", "一つ戻る"],
  step: ["one step", "一つ進む"],
  stepStatement: ["one statement", "一文進む"],
  stepDraw: ["one draw", "一描画進む"],
  stepFrame: ["one frame", "一フレーム進む"],
  stop: ["stop: ends the program", "停止: プログラムを終える"],
  speed: ["speed", "速さ"],
  timeline: ["timeline", "タイムライン"],
  lanes: ["the run, a lane for each kind of event; drag it, or use the arrow keys", "実行全体。イベントの種類ごとに段があります。ドラッグまたは矢印キーで移動"],
  laneDraws: ["draws", "描画"],
  lanePrints: ["prints", "表示"],
  laneNotes: ["notes", "音"],
  laneRandom: ["random", "乱数"],
  laneWaits: ["waits", "待ち"],
  lanePresses: ["presses", "操作"],
  toCome: ["not run yet", "未実行"],
  asItWas: ["as it was", "元に戻す"],
  fullSpeed: ["full speed", "最高速"],
  consolePace: ["console's pace", "本体の速さ"],
  showProof: ["show the proof", "照合を見る"],
  help: ["these keys", "このキー一覧"],
  editorTab: ["in an editor: indents, or takes the word that is offered", "エディター内: 字下げ、または候補の決定"],
  editorLeave: ["leaves an editor", "エディターから出る"],
  line: ["line", "行"],
  frame: ["frame", "フレーム"],
  runPause: ["run, pause", "実行・一時停止"],
  faster: ["faster", "速く"],
  slower: ["slower", "遅く"],
  otherLanguage: ["日本語", "English"],
  badLink: ["The link is damaged.", "リンクが壊れています。"],
  longLink: ["The link holds more than a studio takes.", "リンクの内容が大きすぎます。"],
  tooLong: ["This is too long: the texts together may have 8 MB. What you have written stays here.", "長すぎます。二つのテキストは合わせて 8 MB までです。編集した内容はここに残っています。"],
  running: ["running", "実行中"],
  paused: ["paused", "一時停止中"],
  asking: ["asks for a line", "入力待ち"],
  going: ["on its way", "移動中"],
  ended: ["ended", "終了"],
  gone: ["the session is gone", "セッション切断"],
  startAgain: ["The session is gone. Start the studio again and open the address it prints.", "セッションが切れました。studio を起動し直し、表示されるアドレスを開いてください。"],
  notLetIn: [
    "This studio does not know the page. Open the address that it printed once; then links open too.",
    "このページは studio に認められていません。studio が表示したアドレスを一度開けば、リンクも開けます。",
  ],
  proverGone: ["the process that proves is gone", "照合プロセスが切れました"],
  losesText: ["What you have written is lost when this link is opened. Open it?", "このリンクを開くと編集した内容は失われます。開きますか？"],
  edited: ["edited", "編集済み"],
  opening: ["opening…", "読み込み中…"],
  checking: ["checking…", "照合中…"],
  bothStop: ["both stop", "両方停止"],
  noProof: ["not proved", "未照合"],
} satisfies Record<string, [string, string]>;

export type WordName = keyof typeof WORDS;

let language: Language = chosenLanguage();

function chosenLanguage(): Language {
  const chosen = remembered("language") ?? navigator.language;
  return chosen.startsWith("ja") ? "ja" : "en";
}

export function t(name: WordName): string {
  return WORDS[name][language === "ja" ? 1 : 0];
}

/** The page's language: texts made up of numbers ask for it. */
export function japanese(): boolean {
  return language === "ja";
}

export function number(value: number): string {
  return value.toLocaleString(language);
}

export function rateWords(unit: string, rate: number): string {
  if (rate === 0) return t("fullSpeed");
  if (unit === "frame" && rate === 60) return t("consolePace");
  if (japanese()) return `毎秒 ${number(rate)} ${{ statement: "文", draw: "描画", frame: "フレーム" }[unit]}`;
  return `${number(rate)} ${unit}${rate === 1 ? "" : "s"}/s`;
}

export function ofWords(moment: number, total: number): string {
  return japanese() ? `${number(moment)} / ${number(total)}` : `${number(moment)} of ${number(total)}`;
}

/** Where a run stands that has more events than are kept of it. */
export function beyondWords(moment: number, kept: number): string {
  return japanese() ? `${number(moment)} · 記録は最初の ${number(kept)} 件のみ` : `${number(moment)} · only the first ${number(kept)} are kept`;
}

/** Writes every fixed text of the page in its language. */
export function writeTexts(): void {
  document.documentElement.lang = language;
  for (const each of all("[data-words]")) each.textContent = t(each.dataset.words as WordName);
  for (const each of all("[data-name]")) each.setAttribute("aria-label", t(each.dataset.name as WordName));
  for (const each of all("[data-title]")) entitle(each, each.dataset.title as WordName);
}

/** Another of the page's texts as what an element says, in whatever language. */
export function rename(element: HTMLElement, name: WordName): void {
  element.dataset.words = name;
  element.textContent = t(name);
}

export function entitle(element: HTMLElement, name: WordName): void {
  element.dataset.title = name;
  const key = element.dataset.key;
  element.title = key ? `${t(name)} (${key})` : t(name);
}

export function switchLanguage(): void {
  language = language === "ja" ? "en" : "ja";
  remember("language", language, true);
}
