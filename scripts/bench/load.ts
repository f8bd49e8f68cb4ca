import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request } from "node:http";

export type Target = {
  origin: string;
  path: () => string;
  headers: () => Record<string, string>;
  method?: string;
  body?: () => string;
};
export type Figures = { perSecond: number; p50: number; p99: number; failed: number };

/** A bounded load: so many connections, each sending its next request when the last one is answered. */
export async function load(target: Target, { connections = 20, seconds = 3 } = {}): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const one = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const ok = await send(agent, target).catch(() => false);
      times.push(performance.now() - begun);
      if (!ok) failed++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), failed };
}

function send(agent: Agent, { origin, path, headers, method = "GET", body }: Target): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const url = new URL(path(), origin);
    const call = request(url, { agent, method, headers: headers() }, (response) => {
      response.on("error", reject);
      response.resume();
      response.on("end", () => resolve(response.statusCode !== undefined && response.statusCode < 300));
    });
    call.on("error", reject);
    call.end(body?.());
  });
}

/** A server of the bench, alone on the first core where the system can pin it; resolves with its first line. */
export async function startPinned(
  script: string,
  env: Record<string, string | undefined>,
): Promise<{ child: ChildProcess; line: string }> {
  const words = [process.execPath, script];
  const [command, ...args] = process.platform === "linux" ? ["taskset", "-c", "0", ...words] : words;
  const child = spawn(command as string, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const found = said.split("\n").find((each) => each.includes("http://"));
      if (found) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`${script} ended with ${code}.`)));
  });
  return { child, line: /http:\/\/[^\s/]+/.exec(line)?.[0] ?? line };
}
