import type { BrowserContext } from "@playwright/test";
import { demoStore, startDemoApp } from "../demo-app.ts";

type Weight = { requests: number; byType: Map<string, number>; total: number };

// What a first visit may transfer in all, in KB of 1,000 bytes, as it crosses the wire.
const desk = `/${demoStore}/sandbox`;
type Budget = {
  name: string;
  path: string;
  /** Where its first row leads is meant. */
  row?: true;
  signedIn: boolean;
  budget: number;
  /** What is there last, where the page brings some of it only once it stands. */
  waitFor?: string;
};
const budgets: Budget[] = [
  { name: "sign-in", path: "/sign-in", signedIn: false, budget: 200 },
  { name: "overview", path: desk, signedIn: true, budget: 280 },
  { name: "upsells", path: `${desk}/upsells`, signedIn: true, budget: 280 },
  { name: "upsell editor", path: `${desk}/upsells/ups_demo001`, signedIn: true, budget: 280 },
  { name: "new upsell", path: `${desk}/upsells/new`, signedIn: true, budget: 280 },
  { name: "import upsells", path: `${desk}/upsells/import`, signedIn: true, budget: 280 },
  { name: "products", path: `${desk}/upsells/products`, signedIn: true, budget: 280 },
  { name: "bundles", path: `${desk}/bundles`, signedIn: true, budget: 280 },
  { name: "bundle editor", path: `${desk}/bundles/bun_demo003`, signedIn: true, budget: 280 },
  { name: "new bundle", path: `${desk}/bundles/new`, signedIn: true, budget: 280 },
  { name: "experiments", path: `${desk}/experiments`, signedIn: true, budget: 280 },
  { name: "experiment", path: `${desk}/experiments/exp_demo1`, signedIn: true, budget: 280 },
  { name: "jobs", path: `${desk}/jobs`, signedIn: true, budget: 280 },
  { name: "job", path: `${desk}/jobs`, row: true, signedIn: true, budget: 280 },
  { name: "settings", path: `${desk}/settings`, signedIn: true, budget: 280 },
  { name: "people", path: `${desk}/settings/people`, signedIn: true, budget: 280 },
  { name: "account", path: `${desk}/settings/account`, signedIn: true, budget: 280 },
  { name: "service settings", path: `${desk}/settings/service`, signedIn: true, budget: 280 },
  { name: "API keys", path: `${desk}/settings/keys`, signedIn: true, budget: 280 },
  { name: "API key", path: `${desk}/settings/keys`, row: true, signedIn: true, budget: 280 },
  { name: "analytics", path: `${desk}/analytics`, signedIn: true, budget: 340, waitFor: ".recharts-line-curve" },
  { name: "orders", path: `${desk}/orders`, signedIn: true, budget: 280 },
  { name: "order", path: `${desk}/orders`, row: true, signedIn: true, budget: 280 },
  { name: "affiliates", path: `${desk}/affiliates`, signedIn: true, budget: 280 },
  { name: "affiliate", path: `${desk}/affiliates`, row: true, signedIn: true, budget: 280 },
  { name: "affiliate orders", path: `${desk}/affiliate-orders`, signedIn: true, budget: 280 },
  { name: "affiliate order", path: `${desk}/affiliate-orders`, row: true, signedIn: true, budget: 280 },
  { name: "applications", path: `${desk}/affiliates/applications`, signedIn: true, budget: 280 },
  { name: "commissions", path: `${desk}/commissions`, signedIn: true, budget: 280 },
  { name: "payouts", path: `${desk}/payouts`, signedIn: true, budget: 280 },
  { name: "payout", path: `${desk}/payouts`, row: true, signedIn: true, budget: 280 },
  { name: "new payout", path: `${desk}/payouts/new`, signedIn: true, budget: 280 },
  { name: "activity", path: `${desk}/activity`, signedIn: true, budget: 280 },
  { name: "webhooks", path: `${desk}/webhooks`, signedIn: true, budget: 280 },
  { name: "webhook endpoint", path: `${desk}/webhooks`, row: true, signedIn: true, budget: 280 },
  { name: "new webhook", path: `${desk}/webhooks/new`, signedIn: true, budget: 280 },
  { name: "find an event", path: `${desk}/webhooks/find`, signedIn: true, budget: 280 },
  { name: "signature doctor", path: `${desk}/webhooks/doctor`, signedIn: true, budget: 280 },
  { name: "events", path: `${desk}/webhooks/events`, signedIn: true, budget: 280 },
  { name: "links", path: `${desk}/links`, signedIn: true, budget: 280 },
  { name: "link", path: `${desk}/links`, row: true, signedIn: true, budget: 280 },
  { name: "new link", path: `${desk}/links/new`, signedIn: true, budget: 280 },
  {
    name: "performance",
    path: `${desk}/affiliate-analytics`,
    signedIn: true,
    budget: 340,
    waitFor: ".recharts-line-curve",
  },
];

/** Bytes of a first visit with an empty cache, from the built app, until the network is quiet. */
export async function run(): Promise<boolean> {
  const app = await startDemoApp();
  try {
    let kept = true;
    await app.finishesJob();
    console.log("\npage            requests  document    script     style     other       all    budget");
    for (const { name, path, row, signedIn, budget, waitFor } of budgets) {
      const context = await app.browser.newContext({ baseURL: app.origin });
      if (signedIn) await app.signIn(context);
      const weight = await weigh(context, row ? await app.firstRowOf(path) : path, waitFor);
      const within = weight.total <= budget * 1000;
      kept &&= within;
      console.log(toRow(name, weight, budget, within));
      await context.close();
    }
    return kept;
  } finally {
    await app.stop();
  }
}

async function weigh(context: BrowserContext, path: string, waitFor?: string): Promise<Weight> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const weight: Weight = { requests: 0, byType: new Map(), total: 0 };
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? "Other";
    weight.requests += 1;
    weight.total += encodedDataLength;
    weight.byType.set(type, (weight.byType.get(type) ?? 0) + encodedDataLength);
  });
  await page.goto(path, { waitUntil: "networkidle" });
  if (waitFor) await page.waitForSelector(waitFor);
  await page.waitForLoadState("networkidle");
  return weight;
}

function toRow(name: string, { requests, byType, total }: Weight, budget: number, within: boolean): string {
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`.padStart(10);
  const [document, script, style] = ["Document", "Script", "Stylesheet"].map((type) => byType.get(type) ?? 0) as [
    number,
    number,
    number,
  ];
  const cells = [document, script, style, total - document - script - style, total].map(kb).join("");
  return `${name.padEnd(16)}${String(requests).padStart(8)}${cells}${`${budget} KB`.padStart(10)}${within ? "" : "  OVER"}`;
}
