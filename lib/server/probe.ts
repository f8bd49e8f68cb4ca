import "server-only";
import { affiliate } from "../contract/affiliate/index.ts";
import { checkout } from "../contract/checkout/index.ts";
import type { NamedOperation, Operation } from "../contract/define.ts";
import type { Findings } from "../contract/desk/connections.ts";
import { ApiError } from "../contract/errors.ts";
import { flushAccess, mayBy, noteAccess } from "./access.ts";
import type { Api, Connection } from "./connections.ts";
import { governed } from "./operations.ts";

// Reads that do no harm, one of each resource that has one without an id. What may be written, only a write would tell.

type Probe = NamedOperation & { query: Record<string, string> };

const list = (resource: string, operation: Operation): Probe => ({
  ...{ resource, name: "list", operation },
  query: { per_page: "1" },
});
const report = (resource: string, name: string, operation: Operation): Probe => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return { resource, name, operation, query: { start_date: yesterday, end_date: yesterday } };
};

const probesOf: Record<Api, () => [Probe, ...Probe[]]> = {
  checkout: () => [
    list("upsells", checkout.upsells.list),
    list("bundles", checkout.bundles.list),
    list("experiments", checkout.experiments.list),
    report("analytics", "metrics", checkout.analytics.metrics),
    { resource: "settings", name: "get", operation: checkout.settings.get, query: {} },
    list("webhooks", checkout.webhooks.list),
  ],
  affiliate: () => [
    list("affiliates", affiliate.affiliates.list),
    list("orders", affiliate.orders.list),
    list("commissions", affiliate.commissions.list),
    list("payouts", affiliate.payouts.list),
    list("links", affiliate.links.list),
    report("analytics", "summary", affiliate.analytics.summary),
  ],
};

/** One read alone: whether the API takes the key at all. */
export const probeOnce = async (connection: Connection): Promise<Findings> => findingsOf(await ask(connection));

/** All of them, and what they tell is written before this ends: the page asks next, and perhaps another process. */
export async function probe(connection: Connection): Promise<Findings> {
  const findings = await askAll(connection);
  await flushAccess();
  return findings;
}

/** Those after the first only where the API takes the key. */
async function askAll(connection: Connection): Promise<Findings> {
  const first = await ask(connection);
  const findings = findingsOf(first);
  if (findings.verdict !== "accepted") return findings;
  const [, ...rest] = probesOf[connection.api]().filter(({ operation }) => connection.embedded || !operation.extension);
  const others = await Promise.all(rest.map((each) => ask(connection, each)));
  return { ...findings, reads: [first, ...others].map(({ resource, status }) => ({ resource, works: mayBy(status) })) };
}

type Asked = { resource: string; status: number; problem: string | null };

async function ask(connection: Connection, asked = probesOf[connection.api]()[0]): Promise<Asked> {
  const { resource, operation, query } = asked;
  try {
    const request = { method: "GET", path: operation.path, query: new URLSearchParams(query) };
    const { status, body } = await governed(connection, request, "click");
    noteAccess(connection, asked, status, "probe");
    return { resource, status, problem: status < 400 ? null : ApiError.fromResponse(status, body).message };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { resource, status: 0, problem: cause.message };
  }
}

/** A refusal for lack of a scope, or any other answer that is not a failure, comes only to a key that is known. */
function findingsOf({ resource, status, problem: message }: Asked): Findings {
  const verdict =
    status === 401 ? "rejected" : status === 0 || status === 429 || status >= 500 ? "unreachable" : "accepted";
  const reads = verdict === "accepted" ? [{ resource, works: mayBy(status) }] : [];
  return { verdict, message: verdict === "accepted" ? null : message, reads };
}
