import type { BrowserContext, Page } from "@playwright/test";
import { startBoth } from "./bare-next.ts";
import { inTurns, mean, median, record } from "./results.ts";
import { chosenScreens, mostTimes, type Screen } from "./screens.ts";

const rounds = 5;

/** A screen may block this multiple of what the page of one word blocks, whose own mean differs by a fifth between runs. */
const mostBlocked = ({ kind }: Screen) => (kind === "sign-in" || kind === "list" ? 2 : 2.5);

/** The share that a screen may take of the main thread’s work for a page of another product. */
const mostOfPeer = 0.85;

type Profile = { name: string; cpu: number; network?: { latency: number; down: number; up: number } };
/** `script` and `main` are the processor’s time for scripts, and for all work of the main thread. */
type Vitals = { lcp: number; tbt: number; cls: number; script: number; main: number; inp: number };

const bits = 1_000 / 8;
/** An older phone on what browser tools call slow 4G: each response starts after half a second. */
const slow: Profile = {
  name: "slow",
  cpu: 4,
  network: { latency: 562.5, down: 1_440 * bits, up: 675 * bits },
};
const unthrottled: Profile = { name: "unthrottled", cpu: 1 };

// First visits with an empty cache: the largest contentful paint, the blocking time, the layout shift, and the time
// until key presses show. Measured in a slowed browser beside a page of one word from the same Next version, and in an
// unslowed one. `peer` is the address of a page of another product that already runs on this machine.
export async function run({ only, peer }: { only: string[]; peer?: string | undefined }): Promise<void> {
  const chosen = chosenScreens(only);
  const { bare, app, stop } = await startBoth();
  const person = await app.browser.newContext({ baseURL: app.origin });
  const visit = async (profile: Profile, origin: string, path: string, waitFor?: string, signedIn = true) => {
    const storageState = signedIn ? await person.storageState() : undefined;
    const viewport = { width: 1440, height: 900 };
    const context = await app.browser.newContext({ baseURL: origin, viewport, storageState });
    return measure(context, profile, path, waitFor).finally(() => context.close());
  };
  const visitPeer = async (profile: Profile, address: string) => {
    const context = await app.browser.newContext({ viewport: { width: 1440, height: 900 } });
    return measure(context, profile, address, undefined, false).finally(() => context.close());
  };
  try {
    await app.signIn(person);
    await app.finishesJob();
    const paths = new Map<string, string>();
    for (const { name, path, row } of chosen) paths.set(name, row ? await app.firstRowOf(path) : path);
    for (const profile of [slow, unthrottled]) {
      // A few screens at a time, so that an interrupted run has printed most of what it measured.
      for (let at = 0; at < chosen.length; at += 8) {
        const some = chosen.slice(at, at + 8);
        const ofWord = () => visit(profile, bare.origin, "/one", undefined, false);
        const visits = {
          floor: ofWord,
          ...Object.fromEntries(
            some.map(({ name, kind, waitFor }) => [
              name,
              () => visit(profile, app.origin, paths.get(name) as string, waitFor, kind !== "sign-in"),
            ]),
          ),
          // Every screen is compared with this page, so its figures are measured twice as often.
          floorAgain: ofWord,
          ...(peer && { peer: () => visitPeer(profile, peer) }),
        };
        const measured = await inTurns<string, Vitals>(visits, rounds + 1);
        // The first round warms up the server.
        const warm = (name: string) => measured[name]?.slice(1) ?? [];
        const beside = { word: [...warm("floor"), ...warm("floorAgain")], peer: warm("peer") };
        for (const screen of some) recordScreen(profile, screen, warm(screen.name), beside);
      }
    }
  } finally {
    await stop();
  }
}

/** Only the slowed browser has limits. */
function recordScreen(
  profile: Profile,
  screen: Screen,
  visits: Vitals[],
  { word, peer }: Record<"word" | "peer", Vitals[]>,
): void {
  const { name, kind } = screen;
  const isJudged = profile === slow;
  const of = (figure: keyof Vitals, pages = visits) => median(pages.map((vitals) => vitals[figure]));
  // The browser divides the same work into long or short tasks, so single visits are blocked for about 300 or about
  // 430 ms. The median jumps between the two, unlike the mean.
  const blockedBy = (pages: Vitals[]) => mean(pages.map(({ tbt }) => tbt));
  const [tbt, wordTbt] = [blockedBy(visits), blockedBy(word)];
  const mostTbt = mostBlocked(screen);
  const share = of("main") / of("main", peer);
  const cls = Math.max(...visits.map((vitals) => vitals.cls)).toFixed(3);
  record({
    what: `${profile.name}: ${name} is painted`,
    ours: of("lcp"),
    unit: "ms",
    floor: of("lcp", word),
    ...(isJudged && { limits: { mostTimes: mostTimes[kind] } }),
    also: [
      {
        text: `blocked ${tbt.toFixed(0)} ms beside ${wordTbt.toFixed(0)} (≤ ${mostTbt} ×)`,
        met: !isJudged || tbt <= mostTbt * wordTbt,
      },
      { text: `scripts ${of("script").toFixed(0)} ms beside ${of("script", word).toFixed(0)}` },
      { text: `main thread ${of("main").toFixed(0)} ms beside ${of("main", word).toFixed(0)}` },
      ...(peer.length > 0
        ? [
            {
              text: `${share.toFixed(2)} of the peer’s ${of("main", peer).toFixed(0)} (≤ ${mostOfPeer})`,
              met: !isJudged || share <= mostOfPeer,
            },
          ]
        : []),
      { text: `shifted ${cls}`, met: !isJudged || Number(cls) === 0 },
      { text: `keys ${of("inp").toFixed(0)} ms` },
    ],
  });
}

async function measure(
  context: BrowserContext,
  profile: Profile,
  path: string,
  waitFor?: string,
  hasOurKeys = true,
): Promise<Vitals> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpu });
  await session.send("Performance.enable");
  if (profile.network) {
    const { latency, down, up } = profile.network;
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: down,
      uploadThroughput: up,
    });
  }
  await page.goto(path, { waitUntil: "networkidle" });
  if (waitFor) await page.waitForSelector(waitFor);
  // The network may be idle before the slowed browser has processed what it received.
  await page.waitForFunction(() => window.vitals.answers() && window.vitals.quietFor() > 1_000);
  const { lcp, tbt, cls } = await page.evaluate(() => window.vitals.loaded());
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (metric: string) => (metrics.find(({ name }) => name === metric)?.value ?? 0) * 1_000;
  const [script, main] = [ms("ScriptDuration"), ms("TaskDuration")];
  if (hasOurKeys) await press(page);
  const inp = await page.evaluate(() => window.vitals.slowest());
  return { lcp, tbt, cls, script, main, inp };
}

/** What a person does first: opens the palette and enters a word, enters a letter in a field, uses the keyboard. */
async function press(page: Page): Promise<void> {
  const palette = page.locator("dialog[open]");
  if ((await page.locator("aside nav").count()) > 0) {
    await page.keyboard.press("Control+k");
    await palette.locator("input").waitFor();
    for (const key of ["o", "r"]) await page.keyboard.press(key);
    while ((await palette.count()) > 0) {
      await page.keyboard.press("Escape");
      await page.waitForTimeout(100);
    }
  }
  const field = page.locator("main input:not([type=checkbox]):not([type=radio]):not([type=file]):visible").first();
  if ((await field.count()) > 0 && (await field.isEditable())) {
    await field.click();
    await page.keyboard.press("a");
  }
  for (let n = 0; n < 3; n++) await page.keyboard.press("Tab");
  // A key press is recorded once its change is painted.
  await page.waitForTimeout(300);
}

declare global {
  interface Window {
    vitals: {
      loaded(): Pick<Vitals, "lcp" | "tbt" | "cls">;
      slowest(): number;
      answers(): boolean;
      quietFor(): number;
    };
  }
}

function watch(): void {
  let [painted, lcp, cls, inp] = [0, 0, 0, 0];
  const long: PerformanceEntry[] = [];
  const on = <T extends PerformanceEntry>(type: string, take: (entry: T) => void, more: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as T);
    }).observe({ type, buffered: true, ...more });
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") painted = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => {
    lcp = startTime;
  });
  on("longtask", (task) => {
    long.push(task);
  });
  // Like browser tools, counts only what blocks after the first paint.
  const blocked = () =>
    long
      .map(({ startTime, duration }) => startTime + duration - Math.max(startTime, painted))
      .reduce((sum, busy) => sum + Math.max(0, busy - 50), 0);
  on<PerformanceEntry & { value: number; hadRecentInput: boolean }>("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) cls += value;
  });
  on<PerformanceEventTiming & { interactionId: number }>(
    "event",
    ({ interactionId, duration }) => {
      if (interactionId > 0) inp = Math.max(inp, duration);
    },
    { durationThreshold: 16 },
  );
  const answers = () => {
    const main = document.querySelector("main");
    return !main || Object.keys(main).some((name) => name.startsWith("__react"));
  };
  const ends = () => [
    ...performance.getEntriesByType("resource").map((entry) => (entry as PerformanceResourceTiming).responseEnd),
    ...long.map(({ startTime, duration }) => startTime + duration),
  ];
  const quietFor = () => performance.now() - Math.max(0, ...ends());
  window.vitals = { loaded: () => ({ lcp, tbt: blocked(), cls }), slowest: () => inp, answers, quietFor };
}
