// The page's buttons and keys that belong to no pane of their own.
import { NEW } from "./heading";
import { wholeOf } from "./numbers";
import { byId, chooseFiles, clamp } from "./page";
import type { Shortcut } from "./shortcuts";
import { SIDES, type Side } from "./panes";

/** What the buttons and keys may do. */
export interface Deeds {
  choose(program: string): void;
  /** An empty listing, to be written or pasted. */
  beginListing(): void;
  openListing(file: File): void;
  bringBack(): void;
  writePort(): void;
  restore(side: Side): void;
  answer(text: string): void;
  forget(): void;
  check(seeds: number): void;
  showProof(): void;
  showDifferent(side: Side): void;
  goToDifference(): void;
  askPicture(): void;
  togglePad(): void;
  toggleSound(): void;
  fullScreen(): void;
  changeLanguage(): void;
  toggle(): void;
  step(): void;
  back(): void;
  faster(by: number): void;
  renewSeed(): void;
}

const SEEDS = 20;

export function listenToButtons(deeds: Deeds): void {
  listenToTexts(deeds);
  listenToProof(deeds);
  listenToMachine(deeds);
  byId("notice").onclick = () => (byId("notice").hidden = true);
  byId("language").onclick = () => deeds.changeLanguage();
}

function listenToTexts(deeds: Deeds): void {
  byId("program").onchange = () => {
    const { value } = byId<HTMLSelectElement>("program");
    byId("program").blur();
    if (value === NEW) deeds.beginListing();
    else deeds.choose(value);
  };
  listenToFiles(deeds);
  byId("bring-back").onclick = () => deeds.bringBack();
  byId("write-port").onclick = () => deeds.writePort();
  for (const side of SIDES) byId(`${side}-restore`).onclick = () => deeds.restore(side);
}

/** A listing's file is chosen, or dropped anywhere; an editor would put its text where it is dropped. */
function listenToFiles(deeds: Deeds): void {
  chooseFiles("open-listing", "listing-file", (file) => deeds.openListing(file));
  const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault(), true);
  addEventListener(
    "drop",
    (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) deeds.openListing(file);
    },
    true,
  );
}

function listenToProof(deeds: Deeds): void {
  byId("verdict").onclick = () => deeds.showProof();
  byId("check").onclick = () => deeds.check(seedsToCheck());
  byId("to-difference").onclick = () => deeds.goToDifference();
  for (const side of SIDES) byId(`to-${side}-line`).onclick = () => deeds.showDifferent(side);
}

function seedsToCheck(): number {
  const field = byId<HTMLInputElement>("seeds");
  const seeds = clamp(wholeOf(field, SEEDS), 1, Number(field.max));
  field.value = String(seeds);
  return seeds;
}

function listenToMachine(deeds: Deeds): void {
  byId("forget").onclick = () => deeds.forget();
  byId("sound").onclick = () => deeds.toggleSound();
  byId("fingers").onclick = () => deeds.togglePad();
  byId("full").onclick = () => deeds.fullScreen();
  byId("asks").onsubmit = (event) => {
    event.preventDefault();
    byId("asks").hidden = true;
    deeds.answer(byId<HTMLInputElement>("answer").value);
  };
}

export function shortcutsTo(deeds: Deeds): Shortcut[] {
  return [
    { key: " ", shown: "space", name: "runPause", act: () => deeds.toggle() },
    { key: ".", shown: ".", name: "step", act: () => deeds.step() },
    { key: ",", shown: ",", name: "back", act: () => deeds.back() },
    { key: "+", shown: "+", name: "faster", act: () => deeds.faster(1) },
    { key: "-", shown: "-", name: "slower", act: () => deeds.faster(-1) },
    { key: "n", shown: "n", name: "seedNew", act: () => deeds.renewSeed() },
    { key: "p", shown: "p", name: "askPicture", act: () => deeds.askPicture() },
    { key: "s", shown: "s", name: "sound", act: () => deeds.toggleSound() },
    { key: "f", shown: "f", name: "fullScreen", act: () => deeds.fullScreen() },
    { key: "?", shown: "?", name: "help", act: () => byId("more").toggleAttribute("open") },
  ];
}
