import type { Page } from "@playwright/test";
import { demoStore, startDemoApp } from "../test/demo-app.ts";
import { median, record } from "./results.ts";

const points = 2_000;
const slowdown = 4;

type Marks = { answered: number; drawn: number; usable: number };

// Measures the median time from the data of a chart with 2,000 points until it is drawn and responds to a key, in a
// browser slowed down four times.
export async function run(): Promise<void> {
  const app = await startDemoApp();
  try {
    const context = await app.browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
    await app.signIn(context);
    const page = await context.newPage();
    await page.route("**/analytics/reports/conversion_funnel*", (route) => route.fulfill({ json: funnel() }));
    const times: { drawn: number; usable: number }[] = [];
    for (let n = 0; n < 7; n++) times.push(await measure(page));
    await context.close();
    const what = `${points} points, slowed down ${slowdown} times`;
    record({ what: `${what}, drawn`, ours: median(times.map(({ drawn }) => drawn)), unit: "ms" });
    const usable = median(times.map((time) => time.usable));
    record({ what: `${what}, answer a key`, ours: usable, unit: "ms", limits: { most: 200 } });
  } finally {
    await app.stop();
  }
}

async function measure(page: Page): Promise<{ drawn: number; usable: number }> {
  await page.goto(`/${demoStore}/sandbox/analytics`, { waitUntil: "networkidle" });
  // Another chart on the page has loaded the chart's code already.
  await page.locator(".recharts-line-curve").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(watch);
  await page.getByRole("tab", { name: "Conversion funnel" }).click();
  const { answered, drawn, usable } = await page.evaluate(
    () => (window as unknown as { chartMarks: Promise<Marks> }).chartMarks,
  );
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return { drawn: drawn - answered, usable: usable - answered };
}

/** Runs in the page. The chart is usable once a key has moved along its lines. */
function watch(): void {
  const marks = { answered: 0, drawn: 0, usable: 0 };
  const { json } = Response.prototype;
  Response.prototype.json = async function read(this: Response) {
    const body = await json.call(this);
    if (this.url.includes("conversion_funnel")) marks.answered = performance.now();
    return body;
  };
  (window as unknown as { chartMarks: Promise<Marks> }).chartMarks = new Promise((resolve) => {
    const look = () => {
      const charts = [...document.querySelectorAll("[role=slider]")];
      const chart = charts.find((each) => each.getAttribute("aria-label")?.startsWith("Conversion funnel"));
      if (!chart?.querySelector(".recharts-line-curve")) return requestAnimationFrame(look);
      marks.drawn = performance.now();
      chart.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true, cancelable: true }));
      const moved = () => {
        if (chart.getAttribute("aria-valuenow") !== "1") return requestAnimationFrame(moved);
        marks.usable = performance.now();
        resolve(marks);
      };
      moved();
    };
    look();
  });
}

function funnel() {
  const daily = Array.from({ length: points }, (_, at) => ({
    date: new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    visits: Math.round(1_000 + 400 * Math.sin(at / 7) + ((at * 7919) % 97)),
    offers_shown: 400 + ((at * 104_729) % 61),
  }));
  return {
    type: "conversion_funnel",
    period: { start: daily[0]?.date, end: daily.at(-1)?.date },
    tables: [
      {
        name: "daily",
        rows: daily,
        columns: [
          { name: "date", kind: "date" },
          { name: "visits", kind: "number" },
          { name: "offers_shown", kind: "number" },
        ],
      },
    ],
    rest: {},
  };
}
