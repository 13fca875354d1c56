// Bundles the extension into one file, with the notices of the packages in it, in the folder that the command names.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "built");

/** The notices of all packages that are in the bundle. */
function notices(inputs) {
  const names = Object.keys(inputs).map((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter(Boolean))].sort().map(notice).join(`\n${"-".repeat(72)}\n\n`);
}

function notice(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no notice to give away`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ["src/extension.ts"],
  outfile: join(target, "extension.js"),
  bundle: true,
  minify: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  external: ["vscode"],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
writeFileSync(join(target, "licenses.txt"), notices(metafile.inputs));
