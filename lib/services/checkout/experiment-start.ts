import { and, eq, inArray } from "drizzle-orm";
import { pricingTypes } from "../../contract/checkout/bundle-words.ts";
import type { VariantChanges } from "../../contract/checkout/experiment-draft.ts";
import { controlIn } from "../../contract/checkout/experiment-words.ts";
import { discountTypes } from "../../contract/checkout/upsell-words.ts";
import { ApiError, type FieldError, type Sentence, sentenceOf } from "../../contract/errors.ts";
import type { Database } from "../../database/client.ts";
import {
  bundle,
  type experiment,
  type FrozenPlan,
  type StoredVariant,
  upsell,
} from "../../database/schema/checkout.ts";
import { offersChangedBy } from "../../experiment-sample-size.ts";
import { sentence } from "../../sentences.ts";
import { tooExact, unknownWord } from "../kernel/refuse.ts";
import { freeze, readBaseline } from "./experiment-baseline.ts";

type Row = typeof experiment.$inferSelect;

/** A state that forbids what was asked for, at the fields that say why. */
export function conflicts(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (first) throw new ApiError(409, "conflict", sentenceOf(first), [...errors]);
}

export function conflict(field: string, said: Sentence): never {
  const detail = { field, ...said };
  throw new ApiError(409, "conflict", sentenceOf(detail), [detail]);
}

const pathOf = (...parts: (string | number)[]) => parts.join(".");

/** What the contract cannot know: the words of this service, and the time. */
export function draftErrors({
  variants,
  plan,
}: {
  variants?: readonly StoredVariant[] | undefined;
  plan?: Row["plan"] | undefined;
}) {
  return [
    ...(variants ?? []).flatMap(({ changes }, n) => unknownChanges(pathOf("variants", n, "changes"), changes)),
    ...isPast("plan.starts_at", plan?.starts_at),
    ...isPast("plan.ends_at", plan?.ends_at),
  ];
}

export function isPast(field: string, at: string | undefined): FieldError[] {
  return at !== undefined && Date.parse(at) <= Date.now() ? [{ field, ...sentence("inFuture") }] : [];
}

function unknownChanges(path: string, changes: VariantChanges | undefined): FieldError[] {
  const { offers = [], bundles = [] } = changes ?? {};
  return [
    ...offers.flatMap(({ discount }, n) => [
      ...unknownWord(pathOf(path, "offers", n, "discount.type"), discount?.type, discountTypes),
      ...tooExact(pathOf(path, "offers", n, "discount.value"), discount?.value),
    ]),
    ...bundles.flatMap(({ pricing }, n) => [
      ...unknownWord(pathOf(path, "bundles", n, "pricing.type"), pricing.type, pricingTypes),
      ...tooExact(pathOf(path, "bundles", n, "pricing.value"), pricing.value),
    ]),
  ];
}

/** Returns what a started experiment keeps. `group` has the other running experiments of the store. */
export async function start(
  db: Database | Parameters<Parameters<Database["transaction"]>[0]>[0],
  row: Row,
  others: readonly Row[],
): Promise<FrozenPlan | null> {
  const { plan, variants, tenantId } = row;
  if (!plan) {
    if (variants.some(({ changes }) => changes)) {
      conflict("plan", sentence("planNeeded"));
    }
    return null;
  }
  conflicts([
    ...variantErrors(variants),
    ...(await unusableRecords(db, tenantId, variants)),
    ...isPast("plan.ends_at", plan.ends_at),
  ]);
  const slots = slotsFor(plan, others);
  return { ...freeze(plan, variants, await readBaseline(db, tenantId, offersChangedBy(variants))), slots };
}

const isEmpty = ({ changes }: StoredVariant) =>
  !changes || (changes.offers.length === 0 && changes.bundles.length === 0 && !changes.settings);

function variantErrors(variants: readonly StoredVariant[]): FieldError[] {
  const control = controlIn(variants);
  return variants.flatMap((variant, n) => {
    const field = pathOf("variants", n, "changes");
    if (variant !== control) return isEmpty(variant) ? [{ field, ...sentence("chooseChange") }] : [];
    return isEmpty(variant) ? [] : [{ field, ...sentence("controlIsLive") }];
  });
}

async function unusableRecords(
  db: Pick<Database, "select">,
  tenantId: number,
  variants: readonly StoredVariant[],
): Promise<FieldError[]> {
  const named = variants.flatMap(({ changes: { offers, bundles } = { offers: [], bundles: [] } }, n) => [
    ...offers.map(({ upsell_id: id }, at) => ({ what: "offer" as const, id, path: ["offers", at, "upsell_id"], n })),
    ...bundles.map(({ bundle_id: id }, at) => ({ what: "bundle" as const, id, path: ["bundles", at, "bundle_id"], n })),
  ]);
  const read = (table: typeof upsell | typeof bundle, what: string) => {
    const ids = named.filter((one) => one.what === what).map(({ id }) => id);
    return db
      .select({ id: table.id, name: table.name, status: table.status })
      .from(table as typeof upsell)
      .where(and(eq(table.tenantId, tenantId), inArray(table.id, ids)));
  };
  const rows = { offer: await read(upsell, "offer"), bundle: await read(bundle, "bundle") };
  return named.flatMap(({ what, id, path, n }) => {
    const row = rows[what as keyof typeof rows].find((one) => one.id === id);
    if (row?.status === "active") return [];
    const field = pathOf("variants", n, "changes", ...path);
    if (row) return [{ field, ...sentence(`${what}NotActive`, { name: row.name }) }];
    return [{ field, ...sentence(`${what}Missing`, { id }) }];
  });
}

const everybody = 10_000;

/** The first free ones of the group, so that its experiments have no visitor in common. */
function slotsFor({ group, traffic }: NonNullable<Row["plan"]>, others: readonly Row[]): FrozenPlan["slots"] {
  const taken = others
    .filter((other) => group !== undefined && other.plan?.group === group)
    .flatMap(({ frozen }) => frozen?.slots ?? [])
    .sort(([a], [b]) => a - b);
  const free: FrozenPlan["slots"] = [];
  let from = 0;
  for (const [begin, end] of [...taken, [everybody, everybody] as const]) {
    if (from < begin) free.push([from, begin]);
    from = Math.max(from, end);
  }
  let wanted = Math.round(traffic * everybody);
  const left = free.reduce((sum, [begin, end]) => sum + end - begin, 0);
  if (left < wanted) {
    const percent = left / (everybody / 100);
    conflict("plan.traffic", sentence("groupShare", { percent }));
  }
  return free.flatMap(([begin, end]): FrozenPlan["slots"] => {
    const size = Math.min(wanted, end - begin);
    wanted -= size;
    return size > 0 ? [[begin, begin + size]] : [];
  });
}
