import type { Page } from "@playwright/test";
import { demoStore, startDemoApp } from "../test/demo-app.ts";
import { median, record } from "./results.ts";

/** One of sixty frames in a second, and the inaccuracy of a timer. */
const frameMs = 1_000 / 60 + 1;

// Measures the review queue with 100,000 pending commissions: the median time from opening it until rows are painted,
// and how many frames come in time while a page of a hundred rows is scrolled.
export async function run(): Promise<void> {
  const app = await startDemoApp();
  try {
    await app.fillsQueue(100_000);
    const context = await app.browser.newContext({ baseURL: app.origin, viewport: { width: 1440, height: 900 } });
    await app.signIn(context);
    const page = await context.newPage();
    const queue = `/${demoStore}/sandbox/commissions`;
    // The first opening warms up the server.
    await open(page, queue);
    const times: number[] = [];
    for (let n = 0; n < 7; n++) times.push(await open(page, queue));
    const pages = await page.getByRole("navigation", { name: "Pages" }).textContent();
    const opening = median(times);
    record({
      what: "opens on data",
      ours: opening,
      unit: "ms",
      limits: { most: 1_000 },
      also: [{ text: /\S+ of [\d,]+/.exec(pages ?? "")?.[0] ?? "no pages" }],
    });
    await open(page, `${queue}?per_page=100`);
    await page.waitForLoadState("networkidle");
    recordFrames("longest frame while scrolled", await scroll(page), 50, 0.95);
    recordFrames("longest frame while J is held", await scroll(page, "j"));
    await context.close();
  } finally {
    await app.stop();
  }
}

/** `most` limits the longest frame, `least` the share of frames in time. */
function recordFrames(what: string, frames: number[], most?: number, least = 0): void {
  const inTime = frames.filter((frame) => frame <= frameMs).length / frames.length;
  const text = `${(inTime * 100).toFixed(1)} % of ${frames.length} frames in time`;
  const limits = most === undefined ? {} : { limits: { most } };
  record({ what, ours: Math.max(...frames), unit: "ms", ...limits, also: [{ text, met: inTime >= least }] });
}

async function open(page: Page, address: string): Promise<number> {
  await page.goto("about:blank");
  const began = performance.now();
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("main tbody tr [data-row-focus]").first().waitFor();
  return performance.now() - began;
}

/** Scrolls down and up as fast as a wheel turns, or row by row with a held key. Returns the length of each frame. */
async function scroll(page: Page, key?: string): Promise<number[]> {
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
  return times.slice(1).map((at, n) => at - (times[n] as number));
}
