import { demoStore } from "../demo-app.ts";

const desk = `/${demoStore}/sandbox`;

export type Screen = {
  name: string;
  kind: "sign-in" | "list" | "report" | "other";
  path: string;
  /** Where its first row leads is meant. */
  row?: true;
  /** What is there last, where the page brings some of it only once it stands. */
  waitFor?: string;
};

const screens: readonly Screen[] = [
  { name: "sign-in", kind: "sign-in", path: "/sign-in" },
  { name: "overview", kind: "other", path: desk },
  { name: "upsells", kind: "list", path: `${desk}/upsells` },
  { name: "upsell editor", kind: "other", path: `${desk}/upsells/ups_demo001` },
  { name: "new upsell", kind: "other", path: `${desk}/upsells/new` },
  { name: "import upsells", kind: "other", path: `${desk}/upsells/import` },
  { name: "products", kind: "list", path: `${desk}/upsells/products` },
  { name: "bundles", kind: "list", path: `${desk}/bundles` },
  { name: "bundle editor", kind: "other", path: `${desk}/bundles/bun_demo003` },
  { name: "new bundle", kind: "other", path: `${desk}/bundles/new` },
  { name: "experiments", kind: "list", path: `${desk}/experiments` },
  { name: "experiment", kind: "other", path: `${desk}/experiments/exp_demo1` },
  { name: "jobs", kind: "list", path: `${desk}/jobs` },
  { name: "job", kind: "other", path: `${desk}/jobs`, row: true },
  { name: "settings", kind: "other", path: `${desk}/settings` },
  { name: "people", kind: "list", path: `${desk}/settings/people` },
  { name: "account", kind: "other", path: `${desk}/settings/account` },
  { name: "service settings", kind: "other", path: `${desk}/settings/service` },
  { name: "API keys", kind: "list", path: `${desk}/settings/keys` },
  { name: "API key", kind: "other", path: `${desk}/settings/keys`, row: true },
  { name: "analytics", kind: "report", path: `${desk}/analytics`, waitFor: ".recharts-line-curve" },
  { name: "orders", kind: "list", path: `${desk}/orders` },
  { name: "order", kind: "other", path: `${desk}/orders`, row: true },
  { name: "affiliates", kind: "list", path: `${desk}/affiliates` },
  { name: "affiliate", kind: "other", path: `${desk}/affiliates`, row: true },
  { name: "affiliate orders", kind: "list", path: `${desk}/affiliate-orders` },
  { name: "affiliate order", kind: "other", path: `${desk}/affiliate-orders`, row: true },
  { name: "applications", kind: "list", path: `${desk}/affiliates/applications` },
  { name: "commissions", kind: "list", path: `${desk}/commissions` },
  { name: "payouts", kind: "list", path: `${desk}/payouts` },
  { name: "payout", kind: "other", path: `${desk}/payouts`, row: true },
  { name: "new payout", kind: "other", path: `${desk}/payouts/new` },
  { name: "help", kind: "other", path: `${desk}/help` },
  { name: "activity", kind: "list", path: `${desk}/activity` },
  { name: "webhooks", kind: "list", path: `${desk}/webhooks` },
  { name: "webhook endpoint", kind: "other", path: `${desk}/webhooks`, row: true },
  { name: "new webhook", kind: "other", path: `${desk}/webhooks/new` },
  { name: "find an event", kind: "other", path: `${desk}/webhooks/find` },
  { name: "signature doctor", kind: "other", path: `${desk}/webhooks/doctor` },
  { name: "events", kind: "list", path: `${desk}/webhooks/events` },
  { name: "links", kind: "list", path: `${desk}/links` },
  { name: "link", kind: "other", path: `${desk}/links`, row: true },
  { name: "new link", kind: "other", path: `${desk}/links/new` },
  { name: "performance", kind: "report", path: `${desk}/affiliate-analytics`, waitFor: ".recharts-line-curve" },
];

/** Those that were asked for by name, or all. A name that none has would measure nothing and look well. */
export function chosenScreens(only: readonly string[]): readonly Screen[] {
  const unknown = only.find((name) => !screens.some((screen) => screen.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no screen "${unknown}": ${screens.map(({ name }) => name).join(", ")}.`);
  return screens.filter(({ name }) => only.length === 0 || only.includes(name));
}
