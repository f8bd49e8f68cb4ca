import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { parseEnv } from "node:util";
import { projectDir } from "../../lib/runtime/runtime.ts";

/** Process groups that are stopped together with this process. */
const running = new Set<number>();

export interface ToolOptions {
  minutes: number;
  env?: Record<string, string | undefined>;
}

export function runTool([command = "", ...args]: string[], { minutes, env }: ToolOptions): Promise<boolean> {
  const isScript = [".js", ".mjs", ".ts", ""].includes(extname(command)) && command.includes("/");
  const words = isScript ? [process.execPath, command, ...args] : [command, ...args];
  const [program = "", ...rest] = words;
  return new Promise((resolve) => {
    // A process group of its own, so that its child processes end with it.
    const child = spawn(program, rest, {
      cwd: projectDir,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
    });
    const pid = child.pid;
    if (pid) running.add(pid);
    const limit = setTimeout(() => {
      console.error(`Stopped after ${minutes} minutes: ${command}`);
      if (pid) killGroup(pid);
    }, minutes * 60_000);
    const finish = (ok: boolean) => {
      clearTimeout(limit);
      if (pid) running.delete(pid);
      resolve(ok);
    };
    child.on("error", () => finish(false));
    child.on("exit", (code) => finish(code === 0));
  });
}

export function stopTools(): void {
  for (const pid of running) killGroup(pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process ended in the meantime.
  }
}

// Tests must not reach a database or shop of the operator's environment or `.env` files. A variable of a file becomes
// empty, which counts as unset and overrides the file.
export function blankSettings(): Record<string, string | undefined> {
  const documented = readText(".env.example").match(/^(?:# ?)?[A-Z][A-Z0-9_]+(?==)/gm) ?? [];
  const files = [".env", ".env.local", ".env.production", ".env.production.local"];
  const configured = files.flatMap((file) => Object.keys(parseEnv(readText(file))));
  return Object.fromEntries([
    ...documented.map((name) => [name.replace(/^# ?/, ""), undefined]),
    ...configured.map((name) => [name, ""]),
  ]);
}

function readText(file: string): string {
  const path = `${projectDir}/${file}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
