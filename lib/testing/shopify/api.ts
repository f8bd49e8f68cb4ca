import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { buildSchema, execute, GraphQLError, parse, validate } from "graphql";
import { costOf, objectsIn } from "./cost.ts";
import { createShopifyShop } from "./shop.ts";

// Shopify as its documentation describes it: it refuses what is not in its schema, counts costs and throttles.

const schema = buildSchema(readFileSync(new URL("./admin.graphql", import.meta.url), "utf8"));
const version = "2026-10";
const mostPoints = 1_000;

const readings = new Map<string, ReturnType<typeof parsed>>();

/** Each query is judged once, so that the stand-in is as fast as many shoppers need it. */
function read(query: string) {
  const known = readings.get(query) ?? parsed(query);
  readings.set(query, known);
  return known;
}

function parsed(query: string) {
  const document = parse(query);
  const faults = validate(schema, document);
  return { document, faults, cost: faults.length > 0 ? 0 : costOf(schema, document) };
}

export type ShopifyStandIn = Awaited<ReturnType<typeof openShopify>>;

type Trouble = {
  status?: number;
  slowMs?: number /** Does what is asked, and answers after this time. */;
  lateMs?: number;
};

/** `takesHttp` is for trying out without TLS. */
export async function openShopify({ takesHttp = false } = {}) {
  const shop = createShopifyShop(takesHttp);
  const app = {
    clientId: "0123456789abcdef0123456789abcdef",
    secret: "shpss_0123456789abcdef",
    scopes: ["read_products", "read_orders", "write_discounts"],
  };
  const bucket = { most: 2_000, held: 2_000, rate: 100, at: Date.now() };
  shop.shop.scopes = () => app.scopes;
  const tokens = new Map<string, number>();
  const trouble: Trouble = {};
  const calls: { name: string; cost: number }[] = [];
  let throttled = 0;

  const fill = () => {
    const now = Date.now();
    bucket.held = Math.min(bucket.most, bucket.held + (bucket.rate * (now - bucket.at)) / 1000);
    bucket.at = now;
  };

  function grant(form: URLSearchParams) {
    const isOurs = form.get("client_id") === app.clientId && form.get("client_secret") === app.secret;
    if (form.get("grant_type") !== "client_credentials" || !isOurs) {
      return { status: 400, body: { error: "invalid_client" } };
    }
    const token = `shpat_${tokens.size}`;
    tokens.set(token, Date.now() + 86_399_000);
    return { status: 200, body: { access_token: token, scope: app.scopes.join(","), expires_in: 86_399 } };
  }

  function ask(token: string, text: string) {
    if ((tokens.get(token) ?? 0) < Date.now()) {
      return {
        status: 401,
        body: { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" },
      };
    }
    const { query, variables } = JSON.parse(text) as { query: string; variables: Record<string, unknown> };
    const { document, faults, cost } = read(query);
    if (faults.length > 0) return { status: 200, body: { errors: faults.map((fault) => fault.toJSON()) } };
    fill();
    const status = () => ({
      maximumAvailable: bucket.most,
      currentlyAvailable: Math.floor(bucket.held),
      restoreRate: bucket.rate,
    });
    const costs = (actual: number | null) => ({
      cost: { requestedQueryCost: cost, actualQueryCost: actual, throttleStatus: status() },
    });
    if (cost > mostPoints) {
      const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${mostPoints}).`;
      return { status: 200, body: { errors: [{ message, extensions: { code: "MAX_COST_EXCEEDED", cost } }] } };
    }
    if (bucket.held < cost) {
      throttled++;
      const errors = [{ message: "Throttled", extensions: { code: "THROTTLED" } }];
      return { status: 200, body: { errors, extensions: costs(null) } };
    }
    bucket.held -= cost;
    const result = execute({
      schema,
      document,
      variableValues: variables,
      rootValue: shop.root(requireScope),
      typeResolver: (value) => (value as { __typename: string }).__typename,
    }) as { data?: object | null; errors?: readonly GraphQLError[] };
    const actual = document.definitions.some((one) => "operation" in one && one.operation === "mutation")
      ? cost
      : objectsIn(result.data);
    bucket.held = Math.min(bucket.most, bucket.held + Math.max(0, cost - actual));
    const [name] = document.definitions.flatMap((one) => ("name" in one ? [one.name?.value ?? ""] : []));
    calls.push({ name: name ?? "", cost });
    return { status: 200, body: { ...result, extensions: costs(actual) } };
  }

  function requireScope(scope: string) {
    if (app.scopes.includes(scope) || app.scopes.includes(scope.replace("read_", "write_"))) return;
    const message = `Access denied. Required access: \`${scope}\` access scope.`;
    throw new GraphQLError(message, { extensions: { code: "ACCESS_DENIED" } });
  }

  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    if (trouble.slowMs) await sleep(trouble.slowMs);
    const [, path = ""] = /^([^?]*)/.exec(request.url ?? "") ?? [];
    const token = String(request.headers["x-shopify-access-token"] ?? "");
    const { status, body } =
      trouble.status !== undefined
        ? { status: trouble.status, body: {} }
        : path === "/admin/oauth/access_token"
          ? grant(new URLSearchParams(text))
          : path === `/admin/api/${version}/graphql.json`
            ? ask(token, text)
            : { status: 404, body: { errors: "Not Found" } };
    if (trouble.lateMs) await sleep(trouble.lateMs);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return {
    ...shop,
    app,
    bucket,
    trouble,
    calls,
    tokens,
    domain: `127.0.0.1:${port}`,
    throttled: () => throttled,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

export async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
