import "server-only";
import { affiliate } from "../../contract/affiliate/index.ts";
import { checkout } from "../../contract/checkout/index.ts";
import type { NamedOperation, Operation } from "../../contract/define.ts";
import type { Findings, KeyForm } from "../../contract/desk/connections.ts";
import { ApiError, keyOf, type Sentence } from "../../contract/errors.ts";
import type { Api, Connection } from "./connections.ts";
import { formsOf } from "./key-forms.ts";
import { flushAccess, mayBy, noteAccess } from "./learned-key-rights.ts";
import { governed } from "./perform-call.ts";
import { upstreamError } from "./upstream.ts";

// Harmless reads, one per resource that can be read without an id. Only a write would show what may be written.

type Probe = NamedOperation & { query: Record<string, string> };

const list = (resource: string, operation: Operation): Probe => ({
  resource,
  name: "list",
  operation,
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

/** `form` is the one in which the API accepted the key; null if it accepted none, or could not be reached. */
type Probed = { findings: Findings; form: KeyForm | null };

export const probeOnce = async (connection: Connection): Promise<Probed> => probed(...(await recognize(connection)));

/** The findings are stored before this returns, because the page reads them next, perhaps from another process. */
export async function probe(connection: Connection): Promise<Probed> {
  const found = await readAll(connection);
  await flushAccess();
  return found;
}

async function readAll(connection: Connection): Promise<Probed> {
  const [accepted, first] = await recognize(connection);
  const { findings, form } = probed(accepted, first);
  if (form === null) return { findings, form };
  const [, ...rest] = probesOf[connection.api]().filter(({ operation }) => connection.embedded || !operation.extension);
  const others = await Promise.all(rest.map((each) => read(accepted, each)));
  const reads = [first, ...others].map(({ resource, status }) => ({ resource, works: mayBy(status) }));
  return { findings: { ...findings, reads }, form };
}

function probed({ form }: Connection, reading: Reading): Probed {
  const findings = findingsOf(reading);
  return { findings, form: findings.verdict === "accepted" ? form : null };
}

/** Tries each form until the API answers anything but 401. An API that answers 403 has recognised the key. */
async function recognize(connection: Connection): Promise<[Connection, Reading]> {
  const forms = formsOf(connection);
  // The operator's header comes first, then the form that has worked so far, then the others.
  const [first = connection.form, ...rest] = new Set([
    ...forms.filter((form) => form === "setting"),
    connection.form,
    ...forms,
  ]);
  let tried = { ...connection, form: first };
  let reading = await read(tried);
  for (const form of rest) {
    if (reading.status !== 401) break;
    tried = { ...connection, form };
    reading = await read(tried);
  }
  return [tried, reading];
}

type Reading = { resource: string; status: number; problem: Sentence | null };

async function read(connection: Connection, what = probesOf[connection.api]()[0]): Promise<Reading> {
  const { resource, operation, query } = what;
  try {
    const request = { method: "GET", path: operation.path, query: new URLSearchParams(query) };
    const response = await governed(connection, request, "click");
    const { status } = response;
    noteAccess(connection, resource, operation.method, status, "probe");
    return { resource, status, problem: status < 400 ? null : upstreamError(response).sentence };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { resource, status: 0, problem: cause.sentence };
  }
}

/** An API gives a 403, or a response that is no failure, only to a key that it knows. */
function findingsOf({ resource, status, problem }: Reading): Findings {
  const verdict =
    status === 401 ? "rejected" : status === 0 || status === 429 || status >= 500 ? "unreachable" : "accepted";
  const reads = verdict === "accepted" ? [{ resource, works: mayBy(status) }] : [];
  const why = verdict === "accepted" ? null : problem;
  return { verdict, message: why?.message ?? null, ...(why && { message_key: keyOf(why) }), reads };
}
