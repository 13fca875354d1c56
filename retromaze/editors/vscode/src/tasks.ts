// Run, Check and Port: retromaze in a terminal. A process is started as it is, without a shell that would read names.
import * as vscode from "vscode";
import { type Call, environment } from "./finding.js";
import type { Installation } from "./installation.js";
import { chosen, hasPort, type Listing } from "./listings.js";

type Given = vscode.Uri | undefined;

export async function run(installation: Installation, uri: Given): Promise<void> {
  const listing = await chosen(uri);
  const call = listing && (await installation.call());
  if (call) await start(vscode.l10n.t("Run"), call, ["run", listing.path], listing);
}

export async function check(installation: Installation, uri: Given): Promise<void> {
  const listing = await chosen(uri);
  if (!listing) return;
  if (!hasPort(listing)) {
    const write = vscode.l10n.t("Write one");
    const question = vscode.l10n.t("The listing has no port beside it: {0} is missing.", listing.port);
    if ((await vscode.window.showInformationMessage(question, write)) === write) await port(installation, uri);
    return;
  }
  const call = await installation.call();
  if (call) await start(vscode.l10n.t("Check"), call, ["check", listing.path, listing.port], listing);
}

export async function port(installation: Installation, uri: Given): Promise<void> {
  const listing = await chosen(uri);
  const call = listing && (await installation.call());
  if (!call) return;
  const words = ["port", listing.path, "-o", listing.port];
  if (hasPort(listing)) {
    const overwrite = vscode.l10n.t("Write over it");
    const question = vscode.l10n.t("{0} exists already.", listing.port);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, overwrite)) !== overwrite) return;
    words.push("--force");
  }
  await start(vscode.l10n.t("Port"), call, words, listing);
  if (hasPort(listing)) await vscode.window.showTextDocument(vscode.Uri.file(listing.port));
}

/** Runs retromaze in a terminal, until it ends; with its exit status, undefined if it was closed. */
async function start(title: string, call: Call, words: readonly string[], listing: Listing): Promise<number | undefined> {
  const { file, before } = call;
  const options = { cwd: listing.folder, env: environment() as Record<string, string> };
  const task = new vscode.Task(
    { type: "process" },
    vscode.workspace.getWorkspaceFolder(vscode.Uri.file(listing.path)) ?? vscode.TaskScope.Global,
    title,
    "retromaze",
    new vscode.ProcessExecution(file, [...before, ...words], options),
    "$retromaze",
  );
  task.presentationOptions = { clear: true, showReuseMessage: false };
  const execution = await vscode.tasks.executeTask(task);
  return new Promise((resolve) => {
    const listener = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution !== execution) return;
      listener.dispose();
      resolve(event.exitCode);
    });
  });
}
