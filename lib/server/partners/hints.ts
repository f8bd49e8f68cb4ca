import "server-only";
import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { AttributedOrder } from "../../contract/affiliate/orders.ts";
import type { Page } from "../../contract/common.ts";
import { disposableDomains, type Hint } from "../../contract/desk/partner-words.ts";
import { partnerApplication } from "../../database/schema/desk-partners.ts";
import { db, inStoreMode } from "../db.ts";
import type { Caller } from "../wire/call.ts";
import { perform } from "../wire/perform-call.ts";
import type { Application } from "./applicant.ts";

const mostNamed = 5;

export async function findHints(caller: Caller, row: Application): Promise<Hint[]> {
  const domain = row.email.split("@").at(-1) ?? "";
  const [neighbours, ordered] = await Promise.all([findNeighbours(row), hasOrdered(caller, row.email)]);
  return [
    ...(disposableDomains.includes(domain) ? [{ code: "disposable_email", detail: domain } as const] : []),
    ...(neighbours.length > 0 ? [{ code: "same_network", affiliates: neighbours } as const] : []),
    ...(ordered ? [{ code: "own_customer" } as const] : []),
  ];
}

async function findNeighbours(row: Application): Promise<string[]> {
  if (row.network === null) return [];
  const { network, id, email, affiliateId } = partnerApplication;
  const others = and(
    inStoreMode(partnerApplication, row),
    eq(network, row.network),
    ne(id, row.id),
    ne(email, row.email),
  );
  const rows = await db()
    .selectDistinct({ affiliateId })
    .from(partnerApplication)
    .where(and(others, isNotNull(affiliateId)))
    .limit(mostNamed);
  return rows.flatMap(({ affiliateId }) => affiliateId ?? []);
}

/** Looks through the latest orders only, which every affiliate API can list. */
async function hasOrdered(caller: Caller, email: string): Promise<boolean> {
  const list = (query: object) =>
    perform({ ...caller, api: "affiliate", resource: "orders", operation: "list", query: { per_page: 100, ...query } })
      .then(({ body }) => (body as Page<AttributedOrder>).data)
      .catch((): AttributedOrder[] => []);
  const lists = await Promise.all([list({}), list({ attributed: "false" })]);
  return lists.flat().some((order) => order.customer_email?.toLowerCase() === email);
}
