// The packed extension with a retromaze of this computer, in the place of VS Code a stand-in. It is run by hand:
// EXTENSION=UNPACKED/extension RETROMAZE=$PWD/.venv/bin/retromaze node retromaze/editors/vscode/test/extension.test.mjs
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { activate } from "./stand_in.mjs";

const { EXTENSION, RETROMAZE } = process.env;
const COMMAND = { "retromaze.command": RETROMAZE };
const LISTING = "A=1\nPRINT \"FIRST\"\nB=A+1\nPRINT B\n";
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "retromaze extension "));
});
after(() => rmSync(folder, { recursive: true }));

/** A listing of that name: a name that a shell would read otherwise, unless another is given. */
function listing(text = LISTING, name = "a maze; $(touch x).bas") {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Waits until something is there. */
async function until(look) {
  for (let tries = 0; tries < 600; tries += 1) {
    const found = look();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`not there in time: ${look}`);
}

/** Does something with the extension, activated anew. */
async function visit(given, act) {
  const editor = activate(EXTENSION, given);
  const uri = (path) => editor.vscode.Uri.file(path);
  const command = (name, path) => editor.seen.commands[`retromaze.${name}`](path && uri(path));
  try {
    await act({ ...editor, command });
  } finally {
    await editor.close();
  }
}

test("Run starts retromaze without a shell, beside the listing", () =>
  visit({ settings: COMMAND }, async ({ command, seen }) => {
    const path = listing();
    await command("run", path);
    const [{ task, output }] = seen.tasks;
    assert.deepEqual([task.execution.process, task.execution.args], [RETROMAZE, ["run", path]]);
    assert.equal(task.execution.options.cwd, folder);
    assert.equal(task.matchers, "$retromaze");
    assert.match(output, /FIRST/);
    assert.equal(existsSync(join(folder, "x")), false);
  }));

test("Japanese words where the editor speaks Japanese", () =>
  visit({ settings: COMMAND, language: "ja" }, async ({ command, seen }) => {
    await command("run", listing());
    assert.equal(seen.tasks[0].task.execution.options.env.LANGUAGE, "ja");
  }));

test("a run's error is found by the problem matcher", () =>
  visit({ settings: COMMAND }, async ({ command, seen }) => {
    const path = listing("A=1:LOCATE 99,1\n", "wrong.bas");
    await command("run", path);
    const lines = seen.tasks[0].output.split("\n");
    const [matcher] = JSON.parse(readFileSync(join(EXTENSION, "package.json"))).contributes.problemMatchers;
    const [first, second] = matcher.pattern.map(({ regexp }) => new RegExp(regexp));
    const at = lines.findIndex((line) => first.test(line));
    assert.equal(first.exec(lines[at])[1], "Out of range");
    assert.deepEqual(second.exec(lines[at + 1]).slice(1), [path, "1", "5"]);
  }));

test("Check offers a port, Port writes and shows it, and asks before it writes over one", async () => {
  const path = listing(LISTING, "ported.bas");
  const port = join(folder, "ported.py");
  await visit({ settings: COMMAND }, async ({ command, seen }) => {
    await command("check", path);
    assert.deepEqual([seen.messages[0].message, seen.tasks.length], [
      `The listing has no port beside it: ${port} is missing.`, 0,
    ]);
    await command("port", path);
    assert.deepEqual([seen.shown, seen.messages.length], [[port], 1]);
    assert.match(readFileSync(port, "utf8"), /def main\(machine/);
    await command("check", path);
    assert.match(seen.tasks[1].output, /equal/);
    writeFileSync(port, "mine");
    await command("port", path);
    assert.deepEqual([readFileSync(port, "utf8"), seen.tasks.length], ["mine", 2]);
    assert.equal(seen.messages[1].message, `${port} exists already.`);
  });
  await visit({ settings: COMMAND, answer: (_, [yes]) => yes }, async ({ command }) => {
    await command("port", path);
    assert.match(readFileSync(port, "utf8"), /def main\(machine/);
  });
});

test("in a folder that is not trusted nothing is started", () =>
  visit({ settings: COMMAND, trusted: false }, async ({ command, seen }) => {
    const path = listing();
    for (const name of ["run", "check", "port", "studio"]) await command(name, path);
    await assert.rejects(seen.debugging.createDebugAdapterDescriptor({ id: "1", configuration: { program: path } }));
    assert.deepEqual([seen.tasks, seen.panels, seen.terminals], [[], [], []]);
    const said = new Set(seen.messages.map(({ message }) => message));
    assert.ok(said.has("retromaze is not started in a folder that is not trusted."));
  }));

for (const missing of ["no/such/file", "/bin/true", "nowhere-to-be-found"]) {
  test(`without retromaze the user is told: ${missing}`, () =>
    visit(
      { settings: { "retromaze.command": missing }, answer: (_, [help]) => help },
      async ({ command, seen }) => {
        await command("run", listing());
        const found = await until(() => seen.messages.find(({ level }) => level === "error"));
        assert.equal(found.message, "retromaze was not found. `pip install retromaze[lsp] debugpy` installs it.");
        assert.match(seen.opened[0], /^https:.*\/docs\/editors\.md#vs-code$/);
        assert.equal(seen.tasks.length, 0);
      },
    ));
}

test("a listing that is no file is to be saved first", () =>
  visit({ settings: COMMAND }, async ({ vscode, seen }) => {
    await seen.commands["retromaze.run"](vscode.Uri.parse("untitled:maze.bas"));
    assert.equal(seen.messages[0].message, "Save the listing as a file of this computer first.");
  }));

test("the studio is shown in a frame that the editor's own pages alone may have", () =>
  visit({ settings: COMMAND }, async ({ command, seen }) => {
    await command("studio", listing());
    const [panel] = seen.panels;
    const address = await until(() => /<iframe src="([^"]+)"/.exec(panel.webview.html)?.[1]);
    const { origin } = new URL(address);
    assert.match(panel.webview.html, new RegExp(`default-src 'none'; style-src 'nonce-[^']+'; frame-src ${origin}"`));
    const page = await fetch(address);
    assert.match(page.headers.get("Content-Security-Policy"), /frame-ancestors vscode-webview: vscode-file:$/);
    await command("studio", listing());
    assert.equal(seen.panels.length, 1);
    await command("studioInBrowser");
    assert.deepEqual(seen.opened, [address]);
    panel.dispose();
    await until(() => fetch(address).then(() => false, () => true));
  }));

test("in a browser the view tells whose pages stand around it", () =>
  visit({ settings: COMMAND, kind: "web" }, async ({ command, seen }) => {
    const shown = command("studio", listing());
    const [panel] = await until(() => seen.panels.length && seen.panels);
    await until(() => panel.webview.html.includes("ancestorOrigins"));
    panel.said.fire(["https://code.example", "https://code.example"]);
    await shown;
    const address = await until(() => /<iframe src="([^"]+)"/.exec(panel.webview.html)?.[1]);
    const page = await fetch(address);
    assert.match(page.headers.get("Content-Security-Policy"), /frame-ancestors https:\/\/code\.example$/);
  }));

test("what the studio says when it does not start stands in the view, as text", () =>
  visit({ settings: COMMAND }, async ({ command, seen }) => {
    await command("studio", listing("\0\0", "<b>.bas"));
    const [panel] = seen.panels;
    await until(() => panel.webview.html.includes("The studio has ended."));
    assert.match(panel.webview.html, /&lt;b>\.bas/);
  }));

test("mistakes are marked while a listing is written", async () => {
  const uri = { scheme: "file", toString: () => "file:///maze.bas" };
  const text = "A=1\nPRINT (\n";
  const document = { uri, languageId: "smilebasic", version: 1, isClosed: false, getText: () => text };
  await visit({ settings: COMMAND, documents: [document] }, async ({ seen }) => {
    const [found] = await until(() => Object.values(seen.mistakes)[0]);
    assert.deepEqual([found.message.split("\n")[0], found.range.start.line], ["Syntax error in 0:2", 1]);
  });
});

/** An editor's side of the debug adapter protocol. */
class Debugger {
  constructor({ port, host }) {
    this.socket = createConnection(port, host);
    this.heard = [];
    this.rest = Buffer.alloc(0);
    this.socket.on("data", (data) => this.read(Buffer.concat([this.rest, data])));
  }
  read(data) {
    for (let head; (head = /^Content-Length: (\d+)\r\n\r\n/.exec(data)); data = data.subarray(head[0].length + +head[1])) {
      if (data.length < head[0].length + Number(head[1])) break;
      this.heard.push(JSON.parse(data.subarray(head[0].length, head[0].length + Number(head[1]))));
    }
    this.rest = data;
  }
  send(command, given) {
    const text = JSON.stringify({ seq: (this.number = (this.number ?? 0) + 1), type: "request", command, arguments: given });
    this.socket.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  ask(command, given) {
    this.send(command, given);
    return until(() => this.heard.find((each) => each.type === "response" && each.command === command));
  }
  event(name) {
    return until(() => this.heard.find((each) => each.event === name));
  }
}

test("a breakpoint in the listing stops it, and its end is told", () =>
  visit({ settings: COMMAND }, async ({ command, seen, events }) => {
    const path = listing("INPUT A$\nB$=A$+\"!\"\n");
    await command("debug", path);
    assert.deepEqual([seen.configuration.type, seen.configuration.program], ["retromaze", path]);
    const configuration = seen.debugging.resolveDebugConfigurationWithSubstitutedVariables(undefined, {
      ...seen.configuration, arguments: ["--seed", "1"],
    });
    const session = { id: "1", name: "maze", configuration };
    const client = new Debugger(await seen.debugging.createDebugAdapterDescriptor(session));
    await client.ask("initialize", { adapterID: "retromaze" });
    client.send("attach", configuration);
    await client.event("initialized");
    await client.ask("setBreakpoints", { source: { path }, breakpoints: [{ line: 2 }] });
    client.send("configurationDone");
    const [terminal] = seen.terminals;
    for (const key of ["M", "X", "\x7f", "Z", "\r"]) terminal.pty.handleInput(key);
    const { threadId } = (await client.event("stopped")).body;
    const [frame] = (await client.ask("stackTrace", { threadId })).body.stackFrames;
    assert.deepEqual([frame.source.path, frame.line], [path, 2]);
    const [{ variablesReference }] = (await client.ask("scopes", { frameId: frame.id })).body.scopes;
    const { variables } = (await client.ask("variables", { variablesReference })).body;
    assert.equal(variables.find(({ name }) => name === "A$").value, "'MZ'");
    client.send("continue", { threadId });
    await client.event("terminated");
    client.socket.end();
    await until(() => terminal.text.includes("The run has ended (exit status 0)."));
    assert.match(terminal.text, /MX\x08 \x08Z\r\n/);
    events.session.fire(session);
  }));

test("a listing that cannot be debugged says why in the terminal", () =>
  visit({ settings: COMMAND }, async ({ seen }) => {
    const configuration = { program: listing("\0\0", "none.bas") };
    await assert.rejects(
      seen.debugging.createDebugAdapterDescriptor({ id: "1", name: "maze", configuration }),
      /The listing was not started: the terminal says why\./,
    );
    assert.match(seen.terminals[0].text, /none\.bas/);
    assert.match(seen.terminals[0].text, /The run has ended \(exit status 1\)\./);
  }));

test("launch.json is read with care", () =>
  visit({ settings: COMMAND }, async ({ seen, vscode }) => {
    const resolved = (given) => seen.debugging.resolveDebugConfigurationWithSubstitutedVariables(undefined, given);
    assert.equal(resolved({ type: "retromaze", arguments: [] }), undefined);
    assert.equal(resolved({ program: "a.bas", arguments: [1] }), undefined);
    assert.equal(resolved({ program: "a.bas", arguments: "--seed" }), undefined);
    assert.equal(seen.messages.length, 3);
    assert.deepEqual(resolved({ program: "a.bas", request: "launch" }), {
      program: "a.bas", request: "attach", justMyCode: false,
    });
    assert.equal(seen.debugging.resolveDebugConfiguration(undefined, {}), undefined);
    vscode.window.activeTextEditor = { document: { languageId: "smilebasic" } };
    assert.equal(seen.debugging.resolveDebugConfiguration(undefined, {}).program, "${file}");
  }));
