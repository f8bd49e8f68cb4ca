import { and, eq, sql } from "drizzle-orm";
import { ApiError, invalid } from "../../contract/errors.ts";
import { present } from "../../contract/read.ts";
import { unlikelyTime } from "../../contract/shop-report-fields.ts";
import type { IngestOutcome, StorefrontEvent } from "../../contract/storefront.ts";
import { tenant } from "../../database/schema/checkout.ts";
import { type TicketLine, type TicketRefusal, ticket } from "../../database/schema/checkout-tickets.ts";
import { log } from "../../log.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { toMajor, toMinor } from "../kernel/money.ts";
import { missing, refuse } from "../kernel/refuse.ts";
import { readCatalogue } from "./catalogue.ts";
import { ingest } from "./ingest.ts";
import { withKnownLook } from "./offer-looks.ts";
import { idOfTicket } from "./ticket-keys.ts";

type Row = typeof ticket.$inferSelect;
type Redeemed = Row & { redeemedAt: Date; orderId: string; charged: number };
type Sale = {
  order_id: string;
  platform_order_id: string;
  customer_id?: string | undefined;
  charged?: number | undefined;
  occurred_at?: string | undefined;
  ticket?: string | undefined;
};

/** The clocks of the shop and of the service may differ. */
const toleranceMs = 5 * 60_000;

/** The row is locked, so that of several orders one gets the ticket. For the same order, the first response is repeated. */
export async function redeem(context: Context, id: string, sale: Sale) {
  const { db, tenantId, currency } = context;
  if (sale.ticket !== undefined && (await idOfTicket(sale.ticket)) !== id) {
    throw invalid({ field: "ticket", ...sentence("ticketForged") });
  }
  const at = sale.occurred_at ?? new Date().toISOString();
  const charged = sale.charged === undefined ? undefined : toMinor(sale.charged, currency);
  refuse(unlikelyTime(at), charged === null ? [{ field: "charged", ...sentence("decimals", { currency }) }] : []);
  const redeemed = await db.transaction(async (tx) => {
    // As every insert does, so that whoever empties a sandbox comes before or after.
    await tx.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tenantId)).for("key share");
    const [row] = await tx.select().from(ticket).where(isOne(tenantId, id)).for("update");
    if (!row) return missing("Ticket", id);
    if (row.redeemedAt && row.orderId === sale.order_id) return row as Redeemed;
    const reason = row.redeemedAt ? "redeemed" : Date.parse(at) > row.expiresAt.getTime() + toleranceMs && "expired";
    if (reason) throw refused(context, row, { reason, order_id: sale.order_id, at });
    const redemption = { redeemedAt: new Date(), orderId: sale.order_id, charged: charged ?? row.price };
    await tx.update(ticket).set(redemption).where(isOne(tenantId, id));
    const done = { ...row, ...redemption };
    await countSale({ ...context, db: tx as unknown as Context["db"] }, saleOf(done, sale, at, currency));
    return done;
  });
  return toRecord(redeemed, currency);
}

/** With the report of an order, which a refused ticket does not reject. */
export async function redeemAll(
  context: Context,
  tickets: readonly { id: string; charged?: number | undefined }[],
  { order_id, platform_order_id, customer_id, occurred_at }: Omit<Sale, "charged" | "ticket">,
): Promise<NonNullable<IngestOutcome["tickets"]>> {
  const outcomes: NonNullable<IngestOutcome["tickets"]> = [];
  for (const { id, charged } of tickets) {
    try {
      await redeem(context, id, { order_id, platform_order_id, customer_id, occurred_at, charged });
      outcomes.push({ id, status: "redeemed" });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      const { details, sentence } = error;
      outcomes.push({ id, status: "refused", errors: details.length > 0 ? details : [{ field: "id", ...sentence }] });
    }
  }
  return outcomes;
}

const isOne = (tenantId: number, id: string) => and(eq(ticket.tenantId, tenantId), eq(ticket.id, id));

/** Noted outside of the transaction, which a refusal undoes. */
function refused({ pool, tenantId }: Context, { id, orderId }: Row, { reason, order_id, at }: TicketRefusal): ApiError {
  pool
    .update(ticket)
    .set({ refusals: sql`${ticket.refusals} + 1`, refused: { reason, order_id, at } })
    .where(isOne(tenantId, id))
    .catch((err) => {
      if (!pool.$client.ended) log.warn({ err }, "could not note that a ticket was refused");
    });
  return reason === "expired"
    ? new ApiError(409, "ticket_expired", sentence("ticketExpired"))
    : new ApiError(409, "ticket_redeemed", sentence("ticketRedeemed", { id: orderId ?? "" }));
}

/** Counts as if the shop's server had reported it. An offer that was deleted in the meantime was sold all the same. */
async function countSale(context: Context, event: StorefrontEvent): Promise<void> {
  const catalogue = await readCatalogue(context.db, context.tenantId, [event]);
  await ingest(context, [withKnownLook(event, catalogue)], catalogue);
}

type OfferTicket = Redeemed & { upsellId: string; discount: NonNullable<Row["discount"]>; lines: [TicketLine] };

/** An event with the id of the ticket, which therefore counts once. */
function saleOf(row: Redeemed, sale: Sale, occurred_at: string, currency: string): StorefrontEvent {
  const { id, bundleId, lines, listPrice, charged } = row;
  const { order_id, platform_order_id, customer_id } = sale;
  const [list, paid] = [toMajor(listPrice, currency), toMajor(charged, currency)];
  const common = { id, occurred_at, order_id, platform_order_id };
  if (bundleId !== null) {
    return {
      ...{ ...common, ...present({ customer_id }), type: "bundle.purchased", bundle_id: bundleId },
      products: lines.map(({ product_id, title, quantity }) => ({ id: product_id, title, quantity })),
      ...{ original_price: list, bundle_price: paid },
    };
  }
  const { upsellId: upsell_id, discount, lines: sold } = row as OfferTicket;
  const [line] = sold;
  return {
    ...{ ...common, customer_id: customer_id ?? `guest:${order_id}`, type: "offer.accepted", upsell_id },
    ...present({ visitor_id: row.visitorId ?? undefined, placement: row.placement ?? undefined }),
    trigger_product: row.triggerProduct,
    product: { id: line.product_id, title: line.title, variant_id: line.variant_id ?? line.product_id, price: list },
    discount: { ...discount, amount: toMajor(Math.max(0, listPrice - charged), currency) },
    final_price: paid,
  };
}

function toRecord({ id, upsellId, bundleId, orderId, price, charged, redeemedAt }: Redeemed, currency: string) {
  return {
    id,
    ...present({ upsell_id: upsellId ?? undefined, bundle_id: bundleId ?? undefined }),
    order_id: orderId,
    currency,
    price: toMajor(price, currency),
    charged: toMajor(charged, currency),
    redeemed_at: redeemedAt.toISOString(),
  };
}
