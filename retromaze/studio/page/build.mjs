// Builds the page into built/, or into the folder that the command names; the same sources give the same bytes.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { notices } from "./notices.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "built");

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
writeFileSync(join(target, "licenses.txt"), notices(metafile.inputs, join(here, "node_modules")));
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, "src", name), join(target, name));
