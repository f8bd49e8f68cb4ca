import { isOpenWith, screens } from "@/components/shell/screens";
import type { Desk } from "@/lib/api/desk";
import type help from "@/lib/i18n/messages/en/help.json";

export type Concept = keyof typeof help.terms;

export const concepts: Record<keyof typeof help.groups, readonly Concept[]> = {
  figures: ["revenue", "service", "share", "average", "acceptance", "withUpsells"],
  offers: ["sandbox", "placement", "products", "newOrReturning", "ticket", "draft"],
  experiments: [
    "plan",
    "traffic",
    "group",
    "needed",
    "certainty",
    "guardrail",
    "split",
    "alwaysValid",
    "holm",
    "lift",
    "chance",
    "loss",
    "detectable",
  ] as const,
  affiliates: ["attributed", "window", "conversion", "epc", "flags", "hold", "risks", "owed", "unknownPayout"],
  operate: ["scopes", "budget", "signature", "failedForGood", "replay", "jobStates", "chain"],
};

const apiKeys = { name: "keys", path: "/settings/keys", may: undefined } as const;
const linked = [...screens, apiKeys];
type Linked = (typeof linked)[number];

export const conceptsOf: Partial<Record<Linked["name"], readonly Concept[]>> = {
  analytics: concepts.figures,
  upsells: ["placement", "products", "newOrReturning", "ticket", "draft"],
  experiments: concepts.experiments,
  affiliateOrders: ["attributed", "window"],
  affiliateAnalytics: ["conversion", "epc"],
  affiliates: ["risks"],
  commissions: ["flags", "hold"],
  payouts: ["owed", "unknownPayout"],
  webhooks: ["signature", "failedForGood", "replay"],
  jobs: ["jobStates"],
  activity: ["chain"],
  settings: ["sandbox", "budget"],
  keys: ["scopes"],
};

export function screenFor(concept: Concept, can: Desk["can"]): Pick<Linked, "name" | "path"> | undefined {
  return linked.filter(isOpenWith(can)).find(({ name }) => conceptsOf[name]?.includes(concept));
}
