// What VS Code calls: everything that retromaze does in it is declared here.
import * as vscode from "vscode";
import { debug, ListingDebugging, TYPE } from "./debugging.js";
import { Installation } from "./installation.js";
import { Language } from "./language_client.js";
import { Studios } from "./studio.js";
import { check, port, run } from "./tasks.js";

type Command = (uri?: vscode.Uri) => unknown;

export function activate(context: vscode.ExtensionContext): void {
  const documentation = vscode.Uri.parse((context.extension.packageJSON as { homepage: string }).homepage);
  const output = vscode.window.createOutputChannel("retromaze");
  const installation = new Installation(documentation);
  const language = new Language(installation, output);
  const studios = new Studios(installation);
  const debugging = new ListingDebugging(installation);

  const commands: Record<string, Command> = {
    run: (uri) => run(installation, uri),
    check: (uri) => check(installation, uri),
    port: (uri) => port(installation, uri),
    debug,
    studio: (uri) => studios.show(uri),
    studioInBrowser: () => studios.openInBrowser(),
    restart: () => language.restart(),
  };
  const registered = Object.entries(commands).map(([name, command]) =>
    vscode.commands.registerCommand(`retromaze.${name}`, command),
  );
  context.subscriptions.push(
    ...registered,
    output,
    installation,
    language,
    studios,
    vscode.debug.registerDebugConfigurationProvider(TYPE, debugging),
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, debugging),
    vscode.debug.onDidTerminateDebugSession((session) => debugging.ended(session)),
    installation.onDidChange(() => startWhereTrusted(language)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => language.restart()),
  );
  startWhereTrusted(language);
}

/** In a folder that is not trusted nothing is started, and nothing is said of it until a command is chosen. */
function startWhereTrusted(language: Language): void {
  if (vscode.workspace.isTrusted) void language.restart();
}
