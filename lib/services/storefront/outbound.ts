import type { StorefrontEvent } from "../../contract/storefront.ts";
import type { NewEvent } from "../delivery/emit.ts";
import { toMajor } from "../kernel/money.ts";
import type { Catalogue } from "./catalogue.ts";
import type { ShopOrderRow } from "./order.ts";

export function outboundFor(
  event: StorefrontEvent,
  { upsells, bundles }: Catalogue,
  currency: string,
  order: { row: ShopOrderRow; cancelledNow: boolean } | undefined,
): NewEvent | null {
  const refs = {
    ...("order_id" in event && event.order_id !== undefined && { orderId: event.order_id }),
    ...("customer_id" in event && event.customer_id !== undefined && { customerId: event.customer_id }),
  };
  switch (event.type) {
    case "offer.accepted": {
      const { upsell_id, order_id, platform_order_id, customer_id, product, discount, final_price } = event;
      const upsell_name = upsells.get(upsell_id)?.name ?? upsell_id;
      return {
        ...refs,
        type: "upsell.accepted",
        data: { upsell_id, upsell_name, order_id, platform_order_id, customer_id, product, discount, final_price },
      };
    }
    case "offer.declined": {
      const upsell = upsells.get(event.upsell_id);
      if (!upsell) return null;
      const { upsell_id, order_id, platform_order_id, customer_id, product } = event;
      return {
        ...refs,
        type: "upsell.declined",
        data: {
          upsell_id,
          upsell_name: upsell.name,
          ...(order_id !== undefined && { order_id }),
          ...(platform_order_id !== undefined && { platform_order_id }),
          ...(customer_id !== undefined && { customer_id }),
          product: product ?? { id: upsell.productId },
          discount: { type: upsell.discountType, value: upsell.discountValue },
          placement: upsell.placement,
        },
      };
    }
    case "bundle.purchased": {
      const bundle = bundles.get(event.bundle_id);
      if (!bundle) return null;
      const { bundle_id, order_id, products, original_price, bundle_price } = event;
      const savings = Number((original_price - bundle_price).toFixed(4));
      return {
        ...refs,
        type: "bundle.purchased",
        data: {
          bundle_id,
          bundle_name: bundle.name,
          bundle_type: bundle.type,
          order_id,
          products,
          original_price,
          bundle_price,
          savings,
        },
      };
    }
    case "subscription.created": {
      const upsell = upsells.get(event.upsell_id);
      if (!upsell) return null;
      const { subscription_id, upsell_id, order_id, platform_order_id, customer_id, product, interval, price } = event;
      return {
        ...refs,
        type: "subscription.created",
        data: {
          subscription_id,
          upsell_id,
          upsell_name: upsell.name,
          order_id,
          platform_order_id,
          customer_id,
          product: product ?? { id: upsell.productId },
          interval,
          price,
        },
      };
    }
    case "order.edited": {
      const { order_id, platform_order_id, edit_type, changes, amount_changed, new_total } = event;
      return {
        ...refs,
        type: "order.edited",
        data: { order_id, platform_order_id, edit_type, changes, amount_changed, new_total },
      };
    }
    case "order.cancelled": {
      // A platform may report a cancellation twice; it counts once.
      if (!order?.cancelledNow) return null;
      const { row } = order;
      const service = row.upsellRevenue + row.bundleRevenue + row.subscriptionRevenue;
      const customer = event.customer_id ?? row.customerId ?? undefined;
      return {
        ...refs,
        ...(customer !== undefined && { customerId: customer }),
        type: "order.cancelled",
        data: {
          order_id: event.order_id,
          platform_order_id: event.platform_order_id,
          ...(customer !== undefined && { customer_id: customer }),
          ...(event.reason !== undefined && { reason: event.reason }),
          total: toMajor(row.total + row.edited, currency),
          refunded_amount: toMajor(row.refunded, currency),
          service_revenue: toMajor(service, currency),
        },
      };
    }
    default:
      return null;
  }
}
