import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach } from "vitest";
import { findServer } from "./postgres-cluster.ts";
import { projectDir } from "./runtime.ts";

/** For tests of these scripts: directories and processes that are gone when the test is. */
const undo: (() => unknown)[] = [];

afterEach(async () => {
  while (undo.length) await undo.pop()?.();
});

/** A 0700 directory of the current user, as a home is. What runs on it is stopped before it goes. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "cartwright-scripts-"));
  undo.push(async () => {
    const memory = join(path, "postgres.json");
    const moved = existsSync(memory) && JSON.parse(readFileSync(memory, "utf8")).directory;
    const directory = moved || join(path, "postgres");
    const server = findServer(directory);
    if (server) process.kill(server.pid, "SIGQUIT");
    while (findServer(directory)) await sleep(10);
    if (moved) rmSync(dirname(moved), { recursive: true, force: true });
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** Runs a piece of TypeScript, beside these scripts, in a process of its own; resolves with its first line of output. */
export async function inProcess(
  code: string,
  env: Record<string, string | undefined> = process.env,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    cwd: join(projectDir, "scripts"),
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  undo.push(() => child.kill("SIGKILL"));
  let said = "";
  let errors = "";
  child.stderr.on("data", (text) => (errors += text));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      said += text;
      if (said.includes("\n")) resolve(said.split("\n")[0] ?? "");
    });
    child.on("exit", () => reject(new Error(`It ended without a word. ${errors}`)));
  });
  return { child, line };
}
