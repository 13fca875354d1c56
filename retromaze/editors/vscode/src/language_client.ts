// Mistakes, help and completion while a listing is written: what `retromaze lsp` tells, shown by VS Code.
import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import { type ErrorHandler, CloseAction, ErrorAction, LanguageClient } from "vscode-languageclient/node.js";
import { type Call, environment } from "./finding.js";
import type { Installation } from "./installation.js";

const PATIENCE = 5_000;

/** A server that ends is not started again by itself: who mends what was wrong says when. */
const PATIENT: ErrorHandler = {
  error: () => ({ action: ErrorAction.Continue, handled: true }),
  closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
};

/** Says nothing in a box of its own: what is wrong with a server is told once, with what helps. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export class Language implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private process: ChildProcess | undefined;
  private started: Promise<void> = Promise.resolve();
  private turn: Promise<void> = Promise.resolve();

  constructor(
    private readonly installation: Installation,
    private readonly output: vscode.OutputChannel,
  ) {}

  /** Starts the server, or starts it again; one such wish is fulfilled after the other. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.stop()).then(() => this.start());
    return this.turn;
  }

  dispose(): Promise<void> {
    this.turn = this.turn.then(() => this.stop());
    return this.turn;
  }

  private async start(): Promise<void> {
    const call = await this.installation.call();
    if (!call) return;
    const client = new QuietClient("retromaze", "retromaze", () => Promise.resolve(this.serve(call)), {
      documentSelector: [
        { language: "smilebasic", scheme: "file" },
        { language: "smilebasic", scheme: "untitled" },
      ],
      outputChannel: this.output,
      errorHandler: PATIENT,
      initializationFailedHandler: () => false,
    });
    this.client = client;
    this.started = client.start().catch((error: unknown) => this.complain(client, error));
  }

  private serve({ file, before }: Call): ChildProcess {
    this.process = spawn(file, [...before, "lsp"], { env: environment() });
    return this.process;
  }

  private complain(client: LanguageClient, error: unknown): void {
    this.output.appendLine(String(error));
    if (client !== this.client) return;
    void this.installation.explain(
      vscode.l10n.t("retromaze cannot help while you write: its language server does not start. The output says why."),
    );
  }

  private async stop(): Promise<void> {
    // A server that is asked to end while it starts leaves questions open; one that never answers is ended so.
    await Promise.race([this.started, new Promise((done) => setTimeout(done, PATIENCE))]);
    const { client, process } = this;
    this.client = this.process = undefined;
    if (client?.isRunning()) {
      await client.stop().catch((error: unknown) => this.output.appendLine(String(error)));
    }
    process?.kill();
  }
}
