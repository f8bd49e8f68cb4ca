import type { Desk } from "@/lib/api/desk";
import type { breakdowns } from "@/lib/contract/checkout/experiment-words";

type Apis = Pick<Desk, "checkout" | "desk" | "extensions">;

/** The embedded service gets a single experiment; another API has only the list. */
export const single = ({ checkout }: Apis, id: string) => checkout.experiments.get.options({ params: { id } });
export const listed = ({ checkout }: Apis) => checkout.experiments.list.options({ query: { per_page: 100 } });
export const resultsOf = ({ checkout }: Apis, id: string) => checkout.experiments.results.options({ params: { id } });
export const breakdownOf = ({ checkout }: Apis, id: string, by: (typeof breakdowns)[number]) =>
  checkout.experiments.breakdown.options({ params: { id }, query: { by } });
export const plans = ({ desk }: Apis) => desk.experiment_plans.list.options();
export const notesTo = ({ desk }: Apis, id: string) => desk.experiment_notes.list.options({ params: { id } });
export const readingsOf = ({ desk }: Apis, id: string) => desk.history.experiment.options({ params: { id } });
export const openedParts = ({ desk }: Apis) => desk.personal.list.options({ params: { kind: "opened" } });
