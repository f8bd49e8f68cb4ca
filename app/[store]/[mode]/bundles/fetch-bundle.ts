import { lookUpOf } from "@/components/products/remembered-products";
import type { prefetchDesk } from "@/lib/server/desk-page";
import { bundleOptions } from "./read-bundle";

type Apis = Parameters<Parameters<typeof prefetchDesk>[2]>[0];

/** The products are fetched too, so that the first paint shows the price. */
export async function fetchBundle({ checkout, desk, facts, fetch }: Apis, id: string): Promise<void> {
  const bundle = await fetch(bundleOptions({ checkout, extensions: facts.extensions }, id));
  const wanted = lookUpOf(bundle?.products?.map(({ product_id }) => product_id) ?? []);
  if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
}
