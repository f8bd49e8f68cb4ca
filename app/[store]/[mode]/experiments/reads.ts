import type { Desk } from "@/lib/api/desk";
import type { breakdowns } from "@/lib/contract/checkout/experiment-words";
import { offersChangedBy } from "@/lib/experiment-sample-size";
import type { prefetchDesk } from "@/lib/server/desk-page";

type Checkout = Pick<Desk, "checkout">;
type Apis = Pick<Desk, "checkout" | "desk">;

export const single = ({ checkout }: Checkout, id: string) => checkout.experiments.get.options({ params: { id } });
export const listed = ({ checkout }: Apis) => checkout.experiments.list.options({ query: { per_page: 100 } });
export const resultsOf = ({ checkout }: Apis, id: string) => checkout.experiments.results.options({ params: { id } });
export const breakdownOf = ({ checkout }: Apis, id: string, by: (typeof breakdowns)[number]) =>
  checkout.experiments.breakdown.options({ params: { id }, query: { by } });
export const plans = ({ desk }: Apis) => desk.experiment_plans.list.options();
export const notesTo = ({ desk }: Apis, id: string) => desk.experiment_notes.list.options({ params: { id } });
export const readingsOf = ({ desk }: Apis, id: string) => desk.history.experiment.options({ params: { id } });
export const openedParts = ({ desk }: Apis) => desk.personal.list.options({ params: { kind: "opened" } });

const active = { status: "active", per_page: 100, sort: "name", order: "asc" } as const;
export const liveOffers = ({ checkout }: Checkout, search = "") =>
  checkout.upsells.list.options({ query: { ...active, ...(search && { search }) } });
export const liveBundles = ({ checkout }: Checkout, search = "") =>
  checkout.bundles.list.options({ query: { ...active, ...(search && { search }) } });
export const liveSettings = ({ checkout }: Checkout) => checkout.settings.get.options();
export const baselineOf = ({ checkout }: Checkout, variants: Parameters<typeof offersChangedBy>[0]) => {
  const offers = offersChangedBy(variants).join(",");
  return checkout.experiments.baseline.options({ query: offers ? { offers } : {} });
};

/** Offers and bundles are described in their own words. */
export const editorTexts = [
  "experimentEditor",
  "experimentPlan",
  "audience",
  "upsellWords",
  "bundleWords",
  "products",
  "form",
] as const;

type Tools = Parameters<Parameters<typeof prefetchDesk>[2]>[0];

/** `id` is the experiment that is edited or copied. */
export async function fetchForEditor({ fetch, has, ...apis }: Tools, id: string | null): Promise<unknown> {
  if (!has("checkout", "experiments", "create")) return;
  const reads = [liveOffers(apis), liveBundles(apis), liveSettings(apis)];
  const planned = async () => {
    const record = id === null ? undefined : await fetch(single(apis, id));
    return fetch(baselineOf(apis, record?.variants ?? []));
  };
  return Promise.all([...reads.map((read) => fetch(read as never)), planned()]);
}
