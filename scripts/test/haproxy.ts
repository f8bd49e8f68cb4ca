import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { inPath } from "./find-program.ts";
import type { startNginx } from "./nginx.ts";

/** With the documented settings. */
export async function startHaproxy(port: number, addresses: string[]): ReturnType<typeof startNginx> {
  const program = inPath("haproxy") ?? "/usr/sbin/haproxy";
  const folder = mkdtempSync(join(tmpdir(), "cartwright-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const servers = addresses.map((origin, n) => `    server s${n} ${new URL(origin).host}`).join("\n");
  const documented = readFileSync(join(projectDir, "docs/deploy/haproxy.cfg"), "utf8");
  const settings = documented
    .replace(/(?: *server \w+ 127\.0\.0\.1.*\n)+/g, `${servers}\n`)
    .replace("bind :80", `bind 127.0.0.1:${port}`);
  writeFileSync(file, settings);
  const child = spawn(program, ["-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  const origin = `http://127.0.0.1:${port}/health/live`;
  while (child.exitCode === null && !(await fetch(origin).catch(() => null))?.ok) await sleep(50);
  if (child.exitCode !== null) throw new Error("HAProxy did not start.");
  return {
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
