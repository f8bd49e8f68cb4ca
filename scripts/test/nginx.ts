import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../lib/runtime/runtime.ts";
import { inPath, installFromDebian } from "./find-program.ts";

export type Proxy = { stop(): Promise<void> };

export async function startNginx(port: number, addresses: string[]): Promise<Proxy> {
  const program = await findNginx();
  const folder = mkdtempSync(join(tmpdir(), "cartwright-nginx-"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, addresses));
  const log = join(folder, "error.log");
  const child = spawn(program, ["-p", folder, "-c", file, "-e", log], { stdio: "inherit" });
  return untilItAnswers({ child, port, folder, endsBy: "SIGQUIT", why: () => readFileSync(log, "utf8") });
}

type Started = {
  child: ChildProcess;
  port: number;
  folder: string;
  endsBy: NodeJS.Signals;
  why: () => string;
};

/** Waits until a process behind the proxy answers. */
export async function untilItAnswers({ child, port, folder, endsBy, why }: Started): Promise<Proxy> {
  const ended = once(child, "exit");
  const address = `http://127.0.0.1:${port}/health/live`;
  while (child.exitCode === null && !(await fetch(address).catch(() => null))?.ok) await sleep(50);
  if (child.exitCode !== null) throw new Error(`The proxy did not start.\n${why()}`);
  return {
    async stop() {
      child.kill(endsBy);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** For processes that must know their address before they listen. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function findNginx(): Promise<string> {
  const find = () => inPath("nginx");
  if (!find()) await installFromDebian(["nginx-light"], () => find() !== undefined);
  const found = find();
  if (!found) throw new Error("nginx is not here and could not be installed.");
  return found;
}

function configuration(folder: string, port: number, addresses: string[]): string {
  const servers = addresses.map((origin) => `    server ${new URL(origin).host} max_fails=0;`);
  const documented = readFileSync(join(projectDir, "docs/nginx.conf"), "utf8");
  const site = documented
    .replace(/^ *server 127\.0\.0\.1.*\n(?: *server 127\.0\.0\.1.*\n)*/m, `${servers.join("\n")}\n`)
    .replace("listen 80;", `listen 127.0.0.1:${port};`);
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ""}
events { worker_connections 1024; }
http {
access_log off;
${places.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
${site}
}
`;
}
