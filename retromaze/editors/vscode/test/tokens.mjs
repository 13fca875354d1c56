// Colors texts as VS Code does: reads {grammar, texts} as JSON, prints the scopes of each piece of each line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
await oniguruma.loadWASM(readFileSync(wasm));
const { grammar, texts } = JSON.parse(readFileSync(0, "utf8"));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: () => Promise.resolve(textmate.parseRawGrammar(JSON.stringify(grammar), "grammar.json")),
});
const made = await registry.loadGrammar(grammar.scopeName);

/** [text, innermost scope] of each piece of a line. */
function pieces(line, state) {
  const { tokens, ruleStack } = made.tokenizeLine(line, state);
  // The line feed behind the line, which VS Code puts there, belongs to no piece.
  const inside = tokens.map((each) => [line.slice(each.startIndex, each.endIndex), each.scopes.at(-1)]);
  return [inside.filter(([text]) => text), ruleStack];
}

const colored = texts.map((text) => {
  let state = textmate.INITIAL;
  return text.split("\n").map((line) => {
    const [found, next] = pieces(line, state);
    state = next;
    return found;
  });
});
process.stdout.write(JSON.stringify(colored));
