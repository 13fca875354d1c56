// The studio beside the text: `retromaze studio` serves its page to this computer, and a view shows it in a frame.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { environment } from "./finding.js";
import type { Installation } from "./installation.js";
import { chosen, type Listing } from "./listings.js";

export const VIEW = "retromaze.studio";
const ADDRESS = /^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+$/;
/** Around a view of VS Code stand pages of its own. No page of the web can have these schemes. */
const EDITOR = ["vscode-webview:", "vscode-file:"];

/** The views that are open, by the listing that each shows. */
export class Studios implements vscode.Disposable {
  private readonly open = new Map<string, Studio>();

  constructor(private readonly installation: Installation) {}

  async show(uri: vscode.Uri | undefined): Promise<void> {
    const listing = await chosen(uri);
    if (!listing) return;
    const there = this.open.get(listing.path);
    if (there) {
      there.panel.reveal();
      return;
    }
    const call = await this.installation.call();
    if (!call) return;
    const studio = new Studio(listing);
    this.open.set(listing.path, studio);
    studio.panel.onDidDispose(() => this.open.delete(listing.path));
    const frames = await studio.frames();
    if (studio.isClosed) return;
    const words = ["studio", listing.path, "--no-browser", ...frames.flatMap((each) => ["--frame", each])];
    const options = { cwd: listing.folder, env: environment() };
    studio.serve(spawn(call.file, [...call.before, ...words], options));
  }

  /** Opens the page of the view that is in front in the browser. */
  async openInBrowser(): Promise<void> {
    const shown = [...this.open.values()].find((each) => each.panel.active);
    if (shown?.address) await vscode.env.openExternal(vscode.Uri.parse(shown.address));
  }

  dispose(): void {
    for (const each of this.open.values()) each.panel.dispose();
  }
}

class Studio {
  readonly panel: vscode.WebviewPanel;
  address: string | undefined;
  isClosed = false;
  private process: ChildProcess | undefined;
  private readonly nonce = randomBytes(16).toString("base64");

  constructor(listing: Listing) {
    const title = vscode.l10n.t("Studio: {0}", basename(listing.path));
    const options = { enableScripts: true, retainContextWhenHidden: true };
    this.panel = vscode.window.createWebviewPanel(VIEW, title, vscode.ViewColumn.Beside, options);
    this.panel.onDidDispose(() => {
      this.isClosed = true;
      this.process?.kill();
    });
  }

  /** The origins of the pages around the view: those of the editor itself, and where a browser shows it, its page. */
  frames(): Promise<string[]> {
    if (vscode.env.uiKind === vscode.UIKind.Desktop) {
      this.tell(vscode.l10n.t("The studio is starting …"));
      return Promise.resolve(EDITOR);
    }
    return new Promise((resolve) => {
      const listener = this.panel.webview.onDidReceiveMessage((origins: unknown) => {
        listener.dispose();
        const told = Array.isArray(origins) ? origins.filter((each) => typeof each === "string") : [];
        resolve([...new Set(told)]);
      });
      this.panel.onDidDispose(() => resolve([]));
      const script = "acquireVsCodeApi().postMessage([location.origin, ...(location.ancestorOrigins ?? [])])";
      this.tell(vscode.l10n.t("The studio is starting …"), script);
    });
  }

  /** Shows what a process serves, and says so when it ends. */
  serve(process: ChildProcess): void {
    this.process = process;
    let complaint = "";
    process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    if (process.stdout) createInterface(process.stdout).on("line", (line) => this.show(line));
    process.on("error", (error) => this.end(error.message));
    process.on("close", () => this.end(complaint));
  }

  private show(address: string): void {
    if (!ADDRESS.test(address) || this.isClosed) return;
    this.address = address;
    const page = `<iframe src="${address}" allow="clipboard-read; clipboard-write; autoplay"></iframe>`;
    this.panel.webview.html = this.html(page, `frame-src ${new URL(address).origin}`);
  }

  private end(complaint: string): void {
    this.address = undefined;
    if (!this.isClosed) this.tell(`${vscode.l10n.t("The studio has ended.")}\n${complaint}`);
  }

  private tell(message: string, script = ""): void {
    const escaped = message.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const told = `<pre>${escaped}</pre>`;
    this.panel.webview.html = this.html(script ? `${told}<script nonce="${this.nonce}">${script}</script>` : told);
  }

  private html(body: string, allowed = `script-src 'nonce-${this.nonce}'`): string {
    const policy = `default-src 'none'; style-src 'nonce-${this.nonce}'; ${allowed}`;
    return `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${this.nonce}">
html, body { height: 100%; margin: 0; padding: 0; overflow: hidden }
iframe { width: 100%; height: 100%; border: 0 }
pre { padding: 1em; white-space: pre-wrap }
</style>
<body>${body}</body>
`;
  }
}
