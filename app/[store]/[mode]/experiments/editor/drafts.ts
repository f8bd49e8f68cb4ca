import { useRouter } from "next/navigation";
import { useListHref } from "@/components/lists/list-address";
import { useChanges } from "@/components/lists/use-changes";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";

/** The deletion can be undone from the list. */
export function useDeleteDraft() {
  const router = useRouter();
  const { delayChanges } = useChanges();
  const listHref = useListHref(`${useDesk().base}/experiments`);
  return async ({ id, name = id }: Experiment) => {
    const writes = [{ id, label: name }];
    const job = await delayChanges({ api: "checkout", resource: "experiments", operation: "delete", writes });
    if (job) router.push(listHref);
  };
}

/** Only our own service can run an experiment with a plan. */
export function useMayPlan(): boolean {
  const { can } = useDesk();
  return can("checkout", "experiments", "create");
}
