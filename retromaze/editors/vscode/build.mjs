// Bundles the extension into one file, with the notices of the packages in it, in the folder that the command names.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { notices } from "../../studio/page/notices.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "built");

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
writeFileSync(join(target, "licenses.txt"), notices(metafile.inputs, join(here, "node_modules")));
