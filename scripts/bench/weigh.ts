import type { BrowserContext } from "@playwright/test";
import { startBoth } from "./bare-next.ts";
import { record } from "./results.ts";
import { chosenScreens, mostTimes, type Screen } from "./screens.ts";

type Weight = { requests: number; byType: Map<string, number>; total: number };

/** The most that a first visit may transfer, in KB of 1,000 bytes. */
const most = { "sign-in": 200, list: 280, other: 280, report: 340 };

/** Measures first visits to the built app with an empty cache, until the network is idle. */
export async function run({ only }: { only: string[] }): Promise<void> {
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
    const floor = await weighIn(bare.origin, "/one");
    for (const screen of chosen) {
      const { name, kind, path, row } = screen;
      const weight = await weighIn(app.origin, row ? await app.firstRowOf(path) : path, screen);
      record({
        what: name,
        ours: weight.total / 1000,
        unit: "KB",
        floor: floor.total / 1000,
        limits: { most: most[kind], mostTimes: mostTimes[kind] },
        also: [
          { text: `${weight.requests} requests` },
          ...[...weight.byType].map(([type, bytes]) => ({ text: `${type} ${(bytes / 1000).toFixed(1)}` })),
        ],
      });
    }
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
