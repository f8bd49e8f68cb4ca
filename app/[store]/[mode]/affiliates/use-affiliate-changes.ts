"use client";

import { useChanges } from "@/components/lists/use-changes";
import { affiliateName } from "@/lib/contract/affiliate/affiliate-words";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

const steps = ["approve", "reject", "activate", "deactivate", "suspend"] as const;
export type StatusStep = (typeof steps)[number];

const statusAfter = {
  approve: "active",
  reject: "rejected",
  activate: "active",
  deactivate: "inactive",
  suspend: "suspended",
} as const satisfies Record<StatusStep, string>;

const stepsOf: Record<string, readonly StatusStep[]> = {
  pending: ["approve", "reject"],
  rejected: ["approve"],
  active: ["deactivate", "suspend"],
  inactive: ["activate", "suspend"],
  suspended: ["activate", "deactivate"],
};

/** For an unknown status, all steps are offered and the API decides. */
export const stepsFrom = (status: Affiliate["status"]): readonly StatusStep[] => stepsOf[status ?? ""] ?? steps;

export const nameOf = (affiliate: Affiliate): string => affiliateName(affiliate) ?? affiliate.id;

/** Changes wait on the server for some seconds and can be undone, because applicants are notified at once. */
export function useAffiliateChanges() {
  const { delayChanges } = useChanges();
  const write = (operation: "update" | "delete", of: readonly Affiliate[], body?: Record<string, unknown>) => {
    const writes = of.map((one) => ({ id: one.id, label: nameOf(one).slice(0, 200), ...(body && { body }) }));
    return delayChanges({ api: "affiliate", resource: "affiliates", operation, writes });
  };
  return {
    take: (step: StatusStep, of: readonly Affiliate[]) => write("update", of, { status: statusAfter[step] }),
    remove: (affiliate: Affiliate) => write("delete", [affiliate]),
  };
}
