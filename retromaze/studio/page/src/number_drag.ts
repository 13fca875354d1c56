// Lets the reader drag a number of the listing while Ctrl is held (Cmd on a Mac): to the right it grows.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** A number in the text, and the variable that it is assigned to if that is the variable's first assignment, else "". */
export interface NumberAt {
  from: number;
  text: string;
  variable: string;
}

/** Pixels that the pointer moves for one step. */
const STEP = 6;
const NUMBER = /(?<![\w.#$%&@])\d+(?:\.\d+)?(?![\w.])/g;
const GIVEN = /(?:^|[^\w$%#])([A-Za-z_]\w*[%#$]?)\s*=\s*$/;

export class NumberDrag {
  /** Whether a number is being dragged. */
  active = false;
  readonly extension: Extension;

  /** `onDrag` receives the number before the drag and its new text. */
  constructor(
    private readonly onDrag: (number: NumberAt, text: string) => void,
    private readonly onEnd: () => void,
  ) {
    this.extension = EditorView.domEventHandlers({
      mousedown: (event, view) => {
        const found = event.button === 0 ? numberUnder(event, view) : null;
        if (!found) return false;
        event.preventDefault();
        this.follow(found, event.clientX);
        return true;
      },
      mousemove: (event, view) => {
        view.contentDOM.style.cursor = this.active || numberUnder(event, view) ? "ew-resize" : "";
      },
    });
  }

  private follow(number: NumberAt, start: number): void {
    const decimals = number.text.split(".")[1]?.length ?? 0;
    let { text } = number;
    const move = ({ clientX }: MouseEvent) => {
      const wanted = Number(number.text) + Math.trunc((clientX - start) / STEP) / 10 ** decimals;
      const next = Math.max(0, wanted).toFixed(decimals);
      if (next === text) return;
      text = next;
      this.active = true;
      this.onDrag(number, next);
    };
    const end = () => {
      removeEventListener("mousemove", move);
      for (const each of ["mouseup", "blur"]) removeEventListener(each, end);
      if (this.active) this.onEnd();
      this.active = false;
    };
    addEventListener("mousemove", move);
    for (const each of ["mouseup", "blur"]) addEventListener(each, end);
  }
}

function numberUnder(event: MouseEvent, view: EditorView): NumberAt | null {
  const at = event.ctrlKey || event.metaKey ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
  if (at === null) return null;
  const line = view.state.doc.lineAt(at);
  const found = [...line.text.matchAll(NUMBER)].find((each) => line.from + each.index <= at && at <= line.from + each.index + each[0].length);
  if (!found || !isCode(line.text.slice(0, found.index))) return null;
  const from = line.from + found.index;
  const name = GIVEN.exec(line.text.slice(0, found.index))?.[1] ?? "";
  const gifts = new RegExp(`(?:^|[^\\w$%#])${name.replace("$", "\\$")}\\s*=(?!=)`, "gim");
  const isFirst = name !== "" && [...view.state.sliceDoc(0, from).matchAll(gifts)].length === 1;
  return { from, text: found[0], variable: isFirst ? name.toUpperCase() : "" };
}

/** Whether a place is code: the line's text before it has begun no string or comment. */
function isCode(before: string): boolean {
  const parts = before.split('"');
  return parts.length % 2 === 1 && parts.every((part, index) => index % 2 === 1 || !part.includes("'"));
}
