import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { canPin, measuredCore } from "./place.ts";

type Env = Record<string, string | undefined>;

/** Runs the process alone on the first core, if possible. Resolves once it has printed the awaited line. */
export const startPinned = (script: string, env: Env, until?: RegExp) => started(script, env, canPin, until);

export const startProcess = (script: string, env: Env, until?: RegExp, words: string[] = []) =>
  started(script, env, false, until, words);

export async function runPinned<T>(script: string, env: Env): Promise<T> {
  const child = spawnProcess(script, env, canPin);
  let said = "";
  child.stdout?.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${script} ended with ${code}.`);
  return JSON.parse(said) as T;
}

export async function stop(children: ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    }),
  );
}

async function started(script: string, env: Env, pin: boolean, until = /http:\/\/[^\s/]+/, more: string[] = []) {
  const child = spawnProcess(script, env, pin, more);
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      const found = until.exec(text);
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`${script} ended with ${code}.`)));
  });
  return { child, said };
}

function spawnProcess(script: string, env: Env, pin: boolean, more: string[] = []): ChildProcess {
  const words = [process.execPath, script, ...more];
  const [command, ...args] = pin ? ["taskset", "-c", measuredCore, ...words] : words;
  return spawn(command as string, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
}
