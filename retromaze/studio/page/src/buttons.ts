// The page's buttons and keys that do not belong to a pane.
import { NEW } from "./heading";
import { wholeOf } from "./numbers";
import { byId, chooseFiles, clamp } from "./page";
import type { Shortcut } from "./shortcuts";
import { SIDES, type Side } from "./panes";

/** The actions of the buttons and keys. */
export interface Actions {
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

export function listenToButtons(actions: Actions): void {
  listenToTexts(actions);
  listenToProof(actions);
  listenToMachine(actions);
  byId("notice").onclick = () => (byId("notice").hidden = true);
  byId("language").onclick = () => actions.changeLanguage();
}

function listenToTexts(actions: Actions): void {
  byId("program").onchange = () => {
    const { value } = byId<HTMLSelectElement>("program");
    byId("program").blur();
    if (value === NEW) actions.beginListing();
    else actions.choose(value);
  };
  listenToFiles(actions);
  byId("bring-back").onclick = () => actions.bringBack();
  byId("write-port").onclick = () => actions.writePort();
  for (const side of SIDES) byId(`${side}-restore`).onclick = () => actions.restore(side);
}

/** Opens a listing's file that is chosen, or dropped anywhere: an editor would insert its text instead. */
function listenToFiles(actions: Actions): void {
  chooseFiles("open-listing", "listing-file", (file) => actions.openListing(file));
  const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault(), true);
  addEventListener(
    "drop",
    (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const [file] = event.dataTransfer?.files ?? [];
      if (file) actions.openListing(file);
    },
    true,
  );
}

function listenToProof(actions: Actions): void {
  byId("verdict").onclick = () => actions.showProof();
  byId("check").onclick = () => actions.check(seedsToCheck());
  byId("to-difference").onclick = () => actions.goToDifference();
  for (const side of SIDES) byId(`to-${side}-line`).onclick = () => actions.showDifferent(side);
}

function seedsToCheck(): number {
  const field = byId<HTMLInputElement>("seeds");
  const seeds = clamp(wholeOf(field, SEEDS), 1, Number(field.max));
  field.value = String(seeds);
  return seeds;
}

function listenToMachine(actions: Actions): void {
  byId("forget").onclick = () => actions.forget();
  byId("sound").onclick = () => actions.toggleSound();
  byId("fingers").onclick = () => actions.togglePad();
  byId("full").onclick = () => actions.fullScreen();
  byId("asks").onsubmit = (event) => {
    event.preventDefault();
    byId("asks").hidden = true;
    actions.answer(byId<HTMLInputElement>("answer").value);
  };
}

export function shortcutsTo(actions: Actions): Shortcut[] {
  return [
    { key: " ", shown: "space", name: "runPause", act: () => actions.toggle() },
    { key: ".", shown: ".", name: "step", act: () => actions.step() },
    { key: ",", shown: ",", name: "back", act: () => actions.back() },
    { key: "+", shown: "+", name: "faster", act: () => actions.faster(1) },
    { key: "-", shown: "-", name: "slower", act: () => actions.faster(-1) },
    { key: "n", shown: "n", name: "seedNew", act: () => actions.renewSeed() },
    { key: "p", shown: "p", name: "askPicture", act: () => actions.askPicture() },
    { key: "s", shown: "s", name: "sound", act: () => actions.toggleSound() },
    { key: "f", shown: "f", name: "fullScreen", act: () => actions.fullScreen() },
    { key: "?", shown: "?", name: "help", act: () => byId("more").toggleAttribute("open") },
  ];
}
