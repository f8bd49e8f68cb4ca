import type { Page } from "@playwright/test";
import { demoStore, startDemoApp } from "../test/demo-app.ts";
import { median, record } from "./results.ts";

const slowdown = 4;

type Marks = { drawn: number; pointed: number };

// Measures the median times from the data of a chart until it is drawn, and from a pointer on it until the day under the
// pointer is shown, in a browser slowed down four times.
export async function run(): Promise<void> {
  const app = await startDemoApp();
  try {
    const context = await app.browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
    await app.signIn(context);
    for (const { what, path, lines, limits } of [
      { what: "a month beside a month", path: "", lines: 2, limits: { drawn: 250, pointed: 100 } },
      // More than the points that are drawn.
      { what: "2,000 points", path: "&compare=none", lines: 1, limits: null },
    ]) {
      const page = await context.newPage();
      await page.route("**/analytics/reports/conversion_funnel*", (route) => {
        const search = new URL(route.request().url()).searchParams;
        const [start, end] = [search.get("start_date") ?? "", search.get("end_date") ?? ""];
        return route.fulfill({ json: limits ? funnel(start, end) : funnel("2020-01-01", "2025-06-22") });
      });
      const times: Marks[] = [];
      for (let n = 0; n < 7; n++) times.push(await measure(page, path, lines));
      await page.close();
      const slowed = `${what}, slowed down ${slowdown} times`;
      for (const mark of ["drawn", "pointed"] as const) {
        record({
          what: `${slowed}, ${mark === "drawn" ? "drawn" : "answer a pointer"}`,
          ours: median(times.map((time) => time[mark])),
          unit: "ms",
          ...(limits && { limits: { most: limits[mark] } }),
        });
      }
    }
    await context.close();
  } finally {
    await app.stop();
  }
}

async function measure(page: Page, path: string, lines: number): Promise<Marks> {
  await page.goto(`/${demoStore}/sandbox/analytics?range=28d${path}`, { waitUntil: "networkidle" });
  // Another chart on the page has loaded the chart's code already.
  await page.locator(".recharts-line-curve").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.evaluate(watch, lines);
  await page.getByRole("tab", { name: "Conversion funnel" }).click();
  const marks = await page.evaluate(() => (window as unknown as { chartMarks: Promise<Marks> }).chartMarks);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await session.detach();
  return marks;
}

/** Runs in the page. */
function watch(lines: number): void {
  let answered = 0;
  const { json } = Response.prototype;
  Response.prototype.json = async function read(this: Response) {
    const body = await json.call(this);
    if (this.url.includes("conversion_funnel")) answered = performance.now();
    return body;
  };
  const until = (is: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () => (is() ? resolve(performance.now()) : requestAnimationFrame(look));
      look();
    });
  const chart = () =>
    [...document.querySelectorAll("figure")].find((figure) =>
      figure.querySelector("[role=slider]")?.getAttribute("aria-label")?.startsWith("Conversion funnel by day"),
    );
  const measureIt = async () => {
    const drawn = await until(() => chart()?.querySelectorAll(".recharts-line-curve").length === lines);
    // What follows the chart on the page must not delay the answer to the pointer.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const plot = chart()?.querySelector(".recharts-cartesian-grid")?.getBoundingClientRect();
    if (!plot) throw new Error("The chart has no grid.");
    const begun = performance.now();
    const at = { clientX: plot.left + plot.width / 3, clientY: plot.top + plot.height / 2, bubbles: true };
    chart()?.querySelector(".recharts-surface")?.dispatchEvent(new MouseEvent("mousemove", at));
    const pointed = await until(() => Boolean(chart()?.querySelector(".recharts-tooltip-wrapper")?.textContent));
    return { drawn: drawn - answered, pointed: pointed - begun };
  };
  (window as unknown as { chartMarks: Promise<Marks> }).chartMarks = measureIt();
}

function funnel(start: string, end: string) {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  const daily = Array.from({ length: days }, (_, at) => ({
    date: new Date(Date.parse(start) + at * 86_400_000).toISOString().slice(0, 10),
    visits: Math.round(1_000 + 400 * Math.sin(at / 7) + ((at * 7919) % 97)),
    offers_shown: 400 + ((at * 104_729) % 61),
  }));
  return {
    type: "conversion_funnel",
    period: { start, end },
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
