// Which listing a command is for, and the port beside it.
import { existsSync } from "node:fs";
import { dirname, extname } from "node:path";
import * as vscode from "vscode";

export interface Listing {
  readonly path: string;
  readonly folder: string;
  /** Where its port is, or would be. */
  readonly port: string;
}

/** The listing that was chosen, or that is being edited, saved; undefined where it is no file. */
export async function chosen(uri: vscode.Uri | undefined): Promise<Listing | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  const target = uri ?? active?.uri;
  const open = vscode.workspace.textDocuments.find((each) => each.uri.toString() === target?.toString());
  if (target?.scheme !== "file" || (open?.isDirty && !(await open.save()))) {
    void vscode.window.showWarningMessage(vscode.l10n.t("Save the listing as a file of this computer first."));
    return undefined;
  }
  return listing(target.fsPath);
}

export function listing(path: string): Listing {
  return { path, folder: dirname(path), port: `${path.slice(0, path.length - extname(path).length)}.py` };
}

export function hasPort({ port }: Listing): boolean {
  return existsSync(port);
}
