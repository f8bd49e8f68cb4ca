import type help from "@/lib/i18n/messages/en/help.json";

export type Concept = keyof typeof help.terms;

export const concepts: Record<keyof typeof help.groups, readonly Concept[]> = {
  figures: ["revenue", "service", "share", "average", "acceptance", "withUpsells"],
  offers: ["sandbox", "placement", "products", "draft"],
  experiments: ["split", "alwaysValid", "holm", "lift", "chance", "loss", "detectable"],
  affiliates: ["attributed", "window", "conversion", "epc", "flags", "hold", "owed", "unknownPayout"],
  operate: ["scopes", "budget", "signature", "failedForGood", "replay", "jobStates", "chain"],
};

type May = (api: "checkout" | "affiliate" | "desk", resource: string, name: string) => boolean;
type Place = { path: string; needs: Parameters<May> | null };

/** Screens with more about a term. A screen that the person's role may not open is not linked. */
const screens = {
  analytics: { path: "/analytics", needs: ["checkout", "analytics", "metrics"] },
  upsells: { path: "/upsells", needs: ["checkout", "upsells", "list"] },
  experiments: { path: "/experiments", needs: ["checkout", "experiments", "list"] },
  attributedOrders: { path: "/affiliate-orders", needs: ["affiliate", "orders", "list"] },
  performance: { path: "/affiliate-analytics", needs: ["affiliate", "analytics", "summary"] },
  commissions: { path: "/commissions", needs: ["affiliate", "commissions", "list"] },
  payouts: { path: "/payouts", needs: ["affiliate", "payouts", "list"] },
  webhooks: { path: "/webhooks", needs: ["checkout", "webhooks", "logs"] },
  jobs: { path: "/jobs", needs: null },
  activity: { path: "/activity", needs: null },
  settings: { path: "/settings", needs: null },
  apiKeys: { path: "/settings/keys", needs: null },
} satisfies Record<string, Place>;
type Screen = keyof typeof screens;

const screenOf: Record<Concept, Screen> = {
  revenue: "analytics",
  service: "analytics",
  share: "analytics",
  average: "analytics",
  acceptance: "analytics",
  withUpsells: "analytics",
  sandbox: "settings",
  placement: "upsells",
  products: "upsells",
  draft: "upsells",
  split: "experiments",
  alwaysValid: "experiments",
  holm: "experiments",
  lift: "experiments",
  chance: "experiments",
  loss: "experiments",
  detectable: "experiments",
  attributed: "attributedOrders",
  window: "attributedOrders",
  conversion: "performance",
  epc: "performance",
  flags: "commissions",
  hold: "commissions",
  owed: "payouts",
  unknownPayout: "payouts",
  scopes: "apiKeys",
  budget: "settings",
  signature: "webhooks",
  failedForGood: "webhooks",
  replay: "webhooks",
  jobStates: "jobs",
  chain: "activity",
};

export function screenFor(concept: Concept, can: May): { name: Screen; path: string } | null {
  const name = screenOf[concept];
  const { path, needs }: Place = screens[name];
  return needs === null || can(...needs) ? { name, path } : null;
}
