// The notices of the packages in a bundle: whoever gives the bundle away gives these with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The notices of all packages among the inputs of a bundle, one below the other; the packages lie in that folder. */
export function notices(inputs, packages) {
  const names = Object.keys(inputs).map((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const each = [...new Set(names.filter(Boolean))].sort().map((name) => notice(name, join(packages, name)));
  return each.join(`\n${"-".repeat(72)}\n\n`);
}

function notice(name, folder) {
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no notice to give away`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
