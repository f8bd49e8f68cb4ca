import type { BrowserContext } from "@playwright/test";
import { startBoth } from "./bare-next.ts";
import { chosenScreens, type Screen } from "./screens.ts";
import { note } from "./table.ts";

type Weight = { requests: number; byType: Map<string, number>; total: number };

/** The maximum transfer of a first visit in KB of 1,000 bytes. */
const budgets: Record<Screen["kind"], number> = { "sign-in": 200, list: 280, other: 280, report: 340 };
/** The maximum as a multiple of what a page of one word transfers. */
const wanted: Partial<Record<Screen["kind"], number>> = { "sign-in": 1.4, list: 1.8, report: 2.3 };

/** Measures first visits to the built app with an empty cache, until the network is idle. */
export async function run({ only }: { only: string[] }): Promise<boolean> {
  const chosen = chosenScreens(only);
  const { bare, app, stop } = await startBoth();
  const weighIn = async (origin: string, path: string, { kind, waitFor }: Partial<Screen> = {}) => {
    const context = await app.browser.newContext({ baseURL: origin });
    try {
      if (kind && kind !== "sign-in") await app.signIn(context);
      return await weigh(context, path, waitFor);
    } finally {
      await context.close();
    }
  };
  try {
    await app.finishesJob();
    console.log(
      "\npage            requests  document    script     style     other       all    budget  of bare    wanted",
    );
    const floor = await weighIn(bare.origin, "/one");
    console.log(toRow("a bare page", floor));
    let kept = true;
    for (const screen of chosen) {
      const { name, kind, path, row } = screen;
      const weight = await weighIn(app.origin, row ? await app.firstRowOf(path) : path, screen);
      const ratio = weight.total / floor.total;
      const most = wanted[kind];
      const met = weight.total <= budgets[kind] * 1000 && ratio <= (most ?? Number.POSITIVE_INFINITY);
      kept &&= met;
      const limits = `${`${budgets[kind]} KB`.padStart(10)}${ratio.toFixed(2).padStart(9)}`;
      console.log(`${toRow(name, weight)}${limits}${(most ? `≤ ${most}` : "").padStart(10)}${met ? "" : "   MISSED"}`);
      note({
        what: `first visit of ${name}`,
        ours: kb(weight.total),
        floor: kb(floor.total),
        ratio,
        met,
        wanted: most ? `≤ ${most} ×` : `≤ ${budgets[kind]} KB`,
      });
    }
    return kept;
  } finally {
    await stop();
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

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

function toRow(name: string, { requests, byType, total }: Weight): string {
  const [document = 0, script = 0, style = 0] = ["Document", "Script", "Stylesheet"].map((type) => byType.get(type));
  const cells = [document, script, style, total - document - script - style, total].map((n) => kb(n).padStart(10));
  return `${name.padEnd(16)}${String(requests).padStart(8)}${cells.join("")}`;
}
