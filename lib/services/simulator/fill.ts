import type { Database, Transaction } from "../../database/client.ts";
import { bundle, experiment, product, settings, upsell, webhookEndpoint } from "../../database/schema/checkout.ts";
import { attempt, delivery, endpointHealth, event, notice } from "../../database/schema/checkout-delivery.ts";
import { experimentVisitor, order, storefrontEvent } from "../../database/schema/checkout-sales.ts";
import { ticket } from "../../database/schema/checkout-tickets.ts";
import { deliverySettings } from "../delivery/address.ts";
import { createSigningSecret, sealSecret } from "../delivery/secrets.ts";
import { emptySandbox } from "../sandbox.ts";
import { ExperimentSums } from "../storefront/experiment-rollup.ts";
import { findTenant } from "../tenants.ts";
import { makeBundles } from "./bundles.ts";
import { type DemoOptions, makeCalendar } from "./calendar.ts";
import { bodyOf, type Log, makeDeliveries } from "./deliveries.ts";
import { makeExperiments } from "./experiments.ts";
import { type History, makeHistory, type Stock } from "./history.ts";
import { makeOffers } from "./offers.ts";
import { productRows } from "./products.ts";
import { fillProgram } from "./program/fill.ts";
import { readingsOf } from "./readings.ts";
import { makeTickets } from "./tickets.ts";
import { type Writer, writerTo } from "./write.ts";

export type DemoCounts = Omit<Awaited<ReturnType<typeof fillSandbox>>, "readings" | "names" | "payees">;

/** The same seed at the same time gives the same rows, except for signing secrets. Earlier rows are replaced. */
export async function fillSandbox(db: Database, storeId: string, { now = new Date(), ...options }: DemoOptions = {}) {
  const shop = await fillShop(db, storeId, { now, ...options });
  const program = await fillProgram(db, storeId, { now, ...options });
  return { ...program, ...shop };
}

export async function fillShop(
  db: Database,
  storeId: string,
  { seed = 1, now = new Date(), visits, pictures, onPart }: DemoOptions = {},
) {
  const { currency, timeZone } = await findTenant(db, "checkout", storeId, "sandbox");
  const calendar = makeCalendar(seed, now, timeZone, visits);
  onPart?.("offers");
  const experiments = makeExperiments(calendar, currency);
  const offers = makeOffers(calendar.today, timeZone, currency);
  const bundles = makeBundles(calendar.today, timeZone, currency);
  onPart?.("sales");
  const stock = { calendar, currency, experiments, offers, bundles };
  const history = await makeHistory(stock);
  const tickets = makeTickets(seed, history.sales, stock);
  const sums = new ExperimentSums();
  for (const { run } of experiments) for (const visitor of run.visitors) sums.add(visitor);
  const secrets = new Map<string, string>();
  const secretOf = (id: string) => {
    const secret = createSigningSecret();
    secrets.set(id, secret);
    return secret;
  };
  onPart?.("webhooks");
  const log = makeDeliveries(history.sent, { now: calendar.now, seed, storeId }, secretOf);
  await emptySandbox(db, storeId, async (tx: Transaction, tenantId: number) => {
    await writeStock(writerTo(tx, tenantId), { offers, bundles, experiments });
    await writerTo(tx, tenantId)(product, productRows(currency, now, pictures));
    await tx.insert(settings).values({ tenantId, values: { upsells: { max_offers_per_checkout: 3 } }, updatedAt: now });
    await writeHistory(writerTo(tx, tenantId), history);
    await writerTo(tx, tenantId)(ticket, tickets);
    await history.rollups.write(tx, tenantId);
    await sums.write(tx, tenantId);
    await tx.insert(webhookEndpoint).values(
      log.endpoints.map((endpoint) => ({
        ...endpoint,
        tenantId,
        secret: sealSecret(
          secrets.get(endpoint.id) ?? "",
          { tenantId, endpointId: endpoint.id },
          deliverySettings().secret,
        ),
      })),
    );
    await writeLog(writerTo(tx, tenantId), log);
  });
  return {
    upsells: offers.length,
    bundles: bundles.length,
    experiments: experiments.length,
    orders: history.orders.length,
    days: calendar.days.length,
    events: history.told,
    endpoints: log.endpoints.length,
    deliveries: log.deliveries.length,
    /** Past readings of the experiments, because the service itself tells only the present counts. */
    readings: experiments.flatMap((one) => readingsOf(one, calendar.now)),
    names: experiments.map(({ row, names }) => ({ experiment: row.id, names })),
  };
}

async function writeStock(
  write: Writer,
  { offers, bundles, experiments }: Pick<Stock, "offers" | "bundles" | "experiments">,
): Promise<void> {
  await write(
    upsell,
    offers.map(({ row }) => row),
  );
  await write(
    bundle,
    bundles.map(({ row }) => row),
  );
  await write(
    experiment,
    experiments.map(({ row }) => row),
  );
  await write(
    experimentVisitor,
    experiments.flatMap(({ run }) => run.visitors),
  );
}

async function writeHistory(write: Writer, { events, orders, sent }: History): Promise<void> {
  await write(
    storefrontEvent,
    events.map(({ id, type, occurred_at, ...data }) => {
      const at = new Date(occurred_at);
      return { id, type, occurredAt: at, receivedAt: at, data };
    }),
  );
  await write(order, orders);
  await write(
    event,
    sent.map((one) => ({
      id: one.id,
      type: one.type,
      orderId: one.orderId ?? null,
      customerId: one.customerId ?? null,
      body: bodyOf(one),
      createdAt: new Date(one.at),
    })),
  );
}

async function writeLog(write: Writer, { deliveries, attempts, health, notices }: Log): Promise<void> {
  await write(delivery, deliveries);
  await write(attempt, attempts);
  await write(endpointHealth, health);
  await write(notice, notices);
}
