// Debugs a listing: `retromaze debug --wait` speaks the debug adapter protocol itself, and VS Code is led to its port.
import { createServer } from "node:net";
import * as vscode from "vscode";
import type { Installation } from "./installation.js";
import { chosen, listing } from "./listings.js";
import { ProcessTerminal } from "./process_terminal.js";

export const TYPE = "retromaze";
const HOST = "127.0.0.1";
const READY = "waiting for a debugger at port";

interface ListingConfiguration extends vscode.DebugConfiguration {
  program?: unknown;
  /** Of the name `options` debugpy has an understanding of its own. */
  arguments?: unknown;
}

export async function debug(uri: vscode.Uri | undefined): Promise<void> {
  const found = await chosen(uri);
  if (!found) return;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(found.path));
  await vscode.debug.startDebugging(folder, { ...launch(), program: found.path });
}

function launch(): vscode.DebugConfiguration {
  return { type: TYPE, request: "launch", name: vscode.l10n.t("SmileBASIC: debug the listing"), program: "${file}" };
}

export class ListingDebugging implements vscode.DebugConfigurationProvider, vscode.DebugAdapterDescriptorFactory {
  private readonly running = new Map<string, ProcessTerminal>();

  constructor(private readonly installation: Installation) {}

  /** F5 without a launch.json debugs the listing that is being edited. */
  resolveDebugConfiguration(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: ListingConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (configuration.type) return configuration;
    return vscode.window.activeTextEditor?.document.languageId === "smilebasic" ? launch() : undefined;
  }

  /** The listing waits in a process of its own: to the debugger every run is one that is attached to. */
  resolveDebugConfigurationWithSubstitutedVariables(
    _folder: vscode.WorkspaceFolder | undefined,
    configuration: ListingConfiguration,
  ): vscode.DebugConfiguration | undefined {
    if (typeof configuration.program !== "string" || !areTexts(configuration.arguments ?? [])) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t("launch.json: `program` is the path of a listing, `arguments` are texts."),
      );
      return undefined;
    }
    return { ...configuration, request: "attach", justMyCode: false };
  }

  async createDebugAdapterDescriptor(session: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor> {
    const call = await this.installation.call();
    if (!call) throw new Error(vscode.l10n.t("retromaze cannot be started."));
    const { program, arguments: more } = session.configuration as ListingConfiguration;
    const { path, folder } = listing(String(program));
    const port = await freePort();
    const words = ["debug", path, ...(areTexts(more) ? more : []), "--wait", String(port)];
    const pty = new ProcessTerminal(call, words, folder);
    this.running.set(session.id, pty);
    vscode.window.createTerminal({ name: session.name, pty }).show(true);
    if (!(await pty.says(READY))) throw new Error(vscode.l10n.t("The listing was not started: the terminal says why."));
    return new vscode.DebugAdapterServer(port, HOST);
  }

  /** Ends the process of a session that is over; its terminal stays, with what was printed. */
  ended(session: vscode.DebugSession): void {
    this.running.get(session.id)?.close();
    this.running.delete(session.id);
  }
}

function areTexts(given: unknown): given is string[] {
  return Array.isArray(given) && given.every((each) => typeof each === "string");
}

/** A port of this computer that nobody listens at. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
