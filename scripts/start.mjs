// The entry of every command installs missing packages and continues under the pinned Node.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import module from "node:module";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installMissing, pinnedNode, projectDir } from "./install.mjs";

const entries = {
  start: "lib/runtime/serve.ts",
  dev: "lib/runtime/serve.ts",
  services: "lib/runtime/services.ts",
  worker: "lib/runtime/worker.ts",
  admin: "scripts/admin.ts",
  simulate: "scripts/simulate.ts",
  shop: "scripts/shop.ts",
  bench: "scripts/bench.ts",
  soak: "scripts/soak.ts",
  screenshots: "scripts/screenshots.ts",
  standalone: "scripts/standalone.ts",
  test: "scripts/test.ts",
};

/** Only developers call these, so only they need the packages for developing. */
const forDevelopers = ["dev", "bench", "soak", "screenshots", "test"];

const self = fileURLToPath(import.meta.url);
const [word = "start", ...args] = process.argv.slice(2);
if (!Object.hasOwn(entries, word))
  fail(`There is no command "${word}". Choose one of: ${Object.keys(entries).join(", ")}.`);

process.chdir(projectDir);
await installMissing({ tools: forDevelopers.includes(word) });

if (Number.parseInt(process.versions.node, 10) >= 24) {
  module.enableCompileCache(join(projectDir, "node_modules/.cache/cartwright"));
  const entry = join(projectDir, entries[word]);
  process.argv = [process.argv[0], entry, ...(word === "dev" ? ["dev"] : []), ...args];
  whenNpmDies(() => process.kill(process.pid, "SIGTERM"));
  await import("../lib/runtime/drizzle-imports.mjs");
  await import(pathToFileURL(entry).href);
} else {
  continueUnder(pinnedNode());
}

function continueUnder(node) {
  if (!node) {
    fail(
      "Cartwright needs Node 24 or newer, and npm did not install the version that comes with it. Install Node 24, or run: npm rebuild node",
    );
  }
  const child = spawn(node, [self, word, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", () => fail("The Node that npm installed does not run on this system. Install Node 24 or newer."));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  whenNpmDies(() => child.kill("SIGTERM"));
}

/** npm forwards no signal when it is killed, and a process that continued to serve would block the port. */
function whenNpmDies(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const before = elders();
  const watch = setInterval(() => {
    if (elders() === before) return;
    clearInterval(watch);
    stop();
  }, 200).unref();
}

/** The parent is npm, or the shell in which npm runs this. */
function elders() {
  if (process.platform !== "linux") return String(process.ppid);
  try {
    return `${process.ppid} ${readFileSync(`/proc/${process.ppid}/status`, "utf8").match(/PPid:\s*(\d+)/)?.[1]}`;
  } catch {
    return "gone";
  }
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
