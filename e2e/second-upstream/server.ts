import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Reply } from "./api.ts";
import type { Choices } from "./choices.ts";
import { type ApiName, Control, type Seen } from "./control.ts";
import { serveControl } from "./control-server.ts";
import { goWrong, write } from "./faults.ts";
import { Counter } from "./limits.ts";
import { Problem } from "./problem.ts";
import { refusal, respond, tooMany } from "./respond.ts";

// A second implementation of both specifications, written without a look at Cartwright: what they leave open is decided
// differently here. It imports nothing of the product, keeps everything in memory, and fails when a test says so.

const bases = { "/v1": "checkout", "/sandbox/v1": "checkout", "/partners/v1": "affiliate" } as const;
const affiliateKeyHeader = "x-partner-key";

export class SecondUpstream {
  readonly control = new Control();
  private readonly counters = new Map<string, Counter>();
  private readonly api = createServer((request, response) => void this.answer(request, response));
  private readonly panel = createServer((request, response) => void serveControl(this.control, request, response));

  static async start({ port = 0 } = {}): Promise<SecondUpstream> {
    const upstream = new SecondUpstream();
    await listen(upstream.api, port);
    await listen(upstream.panel, port && port + 1);
    return upstream;
  }

  get origin(): string {
    return originOf(this.api);
  }

  get controlOrigin(): string {
    return originOf(this.panel);
  }

  get settings() {
    return {
      CHECKOUT_API_URL: `${this.origin}/v1`,
      CHECKOUT_SANDBOX_API_URL: `${this.origin}/sandbox/v1`,
      AFFILIATE_API_URL: `${this.origin}/partners/v1`,
      AFFILIATE_SANDBOX_API_URL: `${this.origin}/partners/v1`,
      AFFILIATE_API_KEY_HEADER: affiliateKeyHeader,
    };
  }

  async stop(): Promise<void> {
    for (const server of [this.api, this.panel]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    if (!seen) return void response.writeHead(404).end();
    const { api } = seen;
    const key = keyOf(api, seen.headers, this.control.choices);
    const known = this.control.keys.get(key);
    const sandbox = request.url?.startsWith("/sandbox/") ?? false;
    this.control.requests.push(seen);
    if (!known || (api === "checkout" && (known.mode === "sandbox") !== sandbox)) {
      return send(
        seen,
        refusal(api, new Problem(401, "Missing or invalid API key"), this.control.choices),
        {},
        response,
      );
    }
    seen.store = known.store;
    const { wait, headers } = this.count(api, key);
    if (wait > 0) return send(seen, tooMany(api, Math.ceil(wait / 1000)), headers, response);
    const rule = this.control.strike(seen);
    if (rule?.fault === "late") {
      seen.fault = rule.fault;
      setTimeout(() => respond(this.control, seen, known.scopes, undefined), rule.ms ?? 1_000).unref();
      return;
    }
    const reply = respond(this.control, seen, known.scopes, rule);
    if (!rule) return send(seen, reply, headers, response);
    seen.fault = rule.fault;
    if (rule.fault === "error" || rule.fault === "too-many") return send(seen, reply, headers, response);
    const silent = rule.fault === "silence" || rule.fault === "cut";
    seen.status = silent ? 0 : reply.status;
    await goWrong(rule, sentFrom(reply, headers), response);
  }

  private count(api: ApiName, key: string): { wait: number; headers: Record<string, string> } {
    const { reset, checkoutLimits, affiliateLimits } = this.control.choices;
    const limits = api === "checkout" ? checkoutLimits : affiliateLimits;
    if (!limits) return { wait: 0, headers: {} };
    const counter = this.counters.get(`${api} ${key}`) ?? new Counter();
    this.counters.set(`${api} ${key}`, counter);
    const wait = counter.admit(limits);
    const { remaining, resetAt } = counter.minute(limits);
    const until = { delta: (resetAt - Date.now()) / 1000, seconds: resetAt / 1000, milliseconds: resetAt }[reset];
    return {
      wait,
      headers: {
        "x-ratelimit-limit": String(limits.minute),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-reset": String(Math.ceil(until)),
      },
    };
  }
}

async function read(request: IncomingMessage): Promise<Seen | null> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const { pathname, search } = new URL(request.url ?? "/", "http://upstream");
  const found = Object.entries(bases).find(([base]) => pathname.startsWith(`${base}/`));
  if (!found) return null;
  const [base, api] = found;
  const headers = request.headers as Record<string, string>;
  const method = request.method ?? "GET";
  return { api, store: "", method, path: pathname.slice(base.length), query: search, headers, body, status: 0 };
}

/** The affiliate specification names no authentication; this upstream uses a header of its own. */
function keyOf(api: ApiName, headers: Record<string, string>, { keys }: Choices): string {
  const { authorization = "", "x-api-key": own = "" } = headers;
  const bearer = /^Bearer (.+)$/.exec(authorization)?.[1] ?? "";
  if (keys !== "specified") return { bearer, "x-api-key": own, bare: authorization }[keys];
  return api === "affiliate" ? (headers[affiliateKeyHeader] ?? "") : own || bearer;
}

const sentFrom = ({ status, body, headers: own }: Reply, headers: Record<string, string>) => ({
  status,
  headers: { "content-type": typeof body === "string" ? "text/plain" : "application/json", ...own, ...headers },
  text: body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
});

function send(seen: Seen, reply: Reply, headers: Record<string, string>, response: ServerResponse): void {
  seen.status = reply.status;
  write(sentFrom(reply, headers), response);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

if (import.meta.main) {
  const upstream = await SecondUpstream.start({ port: Number(process.env.PORT ?? 0) });
  const keys = ["live_second_upstream", "test_second_upstream"];
  for (const key of keys) upstream.control.addKey(key, { store: key });
  console.log(JSON.stringify({ ...upstream.settings, control: upstream.controlOrigin, keys }, null, 2));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => upstream.stop());
}
