import type { Affiliate } from "@/lib/contract/affiliate/affiliates";

const steps = ["approve", "reject", "activate", "deactivate", "suspend"] as const;
export type Step = (typeof steps)[number];

export const statusAfter = {
  approve: "active",
  reject: "rejected",
  activate: "active",
  deactivate: "inactive",
  suspend: "suspended",
} as const satisfies Record<Step, string>;

const known: Record<string, readonly Step[]> = {
  pending: ["approve", "reject"],
  rejected: ["approve"],
  active: ["deactivate", "suspend"],
  inactive: ["activate", "suspend"],
  suspended: ["activate", "deactivate"],
};

/** For an unknown status, all steps are offered and the API decides. */
export const stepsFrom = (status: Affiliate["status"]): readonly Step[] => known[status ?? ""] ?? steps;
