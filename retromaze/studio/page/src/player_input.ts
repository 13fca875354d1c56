// The player's input: keys while the machine has the focus, buttons for fingers, stylus and game pad.
import type { Key, ToPython } from "./messages";
import type { Machine } from "./screens";
import { byId, clamp, create } from "./elements";

type Send = (message: ToPython) => void;

/** A standard game pad's buttons by their places: south is the console's B, whatever is printed on it. */
const PAD_NAMES: Record<number, string> = {
  0: "B", 1: "A", 2: "Y", 3: "X", 4: "L", 5: "R", 6: "ZL", 7: "ZR", 12: "UP", 13: "DOWN", 14: "LEFT", 15: "RIGHT",
};
const CROSS = ["L", "UP", "ZL", "LEFT", "", "RIGHT", "", "DOWN", ""];
const ROUND = ["ZR", "X", "R", "Y", "", "A", "", "B", ""];
const SIGNS: Record<string, string> = { UP: "▲", DOWN: "▼", LEFT: "◀", RIGHT: "▶" };
const DEAD = 0.15;

export class Console {
  private buttonOfKey = new Map<string, number>();
  private buttonOfName = new Map<string, number>();
  private keys = new Set<string>();
  private fingers = new Map<number, number>();
  private padBits = 0;
  private held = 0;
  private tilts = ["0,0", "0,0"];
  private polling = false;

  constructor(private readonly send: Send, private readonly machine: Machine) {
    const frame = machine.frame;
    frame.addEventListener("keydown", (event) => this.keyDown(event));
    frame.addEventListener("keyup", (event) => this.keys.delete(event.key.toLowerCase()) && this.sendButtons());
    frame.addEventListener("blur", () => {
      this.keys.clear();
      this.sendButtons();
    });
    frame.addEventListener("pointerdown", () => frame.focus());
    this.listenToStylus(machine.lower);
    byId("fingers").onclick = () => this.showPad(byId("pad").hasAttribute("hidden"));
    addEventListener("gamepadconnected", () => this.poll());
  }

  fill(keys: Key[]): void {
    this.buttonOfKey = new Map(keys.map((each) => [each.key.toLowerCase(), each.button]));
    this.buttonOfName = new Map(keys.map((each) => [each.name.toUpperCase(), each.button]));
    const sides: [string, string[]][] = [["cross", CROSS], ["round", ROUND]];
    byId("pad").replaceChildren(...sides.map(([name, buttons]) => create("div", { className: name }, ...buttons.map((each) => this.button(each)))));
  }

  /** Only a game has buttons for fingers; on a touch screen they are shown at once. */
  setPlayed(plays: boolean): void {
    byId("fingers").hidden = !plays;
    this.showPad(plays && matchMedia("(pointer: coarse)").matches);
  }

  private showPad(shown: boolean): void {
    byId("pad").hidden = !shown;
    byId("fingers").ariaPressed = String(shown);
  }

  private keyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") this.machine.frame.blur();
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Escape" || event.key === "Tab") return;
    const bit = this.buttonOfKey.get(event.key.toLowerCase());
    const text = typed(event.key);
    if (bit === undefined && text === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (bit !== undefined) this.keys.add(event.key.toLowerCase());
    if (text !== null) this.send({ type: "TypeText", text });
    this.sendButtons();
  }

  private sendButtons(): void {
    let bits = this.padBits;
    for (const each of this.keys) bits |= this.buttonOfKey.get(each) ?? 0;
    for (const each of this.fingers.values()) bits |= each;
    if (bits === this.held) return;
    this.held = bits;
    this.send({ type: "Hold", buttons: bits });
  }

  private button(name: string): HTMLElement {
    const bit = this.buttonOfName.get(name);
    if (bit === undefined) return create("span");
    const button = create("button", { type: "button", textContent: SIGNS[name] ?? name, ariaLabel: name, tabIndex: -1 });
    const off = (event: PointerEvent) => {
      button.classList.remove("held");
      if (this.fingers.delete(event.pointerId)) this.sendButtons();
    };
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      button.classList.add("held");
      this.fingers.set(event.pointerId, bit);
      this.sendButtons();
    });
    button.addEventListener("pointerup", off);
    button.addEventListener("pointercancel", off);
    return button;
  }

  private listenToStylus(canvas: HTMLCanvasElement): void {
    const touch = (event: PointerEvent, down: boolean) => {
      const box = canvas.getBoundingClientRect();
      const x = Math.floor(((event.clientX - box.left) * canvas.width) / box.width);
      const y = Math.floor(((event.clientY - box.top) * canvas.height) / box.height);
      this.send({ type: "Touch", x: clamp(x, 0, canvas.width - 1), y: clamp(y, 0, canvas.height - 1), down });
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      touch(event, true);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) touch(event, true);
    });
    canvas.addEventListener("pointerup", (event) => touch(event, false));
    canvas.addEventListener("pointercancel", (event) => touch(event, false));
  }

  /** Reads the game pad before every paint, as long as there is one. */
  private poll(): void {
    if (this.polling) return;
    this.polling = true;
    const look = () => {
      const pad = navigator.getGamepads().find(Boolean);
      this.polling = Boolean(pad);
      if (pad) {
        this.look(pad);
        requestAnimationFrame(look);
      }
    };
    look();
  }

  private look(pad: Gamepad): void {
    this.padBits = 0;
    pad.buttons.forEach((each, index) => {
      if (each.pressed) this.padBits |= this.buttonOfName.get(PAD_NAMES[index] ?? "") ?? 0;
    });
    this.sendButtons();
    for (const which of [0, 1]) this.tilt(which, pad.axes[2 * which] ?? 0, -(pad.axes[2 * which + 1] ?? 0));
  }

  private tilt(pad: number, across: number, up: number): void {
    const [x, y] = lean(across, up);
    if (this.tilts[pad] === `${x},${y}`) return;
    this.tilts[pad] = `${x},${y}`;
    this.send({ type: "Tilt", pad, x, y });
  }
}

/** The tilt of the console's circle pad, as in retromaze/display/input_devices.py: clipped to a circle, counted from the dead zone's edge. */
function lean(across: number, up: number): [number, number] {
  const length = Math.hypot(across, up);
  if (length <= DEAD) return [0, 0];
  const scale = Math.min((length - DEAD) / (1 - DEAD), 1) / length;
  return [Math.round(across * scale * 100) / 100, Math.round(up * scale * 100) / 100];
}

function typed(key: string): string | null {
  if (key === "Enter") return "\r";
  if (key === "Backspace") return "\b";
  return [...key].length === 1 ? key : null;
}
