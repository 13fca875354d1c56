// Builds the page into built/, or into the folder that the command names; the same sources give the same bytes.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "built");

/** The notices of all packages that are in the bundle: whoever gives the page away gives these with it. */
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

mkdirSync(target, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  // An exported page has a script before the page's own, one for its workers, and one that isolates it.
  entryPoints: { studio: "src/main.ts", exported: "src/exported.ts", worker: "src/worker.ts", isolation: "src/isolation.ts" },
  outdir: target,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome111", "firefox119", "safari16.4"],
  // Plain ASCII, so that the file reads the same whatever a server says of its encoding.
  charset: "ascii",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
await build({ absWorkingDir: here, entryPoints: ["src/studio.css"], outdir: target, minify: true, logLevel: "warning" });
writeFileSync(join(target, "licenses.txt"), notices(metafile.inputs));
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, "src", name), join(target, name));
