// A terminal whose process is started without a shell and can be read: what it says is looked through for a line.
import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import { environment, type Call } from "./finding.js";

const DELETE = "\x7f";
const INTERRUPT = "\x03";

export class ProcessTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private process: ChildProcess | undefined;
  private line = "";
  private said = "";
  private isOver = false;
  private readonly waiting: { wanted: string; tell: (found: boolean) => void }[] = [];
  readonly onDidWrite = this.written.event;

  constructor(
    private readonly call: Call,
    private readonly words: readonly string[],
    private readonly folder: string,
  ) {}

  open(): void {
    const { file, before } = this.call;
    this.process = spawn(file, [...before, ...this.words], { cwd: this.folder, env: environment() });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => this.hear(text));
    }
    this.process.on("error", (error) => this.hear(`${error.message}\n`));
    this.process.on("close", (status) => this.end(status ?? 1));
  }

  /** Ends the process: the terminal was closed, or nobody needs it any more. */
  close(): void {
    this.process?.kill();
  }

  /** Whether it says that text; false if it ends before. */
  says(wanted: string): Promise<boolean> {
    return new Promise((tell) => {
      this.waiting.push({ wanted, tell });
      this.look();
    });
  }

  /** A process without a terminal of its own hears whole lines: they are edited here. */
  handleInput(typed: string): void {
    if (this.isOver) return;
    if (typed === INTERRUPT) {
      this.process?.kill("SIGINT");
    } else if (typed === DELETE) {
      if (this.line) this.written.fire("\b \b");
      this.line = [...this.line].slice(0, -1).join("");
    } else if (!typed.startsWith("\x1b")) {
      this.written.fire(typed.replaceAll("\r", "\r\n"));
      this.line += typed.replaceAll("\r", "\n");
      const whole = this.line.lastIndexOf("\n") + 1;
      this.process?.stdin?.write(this.line.slice(0, whole));
      this.line = this.line.slice(whole);
    }
  }

  private hear(text: string): void {
    this.written.fire(text.replaceAll(/\r?\n/g, "\r\n"));
    if (!this.waiting.length) return;
    this.said += text;
    this.look();
  }

  private look(): void {
    for (const each of this.waiting.splice(0)) {
      if (this.isOver || this.said.includes(each.wanted)) each.tell(!this.isOver);
      else this.waiting.push(each);
    }
  }

  private end(status: number): void {
    this.isOver = true;
    this.look();
    this.written.fire(vscode.l10n.t("The run has ended (exit status {0}).", status) + "\r\n");
  }
}
