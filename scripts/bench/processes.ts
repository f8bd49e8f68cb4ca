import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";
import type { Speed } from "./results.ts";

type Env = Record<string, string | undefined>;
type Options = { env?: Env; pinned?: boolean; words?: string[]; until?: RegExp };

/** The measured process uses the first core; the load and the database share the second. */
const measuredCore = "0";
export const canPin = process.platform === "linux" && availableParallelism() > 1;

/** Resolves once the process has printed an address, or what `until` matches. */
export async function startProcess(script: string, options: Options = {}) {
  const { until = /http:\/\/[^\s/]+/ } = options;
  const child = spawnScript(script, options);
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      const found = until.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`${script} ended with ${code}.`)));
  });
  return { child, said, stop: () => stop(child) };
}

export const startServer = (name: string, options: Options = {}) =>
  startProcess("scripts/bench/servers.ts", { ...options, env: { ...options.env, BENCH_SERVER: name } });

export async function runFloor(name: string, env: Env): Promise<Speed> {
  const script = "scripts/bench/floors.ts";
  const child = spawnScript(script, { env: { ...env, BENCH_FLOOR: name }, pinned: true });
  let said = "";
  child.stdout?.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ended with ${code}.`);
  return JSON.parse(said);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

function spawnScript(script: string, { env, pinned = false, words = [] }: Options): ChildProcess {
  const line = [process.execPath, resolve(projectDir, script), ...words];
  const [command = "", ...args] = pinned && canPin ? ["taskset", "-c", measuredCore, ...line] : line;
  return spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
}
