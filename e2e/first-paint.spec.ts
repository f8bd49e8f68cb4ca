import { expect, type Page, rowOf, rowsOf, test } from "./fixtures.ts";

test("a page that is still loading shows its heading, and its list once the list is complete", async ({
  browser,
  page,
  merchant,
}) => {
  await merchant.api.create({ name: "Care kit", status: "active" });
  await merchant.opens("/upsells");
  const offer = page.getByRole("link", { name: "Care kit" });
  await expect(offer).toBeVisible();

  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: page.url() });
  const still = await context.newPage();
  const row = still.getByRole("link", { name: "Care kit" });
  let arrives = (html: string) => html.slice(0, html.indexOf("</table>"));
  await still.route(page.url(), async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: arrives(await answer.text()) });
  });
  await still.goto(page.url());
  await expect(still.getByRole("heading", { name: "Upsells", level: 1 })).toBeVisible();
  await expect(still.getByText("The offers your shop can show at checkout")).toBeVisible();
  await expect(still.locator("tbody tr")).toHaveCount(1);
  await expect(row).toBeHidden();

  arrives = (html) => html;
  await still.goto(page.url());
  await expect(row).toBeVisible();
  await context.close();
});

test("a page contains its style sheet once and requests none", async ({ page, merchant }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.resourceType()));
  await merchant.opens("/upsells");
  await expect(page.locator("body")).toHaveCSS("margin", "0px");
  const html = await (await page.request.get(page.url())).text();
  expect(html.split("@layer components{").length - 1).toBe(1);
  expect(requested).not.toContain("stylesheet");
});

/** React marks each element that it has hydrated. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__react"));

test("a list that nobody has touched is not hydrated, responds to the first click, and follows its data", async ({
  page,
  merchant,
}) => {
  await merchant.api.createBundle({ name: "Gift set" });
  const { id } = await merchant.api.createBundle({ name: "Morning set" });
  await merchant.opens();
  const open = async () => {
    const fresh = await page.context().newPage();
    await fresh.goto(`${merchant.base}/bundles`);
    await expect.poll(() => fresh.locator("main").evaluate(isHydrated)).toBe(true);
    return fresh;
  };
  const untouched = async (fresh: Page) => {
    const rows = await rowsOf(fresh).all();
    return (await Promise.all(rows.map((row) => row.evaluate(isHydrated)))).filter((hydrated) => !hydrated).length;
  };

  const clicked = await open();
  expect(await untouched(clicked)).toBe(2);
  await rowOf(clicked, "Morning set").getByRole("checkbox").click();
  await expect(rowOf(clicked, "Morning set")).toHaveAttribute("aria-selected", "true");

  // A screen reader clicks without moving or pressing a pointer.
  const told = await open();
  await rowOf(told, "Gift set")
    .getByRole("checkbox")
    .evaluate((box: HTMLInputElement) => box.click());
  await expect(rowOf(told, "Gift set")).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(told, "Gift set").getByRole("checkbox")).toBeChecked();

  const watched = await open();
  expect(await untouched(watched)).toBe(2);
  const origin = new URL(page.url()).origin;
  const address = `/api${merchant.base}/checkout/bundles/${id}`;
  const saved = await page.request.put(address, { headers: { origin }, data: { name: "Evening set" } });
  expect(saved.status()).toBe(200);
  await expect(rowOf(watched, "Evening set")).toBeVisible();
  await rowOf(watched, "Gift set").getByRole("link").click();
  await expect(watched.getByRole("heading", { name: "Gift set" })).toBeVisible();
});

test("figures and the table come first, are left alone until somebody touches the page, and follow their data; their chart is drawn in its place", {
  tag: "@long",
}, async ({ browser, page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens();
  const address = `${merchant.base}/analytics`;
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: page.url() });
  const still = await context.newPage();
  await still.goto(address);
  const chart = (on: Page) => on.locator("figure").first();
  const lines = (on: Page) => chart(on).locator(".recharts-line-curve");
  const heightOf = async (on: Page) => (await chart(on).boundingBox())?.height;
  const row = (on: Page) =>
    on
      .getByRole("table", { name: /by day$/ })
      .first()
      .locator("tbody tr")
      .first();
  await expect(still.getByRole("main").locator("dl dd").first()).toContainText(/\d/);
  await expect(row(still)).toContainText(/\d/);
  const reserved = await heightOf(still);
  expect(reserved).toBeGreaterThan(250);
  await context.close();

  const open = async () => {
    const fresh = await page.context().newPage();
    await fresh.addInitScript(() => {
      const shifts: number[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
      Object.assign(window, { shifts });
      const look = () => {
        const main = document.querySelector("main");
        const isHydrated = main && Object.keys(main).some((key) => key.startsWith("__react"));
        if (isHydrated) performance.mark("hydrated");
        else requestAnimationFrame(look);
      };
      look();
    });
    await fresh.goto(address);
    await expect(lines(fresh)).toHaveCount(2);
    expect(await row(fresh).evaluate(isHydrated)).toBe(false);
    expect(await heightOf(fresh)).toBe(reserved);
    // The code that draws is asked for with the page's own, not by what was hydrated.
    const asked = await fresh.evaluate(async () => {
      const hydrated = performance.getEntriesByName("hydrated")[0]?.startTime ?? 0;
      const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
      const texts = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
      return scripts
        .filter((_, at) => texts[at]?.includes("recharts-surface"))
        .map((each) => each.startTime < hydrated);
    });
    expect(asked).toEqual([true]);
    expect(await fresh.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    return fresh;
  };
  const watched = await open();
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  await merchant.calls("POST", "/annotations", { day, text: "Free shipping began", shared: true });
  await expect(watched.getByRole("list", { name: "Annotations" })).toContainText("Free shipping began");
  await expect(watched.locator(".recharts-reference-line")).toHaveCount(1);
  await expect(lines(watched)).toHaveCount(2);

  const explored = await open();
  const slider = explored.getByRole("slider").first();
  await slider.focus();
  await explored.keyboard.press("End");
  await expect(slider).toHaveAttribute("aria-valuenow", "28");
});
