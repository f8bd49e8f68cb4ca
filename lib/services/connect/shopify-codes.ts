import { and, eq, lt, lte, sql } from "drizzle-orm";
import { ApiError } from "../../contract/errors.ts";
import { claim } from "../../database/claim.ts";
import type { Database, Transaction } from "../../database/client.ts";
import { ago, deleteInBatches } from "../../database/delete-in-batches.ts";
import { shopifyApp, shopifyCode } from "../../database/schema/checkout-shopify.ts";
import { ticket } from "../../database/schema/checkout-tickets.ts";
import { log } from "../../log.ts";
import { sentence } from "../../sentences.ts";
import type { Context } from "../kernel/context.ts";
import { randomLetters } from "../kernel/ids.ts";
import { toMajor } from "../kernel/money.ts";
import { missing } from "../kernel/refuse.ts";
import { kept } from "../retention-terms.ts";
import { forgetCatalogue } from "../storefront/catalogue-cache.ts";
import type { ShopCode } from "./platform-order.ts";
import { askShopify, refusedWith, type ShopifyApp, ShopifyError, type UserError } from "./shopify-admin.ts";

/** A shopper waits for 800 ms at most, of which the way to this service and back takes a part. */
const patienceMs = 600;
/** What comes too late comes within this time. */
const lateSeconds = 60;
/** Clocks may differ, and a code must not begin in the future. */
const earlierMs = 60_000;
const portion = 50;

type Ticket = typeof ticket.$inferSelect;

/** An open ticket of a store whose app is connected. */
export async function openTicket(
  { pool, tenantId }: Pick<Context, "pool" | "tenantId">,
  id: string,
): Promise<{ issued: Ticket; app: ShopifyApp }> {
  const one = and(eq(ticket.tenantId, tenantId), eq(ticket.id, id));
  const [found] = await pool
    .select({ ticket, app: shopifyApp })
    .from(ticket)
    .leftJoin(shopifyApp, eq(shopifyApp.tenantId, ticket.tenantId))
    .where(one);
  if (!found) return missing("Ticket", id);
  const { ticket: issued, app } = found;
  if (!app) throw new ApiError(409, "no_shopify_app", sentence("shopifyNoApp"));
  const { redeemedAt, orderId, expiresAt } = issued;
  if (redeemedAt) throw new ApiError(409, "ticket_redeemed", sentence("ticketRedeemed", { id: orderId ?? "" }));
  if (expiresAt < new Date()) throw new ApiError(409, "ticket_expired", sentence("ticketExpired"));
  return { issued, app };
}

/** Null if there is none in time. Whoever asks for a ticket again gets the same code. */
export async function codeFor(
  context: Pick<Context, "pool" | "tenantId" | "currency">,
  id: string,
  withinMs = patienceMs,
): Promise<string | null> {
  const end = Date.now() + withinMs;
  const { pool, currency } = context;
  const { issued, app } = await openTicket(context, id);
  const { lines, price, listPrice, expiresAt } = issued;
  const isOfShopify = lines.every((line) => /^\d+$/.test(line.variant_id ?? line.product_id));
  if (price >= listPrice || !isOfShopify) return null;

  const row = await findOrAdd(pool, issued, expiresAt);
  if (row.state !== "asked") return row.state === "made" ? row.code : null;
  const error = await make(pool, app, issued, { code: row.code, currency, withinMs: end - Date.now() }).catch(
    (cause) => {
      if (cause instanceof ShopifyError) return cause;
      throw cause;
    },
  );
  if (error) log.warn({ err: error, ticket: id }, "no discount code could be made");
  const late = sql`now() + make_interval(secs => ${lateSeconds})`;
  const [[settled]] = await Promise.all([
    pool
      .update(shopifyCode)
      .set(error ? { state: "failed", dueAt: late } : { state: "made" })
      .where(and(isOne(row), eq(shopifyCode.state, "asked")))
      .returning(),
    error && noteFailure(pool, app, error),
  ]);
  // Of two requests at the same moment, the first that ends decides.
  const [{ state, code } = row] = settled ? [settled] : await pool.select().from(shopifyCode).where(isOne(row));
  return state === "made" ? code : null;
}

const isOne = ({ tenantId, ticketId }: Pick<typeof shopifyCode.$inferSelect, "tenantId" | "ticketId">) =>
  and(eq(shopifyCode.tenantId, tenantId), eq(shopifyCode.ticketId, ticketId));

async function noteFailure(pool: Database, { tenantId }: ShopifyApp, { sentence: error }: ShopifyError): Promise<void> {
  await pool
    .update(shopifyApp)
    .set({ failingSince: sql`coalesce(failing_since, now())`, error, dueAt: sql`now()` })
    .where(eq(shopifyApp.tenantId, tenantId));
  forgetCatalogue(pool, tenantId);
}

export async function findOrAdd(pool: Database, { tenantId, id }: Ticket, dueAt: Date | null) {
  const code = `CW-${randomLetters(12).toUpperCase()}`;
  const [added] = await pool
    .insert(shopifyCode)
    .values({ tenantId, ticketId: id, code, dueAt })
    .onConflictDoNothing()
    .returning();
  if (added) return added;
  const [known] = await pool
    .select()
    .from(shopifyCode)
    .where(isOne({ tenantId, ticketId: id }));
  return known as NonNullable<typeof known>;
}

/** The code is random, so that one that exists already was made by an attempt before. */
async function make(
  pool: Database,
  app: ShopifyApp,
  issued: Ticket,
  { code, currency, withinMs }: { code: string; currency: string; withinMs: number },
): Promise<null> {
  const { lines, price, listPrice, issuedAt, expiresAt, bundleId } = issued;
  const gids = (kind: string, ids: readonly (string | null)[]) =>
    ids.flatMap((id) => (id === null ? [] : [`gid://shopify/${kind}/${id}`]));
  const withVariant = lines.filter(({ variant_id }) => variant_id !== null);
  const amount = (minor: number) => String(toMajor(minor, currency));
  const discount = {
    title: code,
    code,
    startsAt: new Date(issuedAt.getTime() - earlierMs).toISOString(),
    endsAt: expiresAt.toISOString(),
    usageLimit: 1,
    context: { all: "ALL" },
    customerGets: {
      value: { discountAmount: { amount: amount(listPrice - price), appliesOnEachItem: false } },
      items: {
        products: {
          productVariantsToAdd: gids(
            "ProductVariant",
            withVariant.map((line) => line.variant_id),
          ),
          productsToAdd: gids(
            "Product",
            lines.filter((line) => !withVariant.includes(line)).map((line) => line.product_id),
          ),
        },
      },
    },
    // Nobody gets the whole discount of a bundle, or of several pieces, for one of them.
    ...((bundleId !== null || lines.some(({ quantity }) => quantity > 1)) && {
      minimumRequirement: { subtotal: { greaterThanOrEqualToSubtotal: amount(listPrice) } },
    }),
    combinesWith: { productDiscounts: true, orderDiscounts: true, shippingDiscounts: true },
  };
  const { discountCodeBasicCreate: made } = await askShopify<Made>(pool, app, makeCode, { discount }, { withinMs });
  const errors = made?.userErrors ?? [];
  if (errors.some((error) => error.code !== "TAKEN")) throw refusedWith(errors);
  return null;
}

type Made = { discountCodeBasicCreate: { userErrors: UserError[] } | null };
const makeCode = `mutation MakeCode($discount: DiscountCodeBasicInput!) {
  discountCodeBasicCreate(basicCodeDiscount: $discount) { codeDiscountNode { id } userErrors { code field message } }
}`;

/** Removes codes that nobody used, of tickets that have ended and of those that failed. Several processes share the work. */
export async function removeCodes(db: Database): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const due = { where: lte(shopifyCode.dueAt, sql`now()`), order: shopifyCode.dueAt, limit: portion };
    const rows = await claim(db, shopifyCode, due, { dueAt: sql`now() + interval '2 minutes'` });
    if (rows.length === 0) return;
    for (const [tenantId, own] of Map.groupBy(rows, (row) => row.tenantId)) {
      const [app] = await db.select().from(shopifyApp).where(eq(shopifyApp.tenantId, tenantId));
      const codes = own.map(({ code }) => code);
      const done = app ? await remove(db, app, codes) : true;
      const these = and(eq(shopifyCode.tenantId, tenantId), sql`code = any(${sql.param(codes)})`);
      if (done) await db.update(shopifyCode).set({ dueAt: null }).where(these);
    }
  }
}

/** Returns whether nothing is left to be done. */
async function remove(db: Database, app: ShopifyApp, codes: readonly string[]): Promise<boolean> {
  const each = codes.map((_, n) => n);
  const find = `query FindCodes(${each.map((n) => `$c${n}: String!`).join(", ")}) {
    ${each.map((n) => `c${n}: codeDiscountNodeByCode(code: $c${n}) { id codeDiscount { ... on DiscountCodeBasic { asyncUsageCount } } }`).join("\n    ")}
  }`;
  try {
    const found = await askShopify<Record<string, Found | null>>(
      db,
      app,
      find,
      Object.fromEntries(codes.map((code, n) => [`c${n}`, code])),
      { inBackground: true },
    );
    const ids = Object.values(found).flatMap((node) => (node && !node.codeDiscount.asyncUsageCount ? [node.id] : []));
    if (ids.length === 0) return true;
    const { discountCodeBulkDelete: deleted } = await askShopify<Deleted>(
      db,
      app,
      deleteCodes,
      { ids },
      { inBackground: true },
    );
    if (deleted?.userErrors.length) throw refusedWith(deleted.userErrors);
    return true;
  } catch (cause) {
    if (!(cause instanceof ShopifyError)) throw cause;
    log.warn({ err: cause }, "discount codes could not be removed; the next try is in two minutes");
    return false;
  }
}

type Found = { id: string; codeDiscount: { asyncUsageCount?: number } };
type Deleted = { discountCodeBulkDelete: { userErrors: UserError[] } | null };
const deleteCodes = `mutation DeleteCodes($ids: [ID!]) {
  discountCodeBulkDelete(ids: $ids) { job { id } userErrors { code field message } }
}`;

/** The open tickets whose codes lowered the price of an order, which are then used. */
export async function ticketsOf(
  tx: Transaction,
  { tenantId, currency }: Pick<Context, "tenantId" | "currency">,
  codes: readonly ShopCode[],
): Promise<{ id: string; charged: number }[]> {
  const used = Map.groupBy(codes, ({ code }) => code.toUpperCase());
  const { rows } = await tx.execute<Pick<Ticket, "id" | "lines"> & { code: string }>(sql`
    update checkout.shopify_code c set due_at = null from checkout.ticket t
    where c.tenant_id = ${tenantId} and c.code = any(${sql.param([...used.keys()])})
      and t.tenant_id = c.tenant_id and t.id = c.ticket_id and t.redeemed_at is null
    returning t.id, t.lines, c.code`);
  return rows.map(({ id, lines, code }) => {
    // Pieces that were added after the purchase have a discount each.
    const own = used.get(code) ?? [];
    const off = own.reduce((sum, one) => sum + one.off, 0);
    const prices = own[0]?.prices ?? [];
    const full = lines.reduce((sum, line) => {
      const { product_id, variant_id, quantity, list_price } = line;
      const piece = prices.find((one) => (variant_id ? one.variant === variant_id : one.product === product_id))?.price;
      return sum + (piece === undefined ? list_price : piece * quantity);
    }, 0);
    return { id, charged: toMajor(Math.max(0, full - off), currency) };
  });
}

export const pruneCodes = (db: Database, after = kept("KEEP_STOREFRONT_EVENTS_DAYS")): Promise<number> =>
  deleteInBatches(db, shopifyCode, lt(shopifyCode.createdAt, ago(after)), shopifyCode.createdAt);
