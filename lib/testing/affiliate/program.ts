import { and, eq } from "drizzle-orm";
import type { Program as Rules } from "../../contract/affiliate/program.ts";
import type { Transaction } from "../../database/client.ts";
import { programVersion } from "../../database/schema/affiliate.ts";
import { commission, payout, payoutCommission } from "../../database/schema/affiliate-money.ts";
import { click, order } from "../../database/schema/affiliate-sales.ts";
import { Ledger } from "../../services/affiliate/ledger.ts";
import { fromTheBeginning } from "../../services/affiliate/rules/versions.ts";
import type { CommissionRow, OrderRow, PayoutRow } from "../../services/affiliate/sums-of-records.ts";
import { newId } from "../../services/kernel/ids.ts";
import { provision } from "../../services/tenants.ts";
import type { Answer, Sent, TestServices } from "../services.ts";

type ClickRow = typeof click.$inferSelect;
export type Program = Awaited<ReturnType<typeof openProgram>>;

let stores = 0;

export async function openProgram(
  services: Pick<TestServices, "db" | "key" | "call" | "visit">,
  timeZone = "Europe/Berlin",
  mode: "live" | "sandbox" = "live",
) {
  const { db } = services;
  const storeId = `program-${++stores}`;
  const { key } = await services.key({ store: storeId, mode });
  await provision(db, { storeId, currency: "EUR", timeZone });
  const { rows } = await db.$client.query("select id from affiliate.tenant where store_id = $1 and mode = $2", [
    storeId,
    mode,
  ]);
  const tenantId = rows[0].id as number;
  const call = (method: string, path: string, sent: Sent = {}): Promise<Answer> =>
    services.call(method, `/affiliate/v1${path}`, { key, ...sent });

  /** Rules that are in force from the beginning, and so for orders of any time. */
  const rules = (values: Partial<Rules>) =>
    db.insert(programVersion).values({ tenantId, ...fromTheBeginning, changes: values, values });

  let made = 0;
  const affiliate = async (more: object = {}) => {
    const body = { email: `a${++made}@example.com`, first_name: "Mira", last_name: "Lindqvist", status: "active" };
    return (await call("POST", "/affiliates", { body: { ...body, ...more } })).body;
  };
  const link = async (affiliateId: string, more: object = {}) => {
    const body = { affiliate_id: affiliateId, destination_url: "https://shop.example.com/", ...more };
    return (await call("POST", "/links", { body })).body;
  };

  /** `and` runs in the same transaction. */
  const insertOrder = (
    more: Partial<OrderRow> = {},
    and?: (tx: Transaction, ledger: Ledger, row: OrderRow) => Promise<unknown>,
  ) =>
    db.transaction(async (tx) => {
      const number = ++made;
      const at = more.createdAt ?? new Date("2026-03-01T10:00:00Z");
      const [row] = (await tx
        .insert(order)
        .values({
          tenantId,
          id: newId("ord"),
          externalId: `shop-${number}`,
          orderNumber: `#${number}`,
          subtotal: 10_000,
          discount: 0,
          tax: 0,
          shipping: 0,
          total: 10_000,
          currency: "EUR",
          lineItems: [],
          status: "paid",
          day: at.toISOString().slice(0, 10),
          createdAt: at,
          ...(more.affiliateId && { attributedAt: at, attributionMethod: "link" }),
          ...more,
        })
        .returning()) as [OrderRow];
      const ledger = new Ledger({ timeZone });
      ledger.order(null, row);
      await and?.(tx, ledger, row);
      await ledger.write(tx, tenantId);
      return row;
    });

  const insertCommission = (affiliateId: string, more: Partial<CommissionRow> = {}) =>
    db.transaction(async (tx) => {
      const at = more.createdAt ?? new Date("2026-03-01T10:00:00Z");
      const [row] = (await tx
        .insert(commission)
        .values({
          tenantId,
          id: newId("com"),
          affiliateId,
          amount: 1_000,
          currency: "EUR",
          type: "sale",
          status: "pending",
          eligibleAt: at,
          day: at.toISOString().slice(0, 10),
          createdAt: at,
          ...more,
        })
        .returning()) as [CommissionRow];
      const ledger = new Ledger({ timeZone });
      ledger.commission(null, row);
      await ledger.write(tx, tenantId);
      return row;
    });

  const insertPayout = (affiliateId: string, more: Partial<PayoutRow> & { commissions?: CommissionRow[] } = {}) =>
    db.transaction(async (tx) => {
      const { commissions = [], ...columns } = more;
      const [row] = (await tx
        .insert(payout)
        .values({
          tenantId,
          id: newId("pay"),
          affiliateId,
          amount: 1_000,
          currency: "EUR",
          status: "pending",
          ...columns,
        })
        .returning()) as [PayoutRow];
      for (const { id, amount } of commissions) {
        await tx.insert(payoutCommission).values({ tenantId, payoutId: row.id, commissionId: id, amount });
      }
      const ledger = new Ledger({ timeZone });
      ledger.payout(null, row);
      await ledger.write(tx, tenantId);
      return row;
    });

  const placed = (more: object = {}) => ({
    type: "order.placed",
    external_id: `shop-${++made}`,
    occurred_at: new Date().toISOString(),
    currency: "EUR",
    subtotal: 10_000,
    total: 10_000,
    ...more,
  });
  const report = (orders: readonly unknown[], sent: Sent = {}): Promise<Answer> =>
    services.call("POST", "/affiliate/storefront/v1/orders", { key, body: { orders }, ...sent });
  /** Returns the click id that the shop receives. */
  const follow = async (code: string, headers: Record<string, string> = {}): Promise<string> => {
    const answer = await services.visit(`/r/${code}`, {
      headers: { "user-agent": "Firefox/140.0 (Windows)", ...headers },
    });
    return new URL(answer.headers.get("location") ?? "").searchParams.get("cw_click") ?? "";
  };
  const insertClick = (linkId: string, affiliateId: string, more: Partial<ClickRow> = {}) =>
    db.transaction(async (tx) => {
      const occurredAt = more.occurredAt ?? new Date("2026-03-01T10:00:00Z");
      const [row] = (await tx
        .insert(click)
        .values({ tenantId, id: newId("clk"), linkId, affiliateId, ...more, occurredAt })
        .returning()) as [ClickRow];
      const ledger = new Ledger({ timeZone });
      ledger.click(null, row);
      await ledger.write(tx, tenantId);
      return row;
    });

  const tables = { order, commission, payout };
  /** Changes a record as a later event would. */
  const change = <K extends keyof typeof tables, R extends (typeof tables)[K]["$inferSelect"]>(
    kind: K,
    before: R,
    columns: Partial<R>,
  ): Promise<R> =>
    db.transaction(async (tx) => {
      const table = tables[kind] as typeof order;
      const [after] = (await tx
        .update(table)
        .set(columns as object)
        .where(and(eq(table.tenantId, tenantId), eq(table.id, before.id)))
        .returning()) as unknown as [R];
      const ledger = new Ledger({ timeZone });
      ledger[kind](before as never, after as never);
      await ledger.write(tx, tenantId);
      return after;
    });

  /** Changes only the sums, as a flush of clicks does. */
  const countClicks = (linkId: string, affiliateId: string, count: number) =>
    db.transaction(async (tx) => {
      const ledger = new Ledger({ timeZone });
      const click = { linkId, affiliateId, occurredAt: new Date(), isBot: false, orderId: null };
      for (let n = 0; n < count; n++) ledger.click(null, click);
      await ledger.write(tx, tenantId);
    });

  return {
    storeId,
    tenantId,
    key,
    timeZone,
    call,
    rules,
    affiliate,
    link,
    insertOrder,
    insertCommission,
    insertPayout,
    placed,
    report,
    follow,
    insertClick,
    change,
    countClicks,
  };
}
