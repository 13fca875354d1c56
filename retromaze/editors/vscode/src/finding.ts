// Finds retromaze: the executable that the setting names, else the module of the interpreter that was selected.
import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import * as vscode from "vscode";

/** How retromaze is called: an executable, and what stands before retromaze's own words. */
export interface Call {
  readonly file: string;
  readonly before: readonly string[];
}

const USUAL = "retromaze";
const PATIENCE = 30_000;
const PYTHON_EXTENSION = "ms-python.python";

/** The part of the Python extension's interface that is asked. */
interface Environments {
  getActiveEnvironmentPath(): { path: string };
  resolveEnvironment(path: unknown): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}

/** How retromaze is called; undefined where it is not found. */
export async function find(): Promise<Call | undefined> {
  const named = vscode.workspace.getConfiguration("retromaze").get("command", USUAL).trim() || USUAL;
  for await (const call of named === USUAL ? usual() : [{ file: executable(named), before: [] }]) {
    if (call.file && (await answers({ file: call.file, before: call.before }))) {
      return { file: call.file, before: call.before };
    }
  }
  return undefined;
}

/** The environment of retromaze's processes: they speak the editor's language. */
export function environment(): NodeJS.ProcessEnv {
  return vscode.env.language === "ja" ? { ...process.env, LANGUAGE: "ja" } : process.env;
}

/** Tells of every choice of another interpreter, if the Python extension is there. */
export async function onOtherInterpreter(listener: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(listener);
}

async function* usual(): AsyncGenerator<{ file: string | undefined; before: readonly string[] }> {
  yield { file: executable(USUAL), before: [] };
  const known = await environments();
  const chosen = known && (await known.resolveEnvironment(known.getActiveEnvironmentPath()));
  // -P: a port beside the listing, random.py perhaps, takes the place of no module.
  yield { file: chosen?.executable.uri?.fsPath, before: ["-P", "-m", "retromaze"] };
}

async function environments(): Promise<Environments | undefined> {
  const python = vscode.extensions.getExtension<{ environments?: Environments }>(PYTHON_EXTENSION);
  return python && (await python.activate()).environments;
}

/**
 * The path of an executable. It is looked for here, not where a process is started: on Windows the folder of the
 * listing would come before the PATH.
 */
function executable(name: string): string | undefined {
  if (/[\\/]/.test(name)) {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
    return withEnding(isAbsolute(name) ? name : join(folder, name));
  }
  for (const folder of (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute)) {
    const found = withEnding(join(folder, name));
    if (found) return found;
  }
  return undefined;
}

function withEnding(path: string): string | undefined {
  const endings = process.platform === "win32" ? ["", ".exe"] : [""];
  return endings.map((ending) => path + ending).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether it is retromaze that answers. */
function answers({ file, before }: Call): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = [...before, "--version"];
    execFile(file, asked, { cwd: homedir(), timeout: PATIENCE }, (error, said) =>
      resolve(!error && said.startsWith("retromaze ")),
    );
  });
}
