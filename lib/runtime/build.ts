import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packBuild } from "./compressed.ts";
import { type FileLock, lockFile } from "./file-lock.ts";
import { projectDir } from "./runtime.ts";
import { buildShopScript } from "./shop-script.ts";
import { buildStyles } from "./styles.ts";

const marker = join(projectDir, ".next", "cartwright-build");
const buildId = join(projectDir, ".next", "BUILD_ID");
const nextProgram = join(projectDir, "node_modules", "next", "dist", "bin", "next");
const lockPath = join(projectDir, "node_modules", ".cartwright-build.lock");

const sourceFolders = ["app", "components", "lib", "public"];
/** tsconfig.json is left out, because a build may rewrite it. */
const sourceFiles = /^(instrumentation|next\.config|package-lock|postcss\.config)[\w.-]*\.(ts|mjs|json)$/;

// A serving process holds the returned lock, so that nobody builds over its files.
export async function ensureBuild(log: (line: string) => void): Promise<FileLock> {
  for (;;) {
    const reading = await lockFile(lockPath, "shared");
    const wanted = hashSources();
    if (reading && builtFrom() === wanted) return reading;
    reading?.release();
    const writing = await lockFile(lockPath, "exclusive", reading ? 0 : 60_000);
    if (writing) {
      try {
        if (builtFrom() !== wanted) await build(wanted, log);
      } finally {
        writing.release();
      }
    } else if (reading) {
      throw new Error(
        "The source code has changed, and another Cartwright is running the last build from this directory. Stop that one first.",
      );
    }
  }
}

/** An image contains a build but no sources. */
export const isServedOnly = (): boolean => !existsSync(join(projectDir, "app"));

export function forgetBuild(): void {
  rmSync(marker, { force: true });
}

function builtFrom(): string {
  return existsSync(marker) ? readFileSync(marker, "utf8") : "";
}

async function build(hash: string, log: (line: string) => void): Promise<void> {
  log("Building…");
  rmSync(marker, { force: true });
  const child = spawn(process.execPath, [nextProgram, "build"], {
    cwd: projectDir,
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      CARTWRIGHT_BUILD_ID: hash.slice(0, 20),
      // The cache of 190 MB makes the first build longer by a third, and shortens later ones to a third.
      ...(isForDeveloping() && existsSync(buildId) && { CARTWRIGHT_BUILD_CACHE: "1" }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const stop = () => child.kill("SIGTERM");
  process.once("exit", stop);
  const code = await new Promise((resolve) => child.on("close", resolve));
  process.off("exit", stop);
  if (code !== 0) throw new Error(`${output.trim()}\n\nThe build failed: see above.`);
  await packBuild();
  await buildStyles();
  await buildShopScript();
  // Written last, so that an interrupted build is not taken for a complete one.
  writeFileSync(marker, hash);
}

/** `scripts/install.mjs` writes what is installed. */
function isForDeveloping(): boolean {
  const installed = join(projectDir, "node_modules", ".cartwright");
  return !existsSync(installed) || !readFileSync(installed, "utf8").endsWith(" running");
}

function hashSources(): string {
  const hash = createHash("sha256");
  const add = (path: string) => hash.update(`\0${path}\0`).update(readFileSync(join(projectDir, path)));
  for (const name of readdirSync(projectDir)
    .filter((name) => sourceFiles.test(name))
    .sort())
    add(name);
  for (const folder of sourceFolders) {
    if (!existsSync(join(projectDir, folder))) continue;
    const entries = readdirSync(join(projectDir, folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.map((path) => path.slice(projectDir.length + 1)).sort()) {
      if (!/\.test\.tsx?$/.test(path)) add(path);
    }
  }
  return hash.digest("hex");
}
