// Runs on any Node from version 20 before packages are installed, so it is plain JavaScript with Node's own modules.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(projectDir, "node_modules");
const marker = join(modules, ".cartwright");

/** With `tools`, also installs the packages that only tests and workshops need. */
export async function installMissing({ tools }) {
  const wanted = fingerprint();
  const [present, extent] = readText(marker).split(" ");
  if (present === wanted && (extent === "all" || !tools)) return;
  if (!isInstalled(tools)) {
    console.error("Installing dependencies…");
    await install(tools, present === wanted);
    removeHeaders();
  }
  try {
    writeFileSync(marker, `${wanted} ${tools ? "all" : "running"}`);
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

/** npm writes its own list last, so a complete list means a complete installation. */
function isInstalled(tools) {
  const present = readText(join(modules, ".package-lock.json"));
  if (!present) return false;
  const installed = JSON.parse(present).packages;
  const locked = Object.entries(JSON.parse(readText(join(projectDir, "package-lock.json"))).packages);
  return locked.every(([path, { version, optional, dev }]) => {
    if (path === "" || installed[path]?.version === version) return true;
    return !installed[path] && (optional || (dev && !tools));
  });
}

async function install(tools, addsTools) {
  // `npm ci` would delete packages of a running Cartwright, and refuses lock files without other platforms' packages.
  const attempts = addsTools ? ["install"] : ["ci", "install"];
  let said = "";
  for (const attempt of attempts) {
    const result = await npm([
      attempt,
      "--no-save",
      tools ? "--include=dev" : "--omit=dev",
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

/** The pinned Node comes with 67 MB of headers that nothing here is compiled with. */
function removeHeaders() {
  const parts = join(modules, "node", "node_modules");
  if (!existsSync(parts)) return;
  for (const name of readdirSync(parts)) {
    const headers = join(parts, name, "include");
    if (existsSync(headers)) rmSync(headers, { recursive: true });
  }
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
