import type { VariantChanges } from "@/lib/contract/checkout/experiment-draft";
import type { ProductDraft } from "@/lib/contract/checkout/products";
import { topPriority } from "@/lib/contract/checkout/upsell-words";
import type { Live } from "../../live";

const shippedFields = [
  "status",
  "product_id",
  "discount",
  "placement",
  "priority",
  "title",
  "image_url",
  "pricing",
  "max_offers_per_checkout",
  "cooldown_hours",
] as const;
export type ShippedField = (typeof shippedFields)[number];
export type LiveProduct = Pick<ProductDraft, "id" | "title"> & { [other: string]: unknown };

export type ShipWrite = ReturnType<typeof write>;
export type Difference = ShipWrite["differences"][number];
type Values = Partial<Record<ShippedField, unknown>>;
type Priced = { type?: string | undefined; value?: number | undefined } | undefined;

const priced = (price: Priced) => price && { type: price.type, value: price.value };
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only what differs from what is live is written, so that a repeated attempt makes the missing writes. */
export function writesOf(
  { offers, bundles, settings }: VariantChanges,
  live: Pick<Live, "offers" | "bundles" | "limits">,
  products: readonly LiveProduct[],
): ShipWrite[] {
  return [
    ...offers.flatMap(({ upsell_id: id, off, title, image_url, first, ...wanted }) => {
      const now = live.offers.get(id);
      const product = wanted.product_id ?? now?.product_id ?? "";
      const known = products.find((one) => one.id === product);
      const status = off ? "inactive" : undefined;
      const priority = first ? topPriority : undefined;
      return [
        write("upsell", id, now && { ...now, discount: priced(now.discount) }, { ...wanted, status, priority }),
        ...(title === undefined && image_url === undefined
          ? []
          : [write("product", product, known && { ...known, name: known.title }, { title, image_url })]),
      ];
    }),
    ...bundles.map(({ bundle_id: id, pricing }) => {
      const now = live.bundles.get(id);
      return write("bundle", id, now && { ...now, pricing: priced(now.pricing) }, { pricing });
    }),
    ...(settings ? [write("settings", "", { name: "", ...live.limits }, settings)] : []),
  ];
}

/** One ordinary write. `missing` is true if what it changes no longer exists. */
function write(
  kind: "upsell" | "product" | "bundle" | "settings",
  id: string,
  now: (Values & { name?: string }) | undefined,
  wanted: Values,
) {
  const fields = shippedFields.filter((field) => wanted[field] !== undefined && !same(now?.[field], wanted[field]));
  const differences = fields.map((field) => ({ field, before: now?.[field], after: wanted[field] }));
  return { kind, id, name: now?.name ?? id, missing: !now, differences };
}

export function bodyOf({ kind, differences }: ShipWrite): Record<string, unknown> {
  const body = Object.fromEntries(differences.map(({ field, after }) => [field, after]));
  if (kind !== "settings") return body;
  const { cooldown_hours, ...upsells } = body;
  return { upsells, ...(cooldown_hours !== undefined && { offers: { cooldown_hours } }) };
}

export const isToDo = ({ missing, differences }: ShipWrite): boolean => !missing && differences.length > 0;
