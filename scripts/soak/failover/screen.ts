import { chromium } from "@playwright/test";
import { findChromium } from "../../test/chromium.ts";
import type { Shop } from "../people.ts";

const lists = ["upsells", "bundles", "orders"];
const patienceMs = 60_000;

/** Somebody goes from list to list in one tab. Counts how often a list came late, and how often not without a reload. */
export async function watchScreen(origin: string, { store, headers }: Shop) {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  const context = await browser.newContext({ baseURL: origin });
  for (const cookie of String(headers.cookie).split("; ")) {
    const [name = "", ...value] = cookie.split("=");
    await context.addCookies([{ name, value: value.join("="), url: origin }]);
  }
  const page = await context.newPage();
  await page.goto(`/${store}/sandbox/upsells`);
  const counts = { steps: 0, waits: 0, reloads: 0 };
  let isOver = false;
  const going = (async () => {
    while (!isOver) {
      const name = lists[counts.steps++ % lists.length] as string;
      const begun = performance.now();
      const path = `/${store}/sandbox/${name}`;
      const came = await page
        .locator(`nav a[href="${path}"]`)
        .first()
        .click({ timeout: patienceMs })
        .then(() => page.waitForURL(`**${path}`, { timeout: patienceMs }))
        .then(() => page.locator("main tbody tr, main h2").first().waitFor({ timeout: patienceMs }))
        .then(
          () => true,
          () => false,
        );
      if (performance.now() - begun > 3_000) counts.waits++;
      if (!came) {
        counts.reloads++;
        const shown = await page.locator("body").ariaSnapshot();
        console.log(`  a screen (${page.url()}) showed: ${shown.slice(0, 300).replaceAll("\n", " | ")}`);
        await page.reload();
      }
      await page.waitForTimeout(700);
    }
  })();
  return {
    going,
    async result() {
      isOver = true;
      await going;
      return counts;
    },
    close: () => browser.close(),
  };
}
