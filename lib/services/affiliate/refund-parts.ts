import { goodsOf } from "../../contract/affiliate-storefront.ts";
import type { RefundParts } from "../../database/schema/affiliate-sales.ts";

type Line = { product_id: string; quantity?: number | undefined; amount: number };
type Told = {
  goods?: number | undefined;
  tax?: number | undefined;
  shipping?: number | undefined;
  line_items?: Line[] | undefined;
};

/** Null if the shop told no parts. */
export function partsOf({ goods, tax, shipping, line_items }: Told): RefundParts | null {
  if ([goods, tax, shipping, line_items].every((part) => part === undefined)) return null;
  return {
    goods: goodsOf({ goods, line_items }),
    tax: tax ?? 0,
    shipping: shipping ?? 0,
    lines: byProduct(line_items),
  };
}

export function sumParts(all: readonly RefundParts[]): RefundParts | null {
  if (all.length === 0) return null;
  const sum = (name: "goods" | "tax" | "shipping") => all.reduce((total, parts) => total + parts[name], 0);
  const lines = all.flatMap((parts) =>
    Object.entries(parts.lines).map(([product_id, line]) => ({ product_id, ...line })),
  );
  return { goods: sum("goods"), tax: sum("tax"), shipping: sum("shipping"), lines: byProduct(lines) };
}

function byProduct(lines: readonly Line[] = []): RefundParts["lines"] {
  const sums = new Map<string, { amount: number; quantity: number }>();
  for (const { product_id, amount, quantity = 0 } of lines) {
    const known = sums.get(product_id) ?? { amount: 0, quantity: 0 };
    sums.set(product_id, { amount: known.amount + amount, quantity: known.quantity + quantity });
  }
  return Object.fromEntries(sums);
}
