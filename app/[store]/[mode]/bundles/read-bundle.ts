import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { lookUpOf } from "@/components/products/remembered-products";
import type { Client } from "@/lib/api/client";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import type { checkout as contract } from "@/lib/contract/checkout/index";
import { ApiError } from "@/lib/contract/errors";
import type { prefetchDesk } from "@/lib/server/desk-page";

type Apis = { checkout: Pick<Client<typeof contract>, "bundles">; extensions: { checkout: boolean } };

const pageSize = 100;
const maxPages = 20;

/** The specification lists bundles but cannot get a single one, so without the extension the list is searched. */
export function bundleOptions({ checkout: { bundles }, extensions }: Apis, id: string) {
  const own = bundles.get.options({ params: { id } });
  if (extensions.checkout) return own;
  return queryOptions<Bundle, ApiError, Bundle, readonly unknown[]>({
    queryKey: own.queryKey,
    queryFn: ({ client }) => findInList(client, bundles, id),
  });
}

async function findInList(client: QueryClient, bundles: Apis["checkout"]["bundles"], id: string): Promise<Bundle> {
  const seen = new Set<string>();
  for (let page = 1; page <= maxPages; page++) {
    const options = bundles.list.options({ query: { page, per_page: pageSize } });
    // Only the whole search is retried. Its pages are dropped at once: the screen needs one record, not a hundred.
    const { data, pagination } = await client.fetchQuery({ ...options, retry: false, gcTime: 0 });
    const found = data.find((bundle) => bundle.id === id);
    if (found) return found;
    const before = seen.size;
    for (const bundle of data) seen.add(bundle.id);
    const { per_page, total } = pagination;
    // Without a total, the list ends with a page that has no new bundles, because any page may be short.
    if (seen.size === before || (total !== null && page * per_page >= total)) {
      throw new ApiError(404, "not_found", `Bundle ${id} is not among the ${seen.size} that this API lists.`);
    }
  }
  throw new ApiError(404, "not_found", `Bundle ${id} is not among the first ${seen.size} that this API lists.`);
}

type Load = Parameters<typeof prefetchDesk>[2];

export async function fetchBundle({ checkout, desk, facts, fetch }: Parameters<Load>[0], id: string) {
  const bundle = await fetch(bundleOptions({ checkout, extensions: facts.extensions }, id));
  const wanted = lookUpOf(bundle?.products?.map(({ product_id }) => product_id) ?? []);
  if (wanted.body.ids.length > 0) await fetch(desk.remembered.look_up.options(wanted));
}
