import type { SaleEvent, StorefrontEvent } from "../../contract/storefront.ts";
import type { TicketLine, ticket } from "../../database/schema/checkout-tickets.ts";
import { toMinor } from "../kernel/money.ts";
import { lifetimeMs, sumOf, withPrices } from "../storefront/tickets.ts";
import type { Stock } from "./history.ts";
import { priceIn, productOf } from "./products.ts";
import { Random } from "./random.ts";
import { hour } from "./time.ts";

type Row = Omit<typeof ticket.$inferInsert, "tenantId">;

/** How the shop deals with every so many of its tickets. */
const rarely = { abandoned: 0.06, rounded: 0.012, repeated: 0.008 };

/** The shop charges by tickets. Some are abandoned, a few are charged at another price or sent for a second order. */
export function makeTickets(seed: number, events: readonly StorefrontEvent[], stock: Stock): Row[] {
  const random = new Random(seed, 17);
  const placed = new Map(
    events.flatMap((event) => (event.type === "order.placed" ? [[event.order_id, Date.parse(event.occurred_at)]] : [])),
  );
  const orders = [...placed.keys()];
  const redeemed = ticketsOf(events, stock, placed);
  return redeemed.flatMap((row) => {
    const charged = row.charged ?? 0;
    if (random.chance(rarely.abandoned)) {
      const [issuedAt, expiresAt] = [row.issuedAt, row.expiresAt].map((at) => new Date(+at - 2 * hour));
      const unused = { redeemedAt: null, orderId: null, forOrder: null, charged: null };
      return [{ ...row, ...unused, id: `${row.id}_0`, issuedAt, expiresAt } as Row, row];
    }
    if (random.chance(rarely.rounded) && charged > 1) {
      const lines = row.lines.map((line, at) => (at === 0 ? { ...line, price: line.price - 1 } : line));
      return [{ ...row, lines, price: charged - 1 }];
    }
    if (!random.chance(rarely.repeated)) return [row];
    const at = new Date(+row.issuedAt + hour).toISOString();
    return [{ ...row, refusals: 1, refused: { reason: "redeemed", order_id: random.pick(orders), at } }];
  });
}

function ticketsOf(events: readonly StorefrontEvent[], stock: Stock, placed: Map<string, number>): Row[] {
  const { offers, bundles, currency } = stock;
  const revisions = new Map([...offers, ...bundles].map(({ row }) => [row.id, row.createdAt]));
  const minor = (amount: number) => toMinor(amount, currency) ?? 0;
  return events.flatMap((event) => {
    const sold = soldBy(event, minor, currency);
    if (!sold) return [];
    const { sale, lines, ...look } = sold;
    const accepted = Date.parse(sale.occurred_at);
    const ordered = placed.get(sale.order_id) ?? accepted;
    const price = sumOf(lines, "price");
    return [
      {
        ...{ id: `tkt_${sale.id.slice(4)}`, upsellId: null, bundleId: null, discount: null, placement: null },
        ...{ triggerProduct: null, visitorId: null, ...look },
        revision: revisions.get(look.upsellId ?? look.bundleId ?? "") ?? new Date(accepted),
        ...{ lines, price, listPrice: sumOf(lines, "list_price"), experiments: [] },
        ...{ issuedAt: new Date(accepted), expiresAt: new Date(accepted + lifetimeMs) },
        forOrder: ordered < accepted ? sale.order_id : null,
        redeemedAt: new Date(Math.max(ordered, accepted) + 2_000),
        ...{ orderId: sale.order_id, charged: price, refusals: 0, refused: null },
      },
    ];
  });
}

type Sold = Pick<Row, "upsellId" | "bundleId" | "discount" | "placement" | "triggerProduct" | "visitorId"> & {
  sale: SaleEvent;
  lines: TicketLine[];
};

/** A subscription is charged by its own contract. */
function soldBy(event: StorefrontEvent, minor: (amount: number) => number, currency: string): Sold | null {
  if (event.type === "offer.accepted" && event.final_price > 0) {
    const { id, title, variant_id, price } = event.product;
    const { type, value } = event.discount;
    const money = { list_price: minor(price), price: minor(event.final_price) };
    return {
      ...{ sale: event, upsellId: event.upsell_id, discount: { type, value } },
      ...{ placement: event.placement, triggerProduct: event.trigger_product, visitorId: event.visitor_id },
      lines: [{ product_id: id, title, variant_id, quantity: 1, ...money }],
    };
  }
  if (event.type !== "bundle.purchased") return null;
  const lines = event.products.map(({ id: product_id, title, quantity }) => {
    const { variant: variant_id, cents } = productOf(product_id);
    return { product_id, title, variant_id, quantity, list_price: quantity * priceIn(currency, cents) };
  });
  return { sale: event, bundleId: event.bundle_id, lines: withPrices(lines, minor(event.bundle_price)) };
}
