import type { BrowserContext, Page } from "@playwright/test";
import { demoStore } from "../test/demo-app.ts";
import { startBoth } from "./bare-next.ts";
import { inTurns, median, record } from "./results.ts";

const rounds = 15;
const turns = 3;
/** The pointer rests on a link this long before the press. */
const pointingMs = 200;

/** A link to a page, and what is seen once the page is there. */
type Destination = { link: string; shown: string };
type Side = { here: Destination; there: Destination; open(): Promise<{ context: BrowserContext; page: Page }> };
type Times = Record<"first" | "again", number[]>;

const base = `/${demoStore}/sandbox`;
const list = (name: string): Destination => ({
  link: `aside nav a[href="${base}/${name}"]`,
  shown: `main tbody a[href^="${base}/${name}/"]`,
});
const word = (name: string): Destination => ({ link: `nav a[href="/${name}"]`, shown: `#${name}` });

// Measures the time from the press on a link to the painted data, between two lists and between two bare pages of the
// same Next version, in turns: first in a fresh browser, then again.
export async function run(): Promise<void> {
  const { bare, app, stop } = await startBoth();
  const visit = async (origin: string, path: string, before?: (context: BrowserContext) => Promise<void>) => {
    const context = await app.browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    await before?.(context);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    return { context, page };
  };
  const pages: Side = { here: word("one"), there: word("two"), open: () => visit(bare.origin, "/one") };
  const lists: Side = {
    here: list("upsells"),
    there: list("bundles"),
    open: () => visit(app.origin, `${base}/upsells`, app.signIn),
  };
  try {
    const times = await inTurns({ floor: () => measure(pages), ours: () => measure(lists) }, rounds + 1);
    for (const when of ["first", "again"] as const) {
      // The first round warms up both apps.
      const middle = (all: Times[]) => median(all.slice(1).flatMap((round) => round[when]));
      const [ours, floor] = [middle(times.ours), middle(times.floor)];
      record({ what: `from list to list, ${when}`, ours, unit: "ms", floor, limits: { mostTimes: 2 } });
    }
  } finally {
    await stop();
  }
}

async function measure({ here, there, open }: Side): Promise<Times> {
  const { context, page } = await open();
  const times: Times = { first: [await time(page, there)], again: [] };
  for (let turn = 0; turn < turns; turn++) {
    times.again.push(await time(page, here), await time(page, there));
  }
  await context.close();
  return times;
}

/** Measures from the browser's own time of the press until the expected content is painted. */
async function time(page: Page, { link, shown }: Destination): Promise<number> {
  const taken = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let begun = 0;
        const onClick = (event: Event) => {
          begun = event.timeStamp;
        };
        addEventListener("click", onClick, { once: true, capture: true });
        const observer = new MutationObserver(() => {
          if (begun === 0 || !document.querySelector(wanted)?.checkVisibility()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
        });
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      }),
    shown,
  );
  await page.hover(link);
  await page.waitForTimeout(pointingMs);
  await page.click(link);
  return taken;
}
