import { randomBytes } from "node:crypto";
import { request } from "node:http";
import fc from "fast-check";
import { App, ownerOf } from "../../e2e/processes.ts";
import type { Fault } from "../../e2e/second-upstream/control.ts";
import { SecondUpstream } from "../../e2e/second-upstream/server.ts";
import { findTargets, type Shot, shotsAt } from "./shots.ts";
import { stallsFor } from "./stall.ts";

const shotsInRound = 400;
/** Few, because a request may end a session or remove a role, after which the store refuses all others. */
const shotsAtStore = 50;
const atOnce = 8;
const patienceMs = 20_000;
/** A seventh of the external API's responses are faulty. Its own errors are passed on. */
const faults: Fault[] = ["html", "cut", "cut-body", "huge", "empty", "short", "redirect", "not-gzip"];

type Answer = { status: number; text: string };
type Finding = { why: string; shot: Shot; answer?: Answer };

// Sends malformed requests to every route of the built app, over external APIs that misbehave. Every request must get a
// response that is not a 500, no response or log line may contain a key, and no error may be unhandled. At the end, the
// largest files are sent, which may not hold up the process.
export async function run(rounds: number): Promise<boolean> {
  const canary = `canary${randomBytes(12).toString("hex")}`;
  const limits = "10000,100000,1000000";
  const targets = findTargets();
  const upstream = await SecondUpstream.start();
  upstream.control.choices.checkoutLimits = null;
  upstream.control.choices.affiliateLimits = null;
  const app = await App.start({
    ...upstream.settings,
    UPSTREAM_TIMEOUT_MS: "1500",
    CHECKOUT_API_LIMITS: limits,
    AFFILIATE_API_LIMITS: limits,
    LOG_LEVEL: "warn",
  });
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
  const begun = performance.now();
  let sent = 0;
  try {
    for (let round = 0; round < (rounds * shotsInRound) / shotsAtStore; round++) {
      const store = `fuzz${round}`;
      const fault = faults[round % faults.length] ?? "html";
      const { cookies, key } = await arrange(app, upstream, store, canary);
      upstream.control.misbehave({ on: "* *", fault, chance: 0.15, seed: seed + round, times: 1_000_000 });
      const shots = fc.sample(shotsAt(targets, { store, mode: "sandbox" }), {
        numRuns: shotsAtStore,
        seed: seed + round,
      });
      await inParallel(shots, async (shot) => {
        const answer = await send(app.origin, shot, { ...cookies, key }).catch((cause) => ({
          status: 0,
          text: String(cause),
        }));
        sent++;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status > 0 && answer.status < 300) reached.add(shot.target);
        const why = whatIsWrong(answer, canary);
        if (why) findings.push({ why, shot, answer });
      });
      upstream.control.behave();
      const alive = await send(app.origin, healthCheck, {}).catch((cause) => ({ status: 0, text: String(cause) }));
      if (alive.status !== 200) throw new Error(`The app is no longer there: ${alive.status} ${alive.text}`);
    }
  } finally {
    const log = app.log();
    const unhandled = log.split("\n").filter((line) => /unhandled|uncaught/i.test(line));
    console.log(
      `\n${sent} requests at ${targets.length} targets in ${Math.round((performance.now() - begun) / 1000)} s, seed ${seed}`,
    );
    console.log(
      [...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    );
    console.log(`${reached.size} of the targets answered with success at least once`);
    console.log(
      `canary in the log: ${log.includes(canary) ? "YES" : "no"}; unhandled errors in the log: ${unhandled.length}`,
    );
    if (log.includes(canary) || unhandled.length)
      findings.push({ why: unhandled[0] ?? "canary in the log", shot: healthCheck });
    for (const { why, shot, answer } of findings.slice(0, 12)) {
      console.log(
        `\n${why}\n  ${shot.who}: ${shot.method} ${shot.path.slice(0, 300)}\n  ${JSON.stringify(shot.headers).slice(0, 400)}`,
      );
      console.log(`  ${shot.body?.toString("latin1").slice(0, 300) ?? "no body"}\n  ${answer?.text.slice(-300) ?? ""}`);
    }
    console.log(`\n${findings.length} findings`);
    await app.remove();
    await upstream.stop();
  }
  const within = await stallsFor({ LOG_LEVEL: "warn" });
  return findings.length === 0 && sent === rounds * shotsInRound && within;
}

async function arrange(app: App, upstream: SecondUpstream, store: string, canary: string) {
  await app.setUp(store);
  await app.addPerson(store, "analyst");
  const owner = await app.signIn(ownerOf(store));
  const analyst = await app.signIn(`analyst@${store}.test`);
  for (const api of ["checkout", "affiliate"] as const) {
    const key = `test_${canary}_${store}`;
    upstream.control.addKey(key, { store });
    const { status, text } = await owner.call("PUT", `/api/${store}/sandbox/desk/connections/${api}`, {
      body: { key },
    });
    if (status !== 200) throw new Error(`The key of ${api} was not taken: ${text}`);
  }
  const words = ["keys", "create", "--store", store, "--mode", "sandbox", "--scopes", "all"];
  const { key } = await app.settles<{ key: string }>(...words);
  return { cookies: { owner: owner.cookie, analyst: analyst.cookie, forged: "cartwright.session_token=x.y" }, key };
}

function whatIsWrong({ status, text }: Answer, canary: string): string | undefined {
  if (status === 0) return "no answer";
  if (status === 500) return "an answer of 500";
  if (text.includes(canary)) return "a key in an answer";
  if (/\bat .*(\.[cm]?[jt]s):\d+|postgres(ql)?:\/\//.test(text)) return "what the server is made of, in an answer";
}

const healthCheck: Shot = {
  target: "",
  who: "nobody",
  method: "GET",
  path: "/health/ready",
  headers: {},
  body: undefined,
};

/** Sends the path unchanged, which `fetch` would normalise. */
function send(origin: string, shot: Shot, { key, ...cookies }: Record<string, string>): Promise<Answer> {
  const { hostname, port, origin: own } = new URL(origin);
  const cookie = cookies[shot.who];
  const headers = {
    ...(cookie && { cookie, origin: own }),
    ...(shot.who === "key" && key && { authorization: `Bearer ${key}` }),
    ...(shot.body && { "content-length": String(shot.body.length) }),
    ...shot.headers,
  };
  return new Promise((resolve, reject) => {
    const { method, path, body } = shot;
    const limit = setTimeout(() => outgoing.destroy(new Error(`No answer after ${patienceMs} ms.`)), patienceMs);
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (incoming) => {
      const { statusCode: status = 0 } = incoming;
      let text = `${JSON.stringify(incoming.headers)}\n`;
      const done = () => {
        clearTimeout(limit);
        incoming.destroy();
        resolve({ status, text });
      };
      // Ends responses that stream forever.
      if (/event-stream/.test(incoming.headers["content-type"] ?? "")) setTimeout(done, 100);
      incoming.setEncoding("latin1").on("data", (chunk) => (text += chunk));
      incoming.on("end", done).on("error", done);
    });
    outgoing.on("error", (cause) => {
      clearTimeout(limit);
      reject(cause);
    });
    outgoing.end(body);
  });
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
