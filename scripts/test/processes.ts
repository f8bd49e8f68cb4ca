import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect } from "vitest";
import { findServer, freePort } from "../../lib/runtime/postgres-cluster.ts";
import { projectDir } from "../../lib/runtime/runtime.ts";

const undo: (() => unknown)[] = [];

afterEach(async () => {
  while (undo.length) await undo.pop()?.();
});

/** A private directory like a home directory. Processes in it are stopped before it is removed. */
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

/** Runs the code beside lib/runtime and resolves with its first line of output. */
export async function inProcess(
  code: string,
  env: Record<string, string | undefined> = process.env,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", code], {
    cwd: join(projectDir, "lib/runtime"),
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

export async function productProcess(word: "services" | "worker", settings: Record<string, string>) {
  const operations = `http://127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const child = spawn(process.execPath, [join(projectDir, "scripts/start.mjs"), word], {
    cwd: projectDir,
    env: {
      ...process.env,
      SERVICES_PORT: String(port),
      OPERATIONS_PORT: new URL(operations).port,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  undo.push(() => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(([code]) => code as number | null);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const ready = () => status(`${operations}/health/ready`);
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  return { child, port, operations, ended, origin: `http://127.0.0.1:${port}`, said: () => said };
}

export const status = (url: string): Promise<number | string> =>
  fetch(url).then(
    (answer) => answer.status,
    (cause) => String(cause.cause?.code),
  );
