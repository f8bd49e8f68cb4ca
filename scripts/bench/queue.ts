import type { Page } from "@playwright/test";
import { demoStore, startDemoApp } from "../test/demo-app.ts";
import { middle } from "./print.ts";

const commissions = 100_000;
const openings = 7;
const limits = { openMs: 1_000, inTime: 0.95, longestMs: 50 };
/** One of sixty frames in a second, and the inaccuracy of a timer. */
const frameMs = 1_000 / 60 + 1;

type Frames = { count: number; inTime: number; longestMs: number };

// Measures the review queue with 100,000 pending commissions: the median time from opening it until rows are painted,
// and how many frames come in time while a page of a hundred rows is scrolled.
export async function run(): Promise<boolean> {
  const app = await startDemoApp();
  try {
    await app.fillsQueue(commissions);
    const context = await app.browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
    await app.signIn(context);
    const page = await context.newPage();
    const queue = `/${demoStore}/sandbox/commissions`;
    const times: number[] = [];
    // The first opening warms up the server.
    for (let n = 0; n <= openings; n++) {
      const time = await open(page, queue);
      if (n > 0) times.push(time);
    }
    const total = await page.getByRole("navigation", { name: "Pages" }).textContent();
    await open(page, `${queue}?per_page=100`);
    await page.waitForLoadState("networkidle");
    const scrolled = await scroll(page);
    const keyed = await scroll(page, "j");
    await context.close();
    const median = middle(times, (value) => value);
    console.log(`\nqueue: ${total?.trim()}`);
    console.log(
      `opens on data in ${median.toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)}; limit ${limits.openMs} ms`,
    );
    tell("scrolled", scrolled);
    tell("walked through by J", keyed);
    return median <= limits.openMs && keeps(scrolled);
  } finally {
    await app.stop();
  }
}

const keeps = ({ inTime, longestMs }: Frames) => inTime >= limits.inTime && longestMs <= limits.longestMs;

function tell(what: string, { count, inTime, longestMs }: Frames): void {
  const share = `${(inTime * 100).toFixed(1)} % of ${count} frames in time`;
  console.log(`${what}: ${share}, the longest ${longestMs.toFixed(1)} ms`);
}

async function open(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  const began = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("main tbody tr [data-row-focus]").first().waitFor();
  return performance.now() - began;
}

/** Scrolls down and up as fast as a wheel turns, or row by row with a held key. */
async function scroll(page: Page, key?: string): Promise<Frames> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(400, 500);
  await page.evaluate(() => {
    const times: number[] = [];
    const target = window as unknown as { frameTimes: number[]; framesEnd: boolean };
    target.frameTimes = times;
    target.framesEnd = false;
    const note = (at: number) => {
      times.push(at);
      if (!target.framesEnd) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  for (let step = 0; step < 90; step++) {
    if (key === undefined) await page.mouse.wheel(0, step < 45 ? 90 : -90);
    else await page.keyboard.press(key);
    await page.waitForTimeout(16);
  }
  const times = await page.evaluate(() => {
    const target = window as unknown as { frameTimes: number[]; framesEnd: boolean };
    target.framesEnd = true;
    return target.frameTimes;
  });
  const gaps = times.slice(1).map((at, n) => at - (times[n] as number));
  const inTime = gaps.filter((gap) => gap <= frameMs).length / gaps.length;
  return { count: gaps.length, inTime, longestMs: Math.max(...gaps) };
}
