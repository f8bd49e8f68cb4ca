import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { openAccount } from "./stripe-account.ts";
import { type Given, parse, StripeError } from "./stripe-parameters.ts";

/** What happens to a call on its way: the connection breaks before or after Stripe acts, or Stripe responds with a status. */
type Mishap = "unsent" | "unheard" | { status: number; code?: string; headers?: Record<string, string> };

type Reply = { status: number; body: Given };

const key = "sk_live_of_the_shop";
/** Calls a second in the live mode. */
const [perEndpoint, perAccount] = [25, 100];

/** A strict stand-in of Stripe's HTTP API, written from its documentation. */
export async function openStripe(products: readonly string[]) {
  const account = openAccount(products);
  const done = new Map<string, { request: string; reply: Reply }>();
  const calls: string[] = [];
  const mishaps: [call: string, mishap: Mishap][] = [];
  const counted = new Map<string, number>();
  let second = 0;

  function count(endpoint: string, most: number): void {
    const made = (counted.get(endpoint) ?? 0) + 1;
    if (made > most) throw new StripeError(429, "Request rate limit exceeded.", { code: "rate_limit" });
    counted.set(endpoint, made);
  }

  const routes: [RegExp, (given: Given, id: string) => Given][] = [
    [/^POST \/v1\/coupons$/, account.createCoupon],
    [/^GET \/v1\/prices$/, account.listPrices],
    [/^POST \/v1\/prices$/, account.createPrice],
    [/^POST \/v1\/checkout\/sessions$/, account.createSession],
    [/^GET \/v1\/checkout\/sessions\/([^/]+)$/, (_, id) => account.readSession(id)],
    [/^GET \/v1\/checkout\/sessions\/([^/]+)\/line_items$/, (given, id) => account.listLines(id, given)],
  ];

  function act(what: string, given: Given, version: string): Reply {
    // What a version does not have yet.
    if (version < "2025-03-31" && given.optional_items) throw unknown("optional_items");
    if (version < "2025-12-15" && Object.values<Given>(given.line_items ?? {}).some(({ metadata }) => metadata)) {
      throw unknown("line_items[0][metadata]");
    }
    for (const [path, run] of routes) {
      const found = path.exec(what);
      if (found) return { status: 200, body: run(given, found[1] ?? "") };
    }
    throw new StripeError(404, `Unrecognized request URL (${what}).`);
  }

  function reply({ method = "", headers, ...request }: IncomingMessage, form: string): Reply {
    const { pathname, search } = new URL(request.url ?? "", "http://stripe");
    const version = String(headers["stripe-version"] ?? "");
    try {
      if (headers.authorization !== `Bearer ${key}`) throw new StripeError(401, "Invalid API Key provided.");
      if (!/^20\d\d-\d\d-\d\d(\.[a-z]+)?$/.test(version))
        throw new StripeError(400, `Invalid Stripe API version: ${version}`);
      if (method === "POST" && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
        throw new StripeError(400, "Invalid content type");
      }
      const now = Math.floor(Date.now() / 1000);
      if (now !== second) counted.clear();
      second = now;
      count(`${method} ${pathname.replace(/cs_[^/]+/, ":id")}`, perEndpoint);
      count("", perAccount);
      const given = parse(method === "GET" ? search.slice(1) : form);
      const run = () => act(`${method} ${pathname}`, given, version);
      const once = headers["idempotency-key"];
      if (method !== "POST" || once === undefined) return run();
      const known = done.get(String(once));
      if (known && known.request !== `${pathname} ${form}`) {
        const message =
          "Keys for idempotent requests can only be used with the same parameters they were first used with.";
        throw new StripeError(400, message, { type: "idempotency_error" });
      }
      if (known) return known.reply;
      const first = run();
      done.set(String(once), { request: `${pathname} ${form}`, reply: first });
      return first;
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return { status: error.status, body: { error: { ...error.error, message: error.message } } };
    }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const form = await text(request);
    const call = `${request.method} ${request.url?.replace(/[?].*/, "")}`;
    calls.push(call);
    const next = mishaps.findIndex(([of]) => of === call);
    const [[, mishap] = []] = next < 0 ? [] : mishaps.splice(next, 1);
    if (mishap === "unsent") return response.destroy();
    if (typeof mishap === "object") {
      const error = { type: "api_error", code: mishap.code, message: "An error occurred." };
      return response.writeHead(mishap.status, mishap.headers).end(JSON.stringify({ error }));
    }
    const { status, body } = reply(request, form);
    if (mishap === "unheard") return response.destroy();
    return response
      .writeHead(status, { "content-type": "application/json", "request-id": "req_1" })
      .end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...account,
    options: { key, url },
    calls,
    mishaps,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const unknown = (param: string) =>
  new StripeError(400, `Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
