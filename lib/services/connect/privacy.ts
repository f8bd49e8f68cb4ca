import { and, eq, ne, sql } from "drizzle-orm";
import type { Platform } from "../../contract/checkout/source-words.ts";
import { isRecord } from "../../contract/errors.ts";
import type { Transaction } from "../../database/client.ts";
import { shopDelivery, shopOrder } from "../../database/schema/checkout-shop.ts";
import type { Context } from "../kernel/context.ts";
import { eraseShopper } from "../shoppers.ts";
import { textOf } from "./platform-order.ts";

type Request = { platform: Platform; topic: string; id: string; payload: unknown };

/** What a platform asks for in the name of shoppers or at the end of its use. Null for all other topics. */
export async function applyPrivacy(tx: Transaction, request: Request, context: Context) {
  const { platform, topic, id, payload } = request;
  if (platform !== "shopify") return null;
  const { tenantId } = context;
  const empty = { body: Buffer.alloc(0) };
  if (topic === "customers/data_request") return { status: "ignored", outcome: { reason: "data_request" } } as const;
  if (topic === "customers/redact") {
    const customer = isRecord(payload) && isRecord(payload.customer) ? payload.customer : {};
    const [customer_id, email] = [textOf(customer.id, 200), textOf(customer.email, 254)];
    if (customer_id === undefined && email === undefined) {
      return { status: "refused", outcome: { reason: "unreadable", field: "customer" } } as const;
    }
    await eraseShopper(tx, context, {
      ...(customer_id !== undefined && { customer_id }),
      ...(email !== undefined && { email }),
    });
    // The request itself names the customer.
    await tx
      .update(shopDelivery)
      .set(empty)
      .where(and(eq(shopDelivery.tenantId, tenantId), eq(shopDelivery.id, id)));
    return { status: "applied", outcome: {} } as const;
  }
  if (topic === "shop/redact") {
    // What Shopify sent, with customers in it. The store's own orders and sums stay.
    const sent = and(eq(shopDelivery.tenantId, tenantId), eq(shopDelivery.platform, platform), ne(shopDelivery.id, id));
    await tx.update(shopDelivery).set(empty).where(and(sent, sql`due_at is null`));
    await tx.delete(shopOrder).where(and(eq(shopOrder.tenantId, tenantId), eq(shopOrder.platform, platform)));
    return { status: "applied", outcome: {} } as const;
  }
  return null;
}
