import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Speed, toSpeed } from "./results.ts";

export type Target = {
  origin: string;
  path: () => string;
  headers: () => Record<string, string>;
  method?: string;
  body?: () => string;
  /** Any status below 300 by default. */
  status?: number;
};

/** Each connection sends one request after the other, for some seconds or a number of requests. */
export async function load(
  target: Target,
  { connections = 20, seconds = 3, requests = Number.POSITIVE_INFINITY } = {},
): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  let sent = 0;
  const started = performance.now();
  const end = Number.isFinite(requests) ? Number.POSITIVE_INFINITY : started + seconds * 1000;
  const one = async () => {
    while (performance.now() < end && sent++ < requests) {
      const begun = performance.now();
      const ok = await send(agent, target).catch(() => false);
      times.push(performance.now() - begun);
      if (!ok) failed++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const elapsed = performance.now() - started;
  agent.destroy();
  return toSpeed(times, elapsed, failed);
}

/** Requests begin at their time, whether or not earlier ones have been answered, as shoppers do. */
export async function paced(
  target: Target,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Speed> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  let failed = 0;
  const started = performance.now();
  const one = async (n: number) => {
    const due = started + (n / perSecond) * 1000;
    await sleep(Math.max(0, due - performance.now()));
    const ok = await send(agent, target).catch(() => false);
    times.push(performance.now() - due);
    if (!ok) failed++;
  };
  await Promise.all(Array.from({ length: perSecond * seconds }, (_, n) => one(n)));
  const elapsed = performance.now() - started;
  agent.destroy();
  return toSpeed(times, elapsed, failed);
}

function send(agent: Agent, { origin, path, headers, method = "GET", body, status }: Target): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const url = new URL(path(), origin);
    const call = request(url, { agent, method, headers: headers() }, (response) => {
      response.on("error", reject);
      response.resume();
      const { statusCode = 0 } = response;
      response.on("end", () => resolve(status === undefined ? statusCode < 300 : statusCode === status));
    });
    call.on("error", reject);
    call.end(body?.());
  });
}

export function rotate<T>(values: readonly T[]): () => T {
  let turn = 0;
  return () => values[turn++ % values.length] as T;
}
