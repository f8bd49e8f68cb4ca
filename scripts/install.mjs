// Runs on any Node from version 20 before packages are installed, so it is plain JavaScript with Node's own modules.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(projectDir, "node_modules");
const marker = join(modules, ".cartwright");

export async function installMissing() {
  const wanted = fingerprint();
  if (readText(marker) === wanted) return;
  if (!isInstalled()) {
    console.error("Installing dependencies…");
    await install();
  }
  try {
    writeFileSync(marker, wanted);
  } catch {
    // In a read-only image the packages are right, although this marker cannot be written.
  }
}

/** Undefined if the binary of the project's pinned Node is not installed. */
export function pinnedNode() {
  const binary = join(modules, "node", "bin", process.platform === "win32" ? "node.exe" : "node");
  return existsSync(binary) ? binary : undefined;
}

function fingerprint() {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readText(join(projectDir, "package.json")),
  );
  const wanted = JSON.stringify({ dependencies, devDependencies, optionalDependencies });
  return createHash("sha256")
    .update(wanted)
    .update(readText(join(projectDir, "package-lock.json")))
    .digest("hex");
}

/** Compares the lock file with npm's own list, which npm writes last. */
function isInstalled() {
  const present = readText(join(modules, ".package-lock.json"));
  if (!present) return false;
  const installed = JSON.parse(present).packages;
  const locked = Object.entries(JSON.parse(readText(join(projectDir, "package-lock.json"))).packages);
  // An image that only serves has no development tools and needs none.
  const hasTools = Object.values(installed).some(({ dev }) => dev);
  const servesOnly = !hasTools && existsSync(join(projectDir, ".next", "cartwright-build"));
  return locked.every(([path, { version, optional, dev }]) => {
    if (path === "" || installed[path]?.version === version) return true;
    return !installed[path] && (optional || (dev && servesOnly));
  });
}

async function install() {
  // `npm ci` refuses a lock file without packages of other platforms, but `npm install` accepts it.
  const attempts = [["ci"], ["install", "--no-save"]];
  let said = "";
  for (const words of attempts) {
    const result = await npm([
      ...words,
      "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ]);
    if (result.code === 0) return;
    said = result.output;
    if (!said.includes("EUSAGE")) break;
  }
  console.error(said.trim().split("\n").slice(-20).join("\n"));
  console.error("The dependencies could not be installed. The output of npm is above.");
  process.exit(1);
}

function npm(args) {
  const script = process.env.npm_execpath;
  const options = { cwd: projectDir, stdio: ["ignore", "pipe", "pipe"] };
  const child = script?.endsWith("npm-cli.js")
    ? spawn(process.execPath, [script, ...args], options)
    : spawn("npm", args, { ...options, shell: process.platform === "win32" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: 1, output: `npm could not be started: ${error.message}` }));
    child.on("close", (code) => resolve({ code, output }));
  });
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
