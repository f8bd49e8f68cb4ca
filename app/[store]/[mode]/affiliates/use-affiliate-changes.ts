"use client";

import { useMutation } from "@tanstack/react-query";
import { useFailureWords } from "@/components/query-error";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf } from "./name-of";
import { type Step, statusAfter } from "./steps";

/** Changes are held on the server for some seconds and can be undone, because applicants are notified at once. */
export function useAffiliateChanges() {
  const { desk } = useDesk();
  const failureWords = useFailureWords();
  const { mutateAsync: hold } = useMutation(desk.held.hold.mutation());

  async function write(operation: "update" | "delete", of: readonly Affiliate[], body?: Record<string, unknown>) {
    // The undo notice must be loaded before the change is held.
    await import("@/components/shell/held-notices");
    const writes = of.map((one) => ({ id: one.id, label: nameOf(one).slice(0, 200), ...(body && { body }) }));
    try {
      const { data } = await hold({ body: { api: "affiliate", resource: "affiliates", operation, writes } });
      return data[0]?.batch ?? null;
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => reason));
      return null;
    }
  }

  return {
    take: (step: Step, of: readonly Affiliate[]) => write("update", of, { status: statusAfter[step] }),
    remove: (one: Affiliate) => write("delete", [one]),
  };
}
