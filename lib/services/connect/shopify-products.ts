import { idOf, productOf, type ReadingContext, records, type ShopReading, timeOf } from "./platform-order.ts";

type Json = Record<string, unknown>;

/** A product costs what its first variant costs. */
export function readProduct(topic: string, product: Json, { receivedAt }: ReadingContext): ShopReading {
  // What tells of a deletion has no time.
  if (topic === "products/delete") return { deletedProduct: idOf(product.id, "id"), asOf: receivedAt };
  if (topic !== "products/create" && topic !== "products/update") return { ignored: "other_topic" };
  const { id, title, handle, status, product_type, image, updated_at } = product;
  const [variants, images] = [records(product.variants), records(product.images)];
  const picture = (image as Json | null | undefined) ?? images[0];
  return productOf({
    id,
    title,
    handle,
    price: variants[0]?.price,
    compareAt: variants[0]?.compare_at_price,
    taxIncluded: product.taxes_included,
    image: picture?.src,
    status: status === "draft" || status === "archived" ? status : "active",
    categories: [product_type],
    variants: variants.map((variant) => ({
      id: variant.id,
      title: variant.title,
      price: variant.price,
      compareAt: variant.compare_at_price,
      stock: stockOf(variant),
      image: images.find((one) => one.id === variant.image_id)?.src,
    })),
    asOf: updated_at ? timeOf(updated_at, "updated_at") : null,
  });
}

/**
 * Shopify has 0 for what nobody counts, and for what is sold without stock. Where a payload does not say who counts, only
 * another number is one.
 */
function stockOf({ inventory_management, inventory_quantity, inventory_policy }: Json): unknown {
  if (inventory_management === null || inventory_policy === "continue") return null;
  return inventory_management === undefined && inventory_quantity === 0 ? null : inventory_quantity;
}
