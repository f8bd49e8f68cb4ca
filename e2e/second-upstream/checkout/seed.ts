import type { Store } from "../store.ts";

const products = ["kettle", "mug", "grinder", "scale", "filter"];
const placements = ["post_purchase", "cart", "mini_cart"];
const statuses = ["active", "active", "paused", "draft", "archived"];

export const moment = (hours: number) => new Date(Date.UTC(2026, 8, 1, 8) + hours * 3_600_000).toISOString();

const offerNames = Array.from({ length: 30 }, (_, index) => {
  const product = products[index % products.length] as string;
  return `${product[0]?.toUpperCase()}${product.slice(1)} deal ${index + 1}`;
});

export function seedCheckout(store: Store): void {
  for (const [index, name] of offerNames.entries()) {
    store.put("upsells", {
      id: `off-${index + 1}`,
      name,
      status: statuses[index % statuses.length],
      product_id: `sku:${products[index % products.length]}`,
      trigger_products: index % 4 === 0 ? [] : ["sku:beans", "sku:cup"].slice(0, index % 3),
      discount_type: index % 3 === 0 ? "fixed_amount" : "percentage",
      discount_value: 5 + (index % 20),
      placement: placements[index % placements.length],
      created_at: moment(index),
      margin_class: "B",
    });
  }
  for (const [index, type] of ["fixed", "mix_match", "build_a_box"].entries()) {
    store.put("bundles", {
      id: 70 + index,
      name: `Bundle ${index + 1}`,
      type,
      status: ["active", "archived", "draft"][index],
      products: index === 1 ? ["sku:beans", "sku:cup"] : [{ id: "sku:beans", quantity: 2, title: "Beans" }],
      pricing_type: "percentage_off",
      pricing_value: 10 + index,
    });
  }
  store.put("bundles", {
    id: 73,
    name: "Bundle 4",
    type: "subscription",
    status: "seasonal",
    products: [{ product_id: "sku:beans", quantity: "3" }],
    pricing: { type: "tiered", value: "5" },
    channel: { name: "web" },
  });
  const states = ["running", "completed", "completed", "draft", "running", "running", "completed", "running", "live"];
  for (const [index, status] of states.entries()) {
    store.put("experiments", { id: 300 + index, name: `Test ${index + 1}`, status, owner: { team: "growth" } });
  }
  store.put("orders", {
    id: "ord-1",
    order_id: "ord-1",
    platform_order_id: "gid://shop/Order/1",
    service_data: {
      upsells_accepted: ["off-1"],
      bundles_purchased: [{ id: 70, name: "Bundle 1" }],
      service_revenue: 24.5,
      experiment_variant: "variant_a",
      edited: false,
    },
    channel: "web",
  });
  store.put("orders", {
    id: "ord-2",
    order_id: "ord-2",
    platform_order_id: "2",
    service_data: { upsells_accepted: [] },
  });
}
