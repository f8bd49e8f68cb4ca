import { lookUpOf } from "@/components/products/remembered-products";
import type { prefetchDesk } from "@/lib/server/desk-page";

type Load = Parameters<typeof prefetchDesk>[2];

export async function fetchBundle({ checkout, desk, fetch }: Parameters<Load>[0], id: string) {
  const bundle = await fetch(checkout.bundles.get.options({ params: { id } }));
  const wanted = lookUpOf(bundle?.products?.map(({ product_id }) => product_id) ?? []);
  if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
}
