import type { Desk } from "@/lib/api/desk";
import type { prefetchDesk } from "@/lib/server/desk-page";
import { single } from "../[id]/reads";

type Apis = Pick<Desk, "checkout">;

const active = { status: "active", per_page: 100, sort: "name", order: "asc" } as const;
export const liveOffers = ({ checkout }: Apis, search = "") =>
  checkout.upsells.list.options({ query: { ...active, ...(search && { search }) } });
export const liveBundles = ({ checkout }: Apis, search = "") =>
  checkout.bundles.list.options({ query: { ...active, ...(search && { search }) } });
export const liveSettings = ({ checkout }: Apis) => checkout.settings.get.options();
export const baselineOf = ({ checkout }: Apis) => checkout.experiments.baseline.options();

/** Offers and bundles are described in their own words. */
export const editorTexts = ["experimentEditor", "upsells", "bundles", "products", "form"] as const;

type Tools = Parameters<Parameters<typeof prefetchDesk>[2]>[0];

/** `id` is the experiment that is edited or copied. */
export async function fetchForEditor({ fetch, facts, ...apis }: Tools, id: string | null): Promise<unknown> {
  if (!facts.extensions.checkout) return;
  const reads = [liveOffers(apis), liveBundles(apis), liveSettings(apis), baselineOf(apis)];
  return Promise.all(
    [...reads, ...(id === null ? [] : [single({ ...apis, ...facts }, id)])].map((read) => fetch(read as never)),
  );
}
