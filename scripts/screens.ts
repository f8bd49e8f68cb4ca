export type Screen = {
  name: string;
  kind: "list" | "report" | "other";
  /** The site of affiliates or of applicants. All other screens belong to the desk. */
  site?: "portal" | "join";
  /** The path after the store and the mode, or after the program. */
  path: string;
  /** True for the page that the first row of this list leads to. */
  row?: true;
  /** Text that appears last, if parts of the page load later. */
  waitFor?: string;
};

export const screens: readonly Screen[] = [
  { name: "overview", kind: "report", path: "", waitFor: ".recharts-line-curve" },
  { name: "upsells", kind: "list", path: "/upsells" },
  { name: "upsell editor", kind: "other", path: "/upsells/ups_demo001" },
  { name: "offer results", kind: "report", path: "/upsells/ups_demo001/results", waitFor: ".recharts-line-curve" },
  { name: "new upsell", kind: "other", path: "/upsells/new" },
  { name: "proposals", kind: "other", path: "/upsells/proposals" },
  { name: "import upsells", kind: "other", path: "/upsells/import" },
  { name: "products", kind: "list", path: "/upsells/products" },
  { name: "import products", kind: "other", path: "/upsells/products/import" },
  { name: "bundles", kind: "list", path: "/bundles" },
  { name: "bundle editor", kind: "other", path: "/bundles/bun_demo003" },
  { name: "new bundle", kind: "other", path: "/bundles/new" },
  { name: "experiments", kind: "list", path: "/experiments" },
  { name: "experiment", kind: "other", path: "/experiments/exp_demo1" },
  { name: "planned experiment", kind: "other", path: "/experiments/exp_demo10" },
  { name: "new experiment", kind: "other", path: "/experiments/new" },
  { name: "analytics", kind: "report", path: "/analytics", waitFor: ".recharts-line-curve" },
  { name: "orders", kind: "list", path: "/orders" },
  { name: "order", kind: "other", path: "/orders", row: true },
  { name: "affiliates", kind: "list", path: "/affiliates" },
  { name: "affiliate", kind: "other", path: "/affiliates", row: true },
  { name: "applications", kind: "list", path: "/affiliates/applications" },
  { name: "affiliate risks", kind: "list", path: "/affiliates/risks" },
  { name: "program rules", kind: "other", path: "/affiliates/rules" },
  { name: "new affiliate", kind: "other", path: "/affiliates/new" },
  { name: "media kit", kind: "other", path: "/affiliates/media-kit" },
  { name: "import affiliates", kind: "other", path: "/affiliates/import" },
  { name: "program page", kind: "other", path: "/affiliates/program" },
  { name: "partner invitations", kind: "other", path: "/affiliates/program/invitations" },
  { name: "invite from csv", kind: "other", path: "/affiliates/program/import" },
  { name: "partner mails", kind: "list", path: "/affiliates/program/mails" },
  { name: "mail texts", kind: "other", path: "/affiliates/program/templates" },
  { name: "affiliate orders", kind: "list", path: "/affiliate-orders" },
  { name: "affiliate order", kind: "other", path: "/affiliate-orders", row: true },
  { name: "commissions", kind: "list", path: "/commissions" },
  { name: "payouts", kind: "list", path: "/payouts" },
  { name: "payout", kind: "other", path: "/payouts", row: true },
  { name: "new payout", kind: "other", path: "/payouts/new" },
  { name: "match payouts", kind: "other", path: "/payouts/match" },
  { name: "payout settings", kind: "other", path: "/payouts/settings" },
  { name: "links", kind: "list", path: "/links" },
  { name: "link", kind: "other", path: "/links", row: true },
  { name: "new link", kind: "other", path: "/links/new" },
  { name: "import links", kind: "other", path: "/links/import" },
  { name: "performance", kind: "report", path: "/affiliate-analytics", waitFor: ".recharts-line-curve" },
  { name: "webhooks", kind: "list", path: "/webhooks" },
  { name: "webhook endpoint", kind: "other", path: "/webhooks", row: true },
  { name: "new webhook", kind: "other", path: "/webhooks/new" },
  { name: "find an event", kind: "other", path: "/webhooks/find" },
  { name: "signature doctor", kind: "other", path: "/webhooks/doctor" },
  { name: "events", kind: "list", path: "/webhooks/events" },
  { name: "jobs", kind: "list", path: "/jobs" },
  { name: "job", kind: "other", path: "/jobs", row: true },
  { name: "activity", kind: "list", path: "/activity" },
  { name: "deed", kind: "other", path: "/activity", row: true },
  { name: "settings", kind: "other", path: "/settings" },
  { name: "service settings", kind: "other", path: "/settings/service" },
  { name: "your shop", kind: "other", path: "/settings/shop" },
  { name: "API keys", kind: "list", path: "/settings/keys" },
  { name: "API key", kind: "other", path: "/settings/keys", row: true },
  { name: "people", kind: "list", path: "/settings/people" },
  { name: "shoppers", kind: "other", path: "/settings/shoppers" },
  { name: "account", kind: "other", path: "/settings/account" },
  { name: "help", kind: "other", path: "/help" },
  { name: "join page", kind: "other", site: "join", path: "" },
  { name: "portal", kind: "other", site: "portal", path: "" },
  { name: "portal links", kind: "other", site: "portal", path: "/links" },
  { name: "portal earnings", kind: "other", site: "portal", path: "/earnings" },
  { name: "portal statement", kind: "other", site: "portal", path: `/statements/${lastMonth()}` },
  { name: "portal performance", kind: "report", site: "portal", path: "/performance", waitFor: ".recharts-line-curve" },
  { name: "portal media kit", kind: "other", site: "portal", path: "/media" },
  { name: "portal account", kind: "other", site: "portal", path: "/account" },
];

/** Its statement is complete. */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
}

export function addressOf({ site, path }: Pick<Screen, "site" | "path">, store: string): string {
  if (site === "join") return `/join/${store}-sandbox${path}`;
  return site === "portal" ? `/partners/${store}-sandbox${path}` : `/${store}/sandbox${path}`;
}

export const pictureOf = ({ name }: Screen): string => name.toLowerCase().replaceAll(" ", "-");
