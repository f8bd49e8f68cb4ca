"use client";

import { useChanges } from "@/components/lists/use-changes";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf } from "./name-of";
import { type Step, statusAfter } from "./steps";

/** Changes are held on the server for some seconds and can be undone, because applicants are notified at once. */
export function useAffiliateChanges() {
  const { holdWrites } = useChanges();
  const write = (operation: "update" | "delete", of: readonly Affiliate[], body?: Record<string, unknown>) => {
    const writes = of.map((one) => ({ id: one.id, label: nameOf(one).slice(0, 200), ...(body && { body }) }));
    return holdWrites({ api: "affiliate", resource: "affiliates", operation, writes });
  };
  return {
    take: (step: Step, of: readonly Affiliate[]) => write("update", of, { status: statusAfter[step] }),
    remove: (one: Affiliate) => write("delete", [one]),
  };
}
