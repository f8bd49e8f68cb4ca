import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { inPath } from "./find-program.ts";
import { untilItAnswers } from "./nginx.ts";

/** With the documented settings. */
export async function startHaproxy(port: number, addresses: string[]): ReturnType<typeof untilItAnswers> {
  const program = inPath("haproxy") ?? "/usr/sbin/haproxy";
  const folder = mkdtempSync(join(tmpdir(), "cartwright-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  const servers = addresses.map((origin, n) => `    server s${n} ${new URL(origin).host}`).join("\n");
  const documented = readFileSync(join(projectDir, "docs/deploy/haproxy.cfg"), "utf8");
  const settings = documented
    .replace(/(?: *server \w+ 127\.0\.0\.1.*\n)+/g, `${servers}\n`)
    .replace("bind :80", `bind 127.0.0.1:${port}`);
  writeFileSync(file, settings);
  const child = spawn(program, ["-q", "-db", "-f", file], { stdio: ["ignore", "ignore", "inherit"] });
  return untilItAnswers({ child, port, folder, endsBy: "SIGTERM", why: () => settings });
}
