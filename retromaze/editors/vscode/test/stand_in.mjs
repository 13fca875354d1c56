// Stands in for VS Code: keeps what the extension registers and says, and starts its tasks, terminals and processes.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export class EventEmitter {
  listeners = new Set();
  event = (listener) => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(value) {
    for (const each of [...this.listeners]) each(value);
  }
  dispose() {
    this.listeners.clear();
  }
}

class Uri {
  constructor(scheme, fsPath, text) {
    Object.assign(this, { scheme, fsPath, text });
  }
  static file(path) {
    return new Uri("file", path, pathToFileURL(path).href);
  }
  static parse(text) {
    return new Uri(text.split(":")[0], text, text);
  }
  toString() {
    return this.text;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...[line, character, lastLine, lastCharacter]) {
    this.start = new Position(line, character);
    this.end = new Position(lastLine, lastCharacter);
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };
  cancel() {}
  dispose() {}
}

class Task {
  constructor(definition, scope, name, source, execution, matchers) {
    Object.assign(this, { definition, scope, name, source, execution, matchers });
  }
}

class ProcessExecution {
  constructor(process, args, options) {
    Object.assign(this, { process, args, options });
  }
}

class DebugAdapterServer {
  constructor(port, host) {
    Object.assign(this, { port, host });
  }
}

/** A module `vscode` for one activation of the extension, and what a test may ask of it and do in it. */
export function standIn({ settings = {}, trusted = true, language = "en", kind = "desktop", documents = [], answer = () => undefined }) {
  const seen = { commands: {}, messages: [], tasks: [], terminals: [], panels: [], shown: [], opened: [], mistakes: {}, output: "" };
  const events = new Proxy({}, { get: (made, name) => (made[name] ??= new EventEmitter()) });
  const later = (name) => events[name].event;
  const tell = (level) => (message, ...rest) => {
    seen.messages.push({ level, message });
    return Promise.resolve(answer(message, rest.filter((each) => typeof each === "string")));
  };
  const vscode = {
    version: "1.140.0", EventEmitter, Uri, Position, Range, Diagnostic, CancellationTokenSource, Task, ProcessExecution, DebugAdapterServer,
    ViewColumn: { Beside: -2 }, TaskScope: { Global: 1 }, UIKind: { Desktop: 1, Web: 2 },
    l10n: { t: (text, ...holes) => text.replace(/\{(\d)\}/g, (_, at) => holes[at]) },
    env: {
      appName: "a stand-in", language, uiKind: kind === "desktop" ? 1 : 2,
      openExternal: (uri) => Promise.resolve(seen.opened.push(String(uri))),
    },
    extensions: { getExtension: () => undefined },
    workspace: {
      isTrusted: trusted, textDocuments: documents, workspaceFolders: undefined, getWorkspaceFolder: () => undefined,
      getConfiguration: () => ({ get: (name, usual) => settings[`retromaze.${name}`] ?? usual }),
      onDidChangeConfiguration: later("configuration"), onDidGrantWorkspaceTrust: later("trust"),
    },
    window: {
      activeTextEditor: undefined,
      createOutputChannel: () =>
        endless({ append: (text) => (seen.output += text), appendLine: (text) => (seen.output += `${text}\n`) }),
      showErrorMessage: tell("error"), showWarningMessage: tell("warning"), showInformationMessage: tell("information"),
      showTextDocument: (uri) => Promise.resolve(seen.shown.push(uri.fsPath)),
      createTerminal: ({ name, pty }) => {
        const terminal = { name, pty, text: "", show: () => {} };
        pty.onDidWrite((text) => (terminal.text += text));
        seen.terminals.push(terminal);
        pty.open();
        return terminal;
      },
      createWebviewPanel: (view, title) => {
        const gone = new EventEmitter();
        const said = new EventEmitter();
        const panel = {
          view, title, active: true, said,
          webview: { html: "", onDidReceiveMessage: said.event },
          onDidDispose: gone.event, reveal: () => {}, dispose: () => gone.fire(),
        };
        seen.panels.push(panel);
        return panel;
      },
    },
    commands: {
      registerCommand: (name, command) => ((seen.commands[name] = command), { dispose: () => {} }),
      executeCommand: (...words) => Promise.resolve(seen.opened.push(words.join(" "))),
    },
    languages: {
      match: (_, document) => (document.languageId === "smilebasic" ? 10 : 0),
      createDiagnosticCollection: () =>
        endless({ set: (uri, found) => (seen.mistakes[uri] = found), delete: () => {}, dispose: () => {} }),
    },
    debug: {
      registerDebugConfigurationProvider: (_, provider) => ((seen.debugging = provider), { dispose: () => {} }),
      registerDebugAdapterDescriptorFactory: () => ({ dispose: () => {} }),
      onDidTerminateDebugSession: later("session"),
      startDebugging: (_, configuration) => Promise.resolve((seen.configuration = configuration)),
    },
    tasks: {
      onDidEndTaskProcess: later("task"),
      executeTask: (task) => {
        const execution = { task, output: "" };
        seen.tasks.push(execution);
        const { process: file, args, options } = task.execution;
        const process = spawn(file, args, options);
        for (const stream of [process.stdout, process.stderr]) stream.on("data", (text) => (execution.output += text));
        process.on("close", (exitCode) => events.task.fire({ execution, exitCode }));
        return Promise.resolve(execution);
      },
    },
  };
  for (const name of ["env", "workspace", "window", "commands", "languages", "debug", "tasks"]) {
    vscode[name] = endless(vscode[name]);
  }
  return { vscode: endless(vscode), seen, events };
}

/** The rest of VS Code, of which the language client asks more than a test looks at: all of it does nothing. */
const anything = new Proxy(function () {}, {
  get: (made, name) => (name in made ? made[name] : name === "then" || typeof name === "symbol" ? undefined : anything),
  apply: () => anything,
});

/** A part of VS Code whose members that no test knows are anything. */
function endless(known) {
  return new Proxy(known, { get: (made, name) => (name in made ? made[name] : anything) });
}

/** Activates the packed extension in a folder. */
export function activate(folder, given = {}) {
  const made = standIn(given);
  const load = Module._load;
  const bundle = createRequire(import.meta.url).resolve(join(folder, "extension.js"));
  Module._load = (name, ...rest) => (name === "vscode" ? made.vscode : load(name, ...rest));
  try {
    delete createRequire(import.meta.url).cache[bundle];
    const packageJSON = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const context = { extension: { packageJSON }, subscriptions: [] };
    createRequire(import.meta.url)(bundle).activate(context);
    return { ...made, close: () => Promise.all(context.subscriptions.map((each) => each.dispose())) };
  } finally {
    Module._load = load;
  }
}
