import { and, eq } from "drizzle-orm";
import type { Database } from "../../database/client.ts";
import { bundle, experiment, settings, tenant, upsell, webhookEndpoint } from "../../database/schema/checkout.ts";
import { attempt, delivery, endpointHealth, event, notice } from "../../database/schema/checkout-delivery.ts";
import { experimentCount, experimentVisitor, order, storefrontEvent } from "../../database/schema/checkout-sales.ts";
import type { Transaction } from "../delivery/emit.ts";
import { createSigningSecret, sealSecret } from "../delivery/secrets.ts";
import { deliverySettings } from "../delivery/settings.ts";
import { emptySandbox } from "../sandbox.ts";
import { makeBundles } from "./bundles.ts";
import { type DemoOptions, makeCalendar } from "./calendar.ts";
import { bodyOf, makeDeliveries } from "./deliveries.ts";
import { makeExperiments } from "./experiments.ts";
import { makeHistory } from "./history.ts";
import { makeOffers } from "./offers.ts";
import { fillProgram } from "./program/fill.ts";
import { readingsOf } from "./readings.ts";
import { writeRows } from "./write.ts";

export type DemoCounts = Omit<Awaited<ReturnType<typeof fillSandbox>>, "readings" | "names">;

/** The same seed at the same time gives the same rows, except for signing secrets. Earlier rows are replaced. */
export async function fillSandbox(db: Database, storeId: string, { now = new Date(), ...options }: DemoOptions = {}) {
  const shop = await fillShop(db, storeId, { now, ...options });
  const program = await fillProgram(db, storeId, { now, ...options });
  return { ...program, ...shop };
}

/** Does what `fillSandbox` does, without the affiliate program. */
export async function fillShop(
  db: Database,
  storeId: string,
  { seed = 1, now = new Date(), visits }: DemoOptions = {},
) {
  const [place] = await db
    .select()
    .from(tenant)
    .where(and(eq(tenant.storeId, storeId), eq(tenant.mode, "sandbox")));
  if (!place) throw new Error(`Store ${storeId} does not exist in the checkout service.`);
  const { currency, timeZone } = place;
  const calendar = makeCalendar(seed, now, timeZone, visits);
  const experiments = makeExperiments(calendar);
  const stock = {
    calendar,
    currency,
    experiments,
    offers: makeOffers(calendar.today, timeZone, currency),
    bundles: makeBundles(calendar.today, timeZone, currency),
  };
  const history = await makeHistory(stock);
  const secrets = new Map<string, string>();
  const secretOf = (id: string) => {
    const secret = createSigningSecret();
    secrets.set(id, secret);
    return secret;
  };
  const log = makeDeliveries(history.sent, { now: calendar.now, seed, storeId }, secretOf);
  const { secret: master } = deliverySettings();

  await emptySandbox(db, storeId, async (tx: Transaction, tenantId: number) => {
    const write = <T extends Parameters<typeof writeRows>[1]>(table: T, rows: Parameters<typeof writeRows<T>>[3]) =>
      writeRows(tx, table, tenantId, rows);
    await write(
      upsell,
      stock.offers.map(({ row }) => row),
    );
    await write(
      bundle,
      stock.bundles.map(({ row }) => row),
    );
    await write(
      experiment,
      experiments.map(({ row }) => row),
    );
    await tx.insert(settings).values({ tenantId, values: { upsells: { max_offers_per_checkout: 3 } }, updatedAt: now });
    await tx.insert(webhookEndpoint).values(
      log.endpoints.map((endpoint) => ({
        ...endpoint,
        tenantId,
        secret: sealSecret(secrets.get(endpoint.id) ?? "", { tenantId, endpointId: endpoint.id }, master),
      })),
    );
    await write(
      storefrontEvent,
      history.events.map(({ id, type, occurred_at, ...data }) => {
        const at = new Date(occurred_at);
        return { id, type, occurredAt: at, receivedAt: at, data };
      }),
    );
    await write(order, history.orders);
    await write(
      experimentVisitor,
      experiments.flatMap(({ run }) => run.visitors),
    );
    await write(
      experimentCount,
      experiments.flatMap(({ row, counts }) => counts.map((count) => ({ experimentId: row.id, ...count }))),
    );
    await write(
      event,
      history.sent.map((one) => ({
        id: one.id,
        type: one.type,
        orderId: one.orderId ?? null,
        customerId: one.customerId ?? null,
        body: bodyOf(one),
        createdAt: new Date(one.at),
      })),
    );
    await write(delivery, log.deliveries);
    await write(attempt, log.attempts);
    await write(endpointHealth, log.health);
    await write(notice, log.notices);
    await history.rollups.write(tx, tenantId);
  });
  return {
    upsells: stock.offers.length,
    bundles: stock.bundles.length,
    experiments: experiments.length,
    orders: history.orders.length,
    days: calendar.days.length,
    events: history.told,
    endpoints: log.endpoints.length,
    deliveries: log.deliveries.length,
    /** Past readings of the experiments, because the service itself tells only the present counts. */
    readings: experiments.flatMap((one) => readingsOf(one, calendar.now)),
    /** What the merchant calls the variants, which the service does not know. */
    names: experiments.map(({ row, names }) => ({ experiment: row.id, names })),
  };
}
