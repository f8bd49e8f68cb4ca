import type { Desk } from "@/lib/api/desk";

type Apis = Pick<Desk, "checkout" | "desk" | "extensions">;

// What the page of an experiment asks, the same on the server and in the browser.

/** Our own service reads one; of another API there is the list. */
export const single = ({ checkout }: Apis, id: string) => checkout.experiments.get.options({ params: { id } });
export const listed = ({ checkout }: Apis) => checkout.experiments.list.options({ query: { per_page: 100 } });
export const resultsOf = ({ checkout }: Apis, id: string) => checkout.experiments.results.options({ params: { id } });
export const plans = ({ desk }: Apis) => desk.experiment_plans.list.options();
export const notesTo = ({ desk }: Apis, id: string) => desk.experiment_notes.list.options({ params: { id } });
export const readingsOf = ({ desk }: Apis, id: string) => desk.history.experiment.options({ params: { id } });
/** Parts of pages that this person keeps open. */
export const openedParts = ({ desk }: Apis) => desk.personal.list.options({ params: { kind: "opened" } });
