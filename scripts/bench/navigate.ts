import type { BrowserContext, Page } from "@playwright/test";
import { demoStore } from "../test/demo-app.ts";
import { startBoth } from "./bare-next.ts";
import { middle } from "./print.ts";
import { note } from "./table.ts";

const rounds = 15;
const turns = 3;
const wanted = 2;
/** The pointer rests on a link this long before the press. */
const pointingMs = 200;

type Place = { link: string; shown: string };
type Side = { name: string; here: Place; there: Place; open(): Promise<{ context: BrowserContext; page: Page }> };
type Times = Record<"first" | "again", number[]>;

const base = `/${demoStore}/sandbox`;
const list = (name: string): Place => ({
  link: `aside nav a[href="${base}/${name}"]`,
  shown: `main tbody a[href^="${base}/${name}/"]`,
});
const word = (name: string): Place => ({ link: `nav a[href="/${name}"]`, shown: `#${name}` });

// Measures the time from the press on a link to the painted data, between two lists and between two bare pages of the
// same Next version, in turns: first in a fresh browser, then again.
export async function run(): Promise<boolean> {
  const { bare, app, stop } = await startBoth();
  const visit = async (origin: string, path: string, before?: (context: BrowserContext) => Promise<void>) => {
    const context = await app.browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
    await before?.(context);
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    return { context, page };
  };
  const sides: Side[] = [
    { name: "bare pages", here: word("one"), there: word("two"), open: () => visit(bare.origin, "/one") },
    {
      name: "two lists",
      here: list("upsells"),
      there: list("bundles"),
      open: () => visit(app.origin, `${base}/upsells`, app.signIn),
    },
  ];
  try {
    const times: Record<string, Times> = Object.fromEntries(sides.map(({ name }) => [name, { first: [], again: [] }]));
    for (let round = 0; round <= rounds; round++) {
      for (const side of sides) {
        const { first, again } = await measure(side);
        // The first round warms up both apps.
        if (round === 0) continue;
        times[side.name]?.first.push(...first);
        times[side.name]?.again.push(...again);
      }
    }
    return report(times);
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
async function time(page: Page, { link, shown }: Place): Promise<number> {
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

function report(times: Record<string, Times>): boolean {
  const median = (values: number[]) => middle(values, (value) => value);
  let kept = true;
  console.log("\nnavigation             times     median ms   of bare pages   wanted");
  for (const when of ["first", "again"] as const) {
    const floor = median(times["bare pages"]?.[when] ?? []);
    for (const [name, { [when]: values }] of Object.entries(times)) {
      const ratio = median(values) / floor;
      const judged = name !== "bare pages";
      if (judged) kept &&= ratio <= wanted;
      if (judged) {
        note({
          what: `${name}, ${when}`,
          ours: `${median(values).toFixed(0)} ms`,
          floor: `${floor.toFixed(0)} ms`,
          ratio,
          wanted: `≤ ${wanted} ×`,
          met: ratio <= wanted,
        });
      }
      const cells = [String(values.length).padStart(5), median(values).toFixed(1).padStart(14)].join("");
      console.log(
        `${`${name}, ${when}`.padEnd(23)}${cells}${ratio.toFixed(2).padStart(16)}${judged ? `      ≤ ${wanted}` : ""}`,
      );
    }
  }
  return kept;
}
