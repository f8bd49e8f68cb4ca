import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { productStatuses } from "../../contract/checkout/product-words.ts";
import type { DryRun } from "../../contract/desk/jobs.ts";
import { type Remembered, rememberedDraft } from "../../contract/desk/remembered.ts";
import { remembered as table } from "../../database/schema/desk-work.ts";
import { db, inDesk, storeModeOf } from "../db.ts";
import type { DeskContext } from "../wire/call.ts";
import { findKnownProducts } from "../wire/upstream.ts";
import { findRepeated, readLines, summaryOf } from "../work/jobs/import.ts";
import type { Column } from "../work/jobs/sheets.ts";
import { ownProductDraft, saveOwnProducts, servesProducts } from "./own-products.ts";

type Kind = Remembered["kind"];
type Draft = {
  id: string;
  status?: (typeof productStatuses)[number];
  tax_included?: boolean;
  categories?: string[];
} & Partial<Record<"name" | "price" | "compare_at_price" | "currency" | "image_url" | "url", string>>;

const column = (name: string, path = name): Column => ({ name, path, form: "text" });

/** Shops use these column names in their own files. */
const sheet: readonly Column[] = [
  column("id"),
  column("product_id", "id"),
  column("name"),
  column("title", "name"),
  column("price"),
  column("currency"),
];
const ownSheet: readonly Column[] = [
  ...[...sheet, column("image_url"), column("url"), column("status"), column("compare_at_price")],
  { name: "tax_included", path: "tax_included", form: "flag" },
  { name: "categories", path: "categories", form: "list" },
];

const batch = 1_000;

async function read(kind: Kind, csv: string, context: DeskContext) {
  const lines = servesProducts(kind, context)
    ? await readLines(ownSheet, ownProductDraft(context), csv)
    : await readLines(sheet, rememberedDraft, csv);
  return { ...lines, ...findRepeated(lines.lines, ({ id }) => (typeof id === "string" ? id : null)) };
}

export async function dryRunCsv(kind: Kind, csv: string, context: DeskContext): Promise<DryRun> {
  const { first, repeated, ...lines } = await read(kind, csv, context);
  const existing: DryRun["existing"] = [];
  for (const ids of batches([...first.keys()])) {
    const rows = servesProducts(kind, context)
      ? await findKnownProducts(db(), storeModeOf(context), ids)
      : await db()
          .select({ id: table.id })
          .from(table)
          .where(and(inDesk(table, context), eq(table.kind, kind), inArray(table.id, ids)));
    existing.push(...rows.map(({ id }) => ({ line: first.get(id) ?? 0, id })));
  }
  return { ...summaryOf(lines), repeated, existing, compared: existing.length };
}

/** Empty cells change nothing. If two lines name the same product, the later one counts. */
export async function importCsv(kind: Kind, csv: string, context: DeskContext) {
  const drafts = new Map<string, Draft>();
  for (const { body, problems } of (await read(kind, csv, context)).lines) {
    if (problems.length > 0) continue;
    const draft = rememberedDraft.parse(body) as Draft;
    drafts.set(draft.id, { ...drafts.get(draft.id), ...draft });
  }
  if (servesProducts(kind, context)) {
    await saveOwnProducts([...drafts.values()], context);
    return { written: drafts.size };
  }
  await db().transaction(async (tx) => {
    for (const some of batches([...drafts.values()])) {
      await tx
        .insert(table)
        .values(
          some.map(({ id, name, price, currency }) => ({ id, name, price, currency, ...storeModeOf(context), kind })),
        )
        .onConflictDoUpdate({
          target: [table.storeId, table.mode, table.kind, table.id],
          set: {
            name: sql`coalesce(excluded.name, ${table.name})`,
            price: sql`coalesce(excluded.price, ${table.price})`,
            currency: sql`coalesce(excluded.currency, ${table.currency})`,
          },
        });
    }
  });
  return { written: drafts.size };
}

function* batches<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += batch) yield all.slice(at, at + batch);
}
