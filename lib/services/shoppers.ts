import { type SQL, sql } from "drizzle-orm";
import { type ShopperKind, shopperKinds } from "../contract/desk/shopper-words.ts";
import type { Database, Transaction } from "../database/client.ts";
import { normalizeEmail } from "./affiliate/flags.ts";
import type { Mode } from "./kernel/context.ts";
import { newId } from "./kernel/ids.ts";
import { erasedFrom } from "./shopper-text.ts";
import { findTenant } from "./tenants.ts";

// What both services and the dashboard beside them know of one shopper. Sums contain nobody's name, so they stay as they are.
// This is the one file that reaches all three schemas: a platform's request to erase must not depend on which process applies it.

type Place = { storeId: string; mode: Mode };
type Reader = Pick<Database, "execute">;
export type ShopperIds = { email?: string; customer_id?: string; visitor_id?: string };

type Found = Place & {
  checkout: number;
  affiliate: number;
  emails: string[];
  customers: string[];
  visitors: string[];
  /** Ids of the shop and of the checkout service. */
  orders: string[];
  /** Of the affiliate service. */
  sales: string[];
};

/** A text list as one parameter. */
const among = (values: readonly string[]) => sql`(select json_array_elements_text(${JSON.stringify(values)}::json))`;
const all = async <Row extends Record<string, unknown>>(db: Reader, query: SQL) => (await db.execute<Row>(query)).rows;
const unique = (values: readonly (string | null | undefined)[]) => [...new Set(values.filter((each) => each != null))];

/** The orders by what was given, and what those orders say of the shopper. A visitor alone leads to no customer. */
async function find(db: Reader & Pick<Database, "select">, { storeId, mode }: Place, ids: ShopperIds): Promise<Found> {
  const [{ id: checkout }, { id: affiliate }] = await Promise.all([
    findTenant(db, "checkout", storeId, mode),
    findTenant(db, "affiliate", storeId, mode),
  ]);
  const email = ids.email?.trim();
  const keys = [
    ...(ids.customer_id === undefined ? [] : [`id:${ids.customer_id}`]),
    ...(email === undefined ? [] : [`email:${normalizeEmail(email)}`]),
  ];
  const sales = await all<{ id: string; external: string; email: string | null; key: string | null }>(
    db,
    sql`select id, external_id as external, customer_email as email, customer_key as key from affiliate.order
      where tenant_id = ${affiliate} and (customer_key in ${among(keys)}
        or lower(customer_email) = ${email?.toLowerCase() ?? null})`,
  );
  const told = sales.flatMap(({ key }) => (key?.startsWith("id:") ? [key.slice(3)] : []));
  const customers = unique([ids.customer_id, ...told]);
  const orders = await all<{ id: string; platform: string | null; visitor: string | null }>(
    db,
    sql`select id, platform_order_id as platform, visitor_id as visitor from checkout.order
      where tenant_id = ${checkout} and (customer_id in ${among(customers)}
        or platform_order_id in ${among(sales.map(({ external }) => external))} or id in ${among(sales.map(({ external }) => external))}
        or visitor_id = ${ids.visitor_id ?? null})`,
  );
  const known = ids.email !== undefined || ids.customer_id !== undefined;
  return {
    storeId,
    mode,
    checkout,
    affiliate,
    customers,
    emails: unique([email, ...sales.map((sale) => sale.email)]),
    visitors: unique([ids.visitor_id, ...(known ? orders.map(({ visitor }) => visitor) : [])]),
    orders: unique([...orders.flatMap(({ id, platform }) => [id, platform]), ...sales.map(({ external }) => external)]),
    sales: sales.map(({ id }) => id),
  };
}

type Part = { table: SQL; where: SQL };

function partsOf({
  storeId,
  mode,
  checkout,
  affiliate,
  emails,
  customers,
  visitors,
  orders,
  sales,
}: Found): Record<ShopperKind, Part> {
  const [customer, visitor, order, sale] = [customers, visitors, orders, sales].map(among);
  const texts = (values: readonly string[]) => sql`json_array_elements_text(${JSON.stringify(values)}::json)`;
  const body = sql`lower(encode(body, 'escape'))`;
  const names = sql`exists (select from ${texts([...emails, ...customers, ...visitors])} e
    where position(to_json(e)::text in response::text) > 0)`;
  const of = (table: SQL, tenant: number, where: SQL): Part => ({
    table,
    where: sql`tenant_id = ${tenant} and (${where})`,
  });
  const inDesk = (table: SQL, where: SQL): Part => ({
    table,
    where: sql`store_id = ${storeId} and mode = ${mode} and (${where})`,
  });
  return {
    orders: of(sql`checkout.order`, checkout, sql`id in ${order} or visitor_id in ${visitor}`),
    events: of(
      sql`checkout.storefront_event`,
      checkout,
      sql`data ->> 'visitor_id' in ${visitor} or data ->> 'customer_id' in ${customer} or data ->> 'order_id' in ${order}`,
    ),
    experiments: of(sql`checkout.experiment_visitor`, checkout, sql`visitor_id in ${visitor}`),
    tickets: of(sql`checkout.ticket`, checkout, sql`visitor_id in ${visitor} or order_id in ${order}`),
    webhook_events: of(sql`checkout.event`, checkout, sql`customer_id in ${customer} or order_id in ${order}`),
    shop_orders: of(
      sql`checkout.shop_order`,
      checkout,
      sql`id in ${order} or state ->> 'customerId' in ${customer} or state ->> 'visitorId' in ${visitor}`,
    ),
    // A delivery that is still to be applied stays as it is, so that no order is lost.
    shop_deliveries: of(
      sql`checkout.shop_delivery`,
      checkout,
      sql`due_at is null and (outcome ->> 'order_id' in ${order}
        or exists (select from ${texts(emails)} e where position(to_json(lower(e))::text in ${body}) > 0)
        or exists (select from ${texts(customers)} c where c ~ '^[[:alnum:]_-]+$'
          and ${body} ~ ('"customer(_id)?"\\s*:\\s*(\\{\\s*"id"\\s*:\\s*)?"?' || lower(c) || '[",}\\s]')))`,
    ),
    affiliate_orders: of(sql`affiliate.order`, affiliate, sql`id in ${sale}`),
    clicks: of(
      sql`affiliate.click`,
      affiliate,
      sql`order_id in ${sale} or id in (select click_id from affiliate.order where tenant_id = ${affiliate} and id in ${sale})`,
    ),
    repeated_responses: of(sql`affiliate.idempotency`, affiliate, names),
    repeated_checkout_responses: of(sql`checkout.idempotency`, checkout, names),
    remembered: inDesk(sql`desk.remembered`, sql`kind = 'customer' and id in ${customer}`),
    opened_orders: inDesk(sql`desk.personal`, sql`kind = 'recent_order' and id in ${order}`),
    seen_events: inDesk(sql`desk.seen_event`, sql`order_id in ${order} or data ->> 'customer_id' in ${customer}`),
  };
}

const internal = ["tenant_id", "store_id", "user_id", "sealed", "previous_sealed", "previous_until"];
const hidden = [...internal, "ip_hash", "request_hash"];

const each = async <Value>(parts: Record<ShopperKind, Part>, read: (part: Part) => Promise<Value>) => {
  const values: [string, Value][] = [];
  for (const name of shopperKinds) values.push([name, await read(parts[name])]);
  return Object.fromEntries(values) as Record<ShopperKind, Value>;
};

export async function countShopper(db: Database, place: Place, ids: ShopperIds) {
  return each(partsOf(await find(db, place, ids)), async ({ table, where }) => {
    const [row] = await all<{ n: number }>(db, sql`select count(*)::int as n from ${table} where ${where}`);
    return row?.n ?? 0;
  });
}

/** All rows that concern the shopper, by their kind. */
export async function exportShopper(db: Database, place: Place, ids: ShopperIds) {
  return each(partsOf(await find(db, place, ids)), async ({ table, where }) => {
    const rows = await all(db, sql`select * from ${table} where ${where}`);
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([column]) => !hidden.includes(column))
          .map(([column, value]) => [column, Buffer.isBuffer(value) ? value.toString("utf8") : value]),
      ),
    );
  });
}

export type Erasure = { reference: string; rows: Record<ShopperKind, number> };

/** Rows stay, so that sums and later refunds are right. A made-up id takes the place of the shopper's. */
export async function eraseShopper(tx: Transaction, place: Place, ids: ShopperIds): Promise<Erasure> {
  const found = await find(tx, place, ids);
  const { emails, customers, visitors, checkout } = found;
  const reference = newId("erased");
  const visitorFor = Object.fromEntries(visitors.map((id) => [id, newId("erased")]));
  const others = [...emails, ...customers].map((id): [string, string] => [id, reference]);
  const replaced = new Map([...others, ...Object.entries(visitorFor)].map(([id, other]) => [id.toLowerCase(), other]));
  const parts = partsOf(found);
  const rows = Object.fromEntries(shopperKinds.map((name) => [name, 0])) as Erasure["rows"];
  const change = async (name: keyof typeof parts, set: SQL) => {
    const part = parts[name];
    rows[name] = (await tx.execute(sql`update ${part.table} set ${set} where ${part.where}`)).rowCount ?? 0;
  };
  /** Replaces the ids in documents of JSON, row by row, as few rows concern one shopper. */
  const rewrite = async (name: keyof typeof parts, column: "data" | "body" | "claims" | "state" | "response") => {
    const [part, field] = [parts[name], sql.identifier(column)];
    const found = await all<{ ctid: string; text: string | null }>(
      tx,
      sql`select ctid::text, ${field}::text as text from ${part.table} where ${part.where} for update`,
    );
    const type = column === "body" ? sql`text` : sql`jsonb`;
    for (const { ctid, text } of found) {
      if (text === null) continue;
      const next = JSON.stringify(erasedFrom(JSON.parse(text), replaced));
      await tx.execute(sql`update ${part.table} set ${field} = ${next}::${type} where ctid = ${ctid}::tid`);
    }
    rows[name] = found.length;
  };
  const newVisitor = sql`coalesce(${JSON.stringify(visitorFor)}::jsonb ->> visitor_id, visitor_id)`;
  const newCustomer = (column: SQL, value: string) =>
    sql`${column} = case when ${column} is not null then ${value} end`;

  // What endpoints answered may repeat what they were sent.
  const { table, where } = parts.webhook_events;
  await tx.execute(sql`update checkout.attempt set response_body = null
    where tenant_id = ${checkout} and response_body is not null and delivery_id in (
      select id from checkout.delivery where tenant_id = ${checkout} and event_id in (
        select id from ${table} where ${where}))`);
  await change("shop_deliveries", sql`body = ''::bytea`);
  await rewrite("shop_orders", "state");
  await rewrite("events", "data");
  await rewrite("webhook_events", "body");
  await change("webhook_events", newCustomer(sql`customer_id`, reference));
  await rewrite("repeated_responses", "response");
  await rewrite("repeated_checkout_responses", "response");
  await rewrite("orders", "claims");
  await change("orders", sql`${newCustomer(sql`customer_id`, reference)}, visitor_id = ${newVisitor}`);
  await change("experiments", sql`visitor_id = ${newVisitor}`);
  await change("tickets", sql`visitor_id = ${newVisitor}`);
  await change("clicks", sql`ip_hash = null, referrer = null`);
  await change(
    "affiliate_orders",
    sql`customer_email = null, ip_hash = null, ${newCustomer(sql`customer_key`, `id:${reference}`)}`,
  );
  for (const name of ["remembered", "opened_orders"] as const)
    rows[name] = (await tx.execute(sql`delete from ${parts[name].table} where ${parts[name].where}`)).rowCount ?? 0;
  await change("seen_events", sql`data = null`);
  return { reference, rows };
}
