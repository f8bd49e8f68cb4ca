import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { VariantChanges } from "@/lib/contract/checkout/experiment-draft";
import type { Settings } from "@/lib/contract/checkout/settings";
import type { Upsell } from "@/lib/contract/checkout/upsells";

export type LiveProduct = { id: string; title: string; image_url: string | null; [other: string]: unknown };

export type Live = {
  upsells: readonly Upsell[];
  bundles: readonly Bundle[];
  products: readonly LiveProduct[];
  settings: Settings | undefined;
};

const shippedFields = [
  "status",
  "product_id",
  "discount",
  "placement",
  "first",
  "title",
  "image_url",
  "pricing",
  "max_offers_per_checkout",
  "cooldown_hours",
] as const;
export type ShippedField = (typeof shippedFields)[number];
export type Difference = { field: ShippedField; before: unknown; after: unknown };

/** One ordinary write. `missing` is true if what it changes no longer exists. */
export type Write = {
  kind: "upsell" | "product" | "bundle" | "settings";
  id: string;
  name: string;
  missing: boolean;
  /** What the variant asks for, and in which of it that differs from what is live. */
  asked: [field: ShippedField, value: unknown][];
  differences: Difference[];
};

type Wanted = Partial<Record<ShippedField, unknown>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function compared(now: Wanted, wanted: Wanted): Pick<Write, "asked" | "differences"> {
  const asked = shippedFields.flatMap((field): Write["asked"] =>
    wanted[field] === undefined ? [] : [[field, wanted[field]]],
  );
  const changed = asked.filter(([field, value]) => !same(now[field], value));
  return { asked, differences: changed.map(([field, after]) => ({ field, before: now[field], after })) };
}

const priced = (value: { type?: string | undefined; value?: number | undefined } | undefined) =>
  value && { type: value.type, value: value.value };

/** Only what differs from what is live is written, so that a repeated attempt makes the missing writes. */
export function writesOf(changes: VariantChanges, live: Live): Write[] {
  const writes: Write[] = [];
  for (const { upsell_id: id, off, title, image_url, ...wanted } of changes.offers) {
    const now = live.upsells.find((one) => one.id === id);
    const name = now?.name ?? id;
    const asked = { ...wanted, ...(off && { status: "inactive" }), discount: priced(wanted.discount) };
    writes.push({
      kind: "upsell",
      id,
      name,
      missing: !now,
      ...compared({ ...now, discount: priced(now?.discount) }, asked),
    });
    if (title === undefined && image_url === undefined) continue;
    const product = wanted.product_id ?? now?.product_id ?? "";
    const known = live.products.find((one) => one.id === product);
    writes.push({
      kind: "product",
      id: product,
      name: known?.title ?? product,
      missing: !known,
      ...compared(known ?? {}, { title, image_url }),
    });
  }
  for (const { bundle_id: id, pricing } of changes.bundles) {
    const now = live.bundles.find((one) => one.id === id);
    const prices = compared({ pricing: priced(now?.pricing) }, { pricing: priced(pricing) });
    writes.push({ kind: "bundle", id, name: now?.name ?? id, missing: !now, ...prices });
  }
  if (changes.settings) {
    writes.push({
      kind: "settings",
      id: "",
      name: "",
      missing: false,
      ...compared({ ...live.settings?.upsells, ...live.settings?.offers }, changes.settings),
    });
  }
  return writes;
}

export function bodyOf({ kind, differences }: Write): Record<string, unknown> {
  const body = Object.fromEntries(differences.map(({ field, after }) => [field, after]));
  if (kind !== "settings") return body;
  const { cooldown_hours, ...upsells } = body;
  return { upsells, ...(cooldown_hours !== undefined && { offers: { cooldown_hours } }) };
}

export const isToDo = ({ missing, differences }: Write): boolean => !missing && differences.length > 0;
