import { useDesk } from "@/lib/api/desk";

/** Only our own service can run an experiment with a plan. */
export function useMayPlan(): boolean {
  const { can, extensions } = useDesk();
  return extensions.checkout && can("checkout", "experiments", "create");
}
