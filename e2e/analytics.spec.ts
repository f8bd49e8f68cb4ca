import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "./fixtures.ts";

const part = (page: Page, title: string | RegExp) =>
  page.locator("section", { has: page.getByRole("heading", { name: title }) }).last();
const tile = (page: Page, label: string) =>
  page.locator("dl > div").filter({ has: page.locator("dt", { hasText: label }) });
const rows = (page: Page, caption: string) =>
  page.getByRole("table", { name: caption, exact: true }).locator("tbody tr");
const figureOf = (slider: ReturnType<Page["locator"]>) => slider.locator("xpath=ancestor::figure");
const textOf = async (of: ReturnType<Page["locator"]>) => (await of.textContent()) ?? "";
const read = async (of: ReturnType<Page["locator"]>) => Number((await textOf(of)).replace(/[^\d.-]/g, ""));

const numbersIn = async (slider: ReturnType<Page["locator"]>) =>
  [...((await slider.getAttribute("aria-valuetext")) ?? "").matchAll(/[\d,.]*\d/g)].map(([text]) =>
    Number(text.replaceAll(",", "")),
  );

async function csvOf(page: Page, what: string): Promise<string[][]> {
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: `Download “${what}” as CSV` }).click();
  const text = await readFile(await (await started).path(), "utf8");
  return text
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
}

test("figures of a period are compared, charted, annotated, broken down, saved as a view and downloaded", {
  tag: "@long",
}, async ({ page, merchant, browser, complaints }) => {
  await merchant.hasDemoShop({ small: true });

  await test.step("the days of a year compared with the year before are complete on the first visit, without scripts", async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const still = await plain.newPage();
    await still.goto(`${merchant.base}/analytics?range=365d&figure=revenue`);
    const days = rows(still, "Revenue by day");
    await expect(days.first()).toContainText(/€[\d,.]+/);
    const main = still.getByRole("main");
    await expect(main).not.toContainText(/loaded|so far|for now/);
    await expect(still.getByText("(365 days)")).toBeVisible();
    await plain.close();
  });

  await test.step("the chart of 365 days, compared with 365 more, is complete at first paint", async () => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/analytics\/metrics|history\/metrics/.test(request.url())) asked.push(request.url());
    });
    await merchant.opens("/analytics?range=365d&figure=revenue");
    const chart = page.getByRole("slider", { name: "Revenue by day, as lines" });
    await expect(figureOf(chart).locator(".recharts-line-curve")).toHaveCount(2);
    // A gap in the line would add another M to its path.
    const pieces = await figureOf(chart)
      .locator(".recharts-line-curve")
      .evaluateAll((lines) => lines.map((line) => line.getAttribute("d")?.match(/M/g)?.length));
    expect(pieces).toEqual([1, 1]);
    const csv = await csvOf(page, "Revenue");
    expect(csv).toHaveLength(366);
    expect(csv.slice(1).filter(([, now]) => !now)).toEqual([]);
    // The shop is younger than the comparison period: its first days are unknown, and sums are not compared.
    const missing = csv.slice(1).map(([, , , before]) => !before);
    expect(missing).toEqual(missing.toSorted());
    expect(missing).toContain(true);
    await expect(page.getByText(/There is no data before .*, so totals are not compared\./)).toBeVisible();
    await expect(tile(page, "Revenue").first()).toContainText(/no comparison.*was/s);
    const sum = csv.slice(1).reduce((total, [, now]) => total + Number(now), 0);
    expect(Math.round(sum)).toBe(Math.round(await read(tile(page, "Revenue").first().locator("dd > span").first())));
    expect(asked).toEqual([]);
  });

  await merchant.opens("?range=28d");

  await test.step("a figure of the overview opens its chart in analytics", async () => {
    await page.getByRole("link", { name: "Orders with upsells" }).click();
    await expect(page).toHaveURL(/\/analytics\?figure=withUpsells&range=28d/);
    await expect(page.getByRole("heading", { name: "Orders with upsells by day" })).toBeVisible();
  });

  await test.step("the days of a chart add up to the total that the checkout service reports", async () => {
    await expect(rows(page, "Orders with upsells by day")).toHaveCount(28);
    const days = await rows(page, "Orders with upsells by day").locator("td:nth-child(2)").allInnerTexts();
    const total = await read(tile(page, "Orders with upsells").locator("dd > span").first());
    expect(days.reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0)).toBe(total);
    await expect(page.getByText(/add up to/)).toHaveCount(0);
    await expect(page.getByText("earlier, on the same weekdays")).toBeVisible();
    await expect(page.getByText("Days follow the time zone Europe/Berlin.")).toBeVisible();
    const [first] = await rows(page, "Orders with upsells by day").locator("th").allInnerTexts();
    const chosen = first?.split(",")[0];
    const beside = await textOf(rows(page, "Orders with upsells by day").locator("td:nth-child(3) span").first());
    expect(new Date(`${beside} UTC`).toLocaleDateString("en", { weekday: "short", timeZone: "UTC" })).toBe(chosen);
  });

  await test.step("a year compared with the year before takes four calls, and none when it is opened again", async () => {
    const asked: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/checkout/analytics/")) asked.push(response.status());
    });
    await page.keyboard.press("0");
    const days = rows(page, "Orders with upsells by day");
    await page.getByRole("button", { name: "Show all 365 rows" }).first().click();
    await expect(days).toHaveCount(365);
    await expect(days.getByText("not loaded yet")).toHaveCount(0);
    await expect(page.getByText(/days loaded|add up to/)).toHaveCount(0);
    await expect(page.getByRole("columnheader", { name: "Acceptance rate" })).toBeVisible();
    expect(asked).toEqual([200, 200, 200, 200]);
    await page.keyboard.press("2");
    await expect(page.getByText("(28 days)")).toBeVisible();
    await page.keyboard.press("0");
    await expect(page.getByText("(365 days)")).toBeVisible();
    await expect(days).toHaveCount(365);
    expect(asked).toHaveLength(4);
    await expect(page).toHaveURL(/range=365d/);
    await page.keyboard.press("2");
    await expect(page).not.toHaveURL(/range=365d/);
  });

  await test.step("the first paint has the figures and the tables, without scripts", async () => {
    const plain = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const still = await plain.newPage();
    await still.goto(page.url());
    await expect(tile(still, "Revenue").first()).toContainText("€");
    await expect(rows(still, "Orders with upsells by day")).toHaveCount(28);
    await expect(
      still.getByRole("table", { name: "Single offers", exact: true }).locator("tbody tr").first(),
    ).toContainText("€");
    await plain.close();
  });

  await test.step("keys select the period, and the list of keyboard shortcuts has them", async () => {
    await page.keyboard.press("7");
    await expect(page).toHaveURL(/range=7d/);
    await expect(rows(page, "Orders with upsells by day")).toHaveCount(7);
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Year to date");
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await expect(page.getByText(/is not over yet, so the figures for that day are incomplete/)).toBeVisible();
    await expect(tile(page, "Revenue").first()).toContainText("whole comparison day");
    await page.goBack();
    await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  });

  await test.step("the chart is one tab stop, arrow keys move along it, and Enter opens the day", async () => {
    const chart = page.getByRole("slider", { name: "Orders with upsells by day, as lines" });
    await expect(figureOf(chart).locator(".recharts-line-curve")).toHaveCount(2);
    await expect(chart).toHaveAccessibleDescription(/lowest \d+, highest \d+, latest \d+/);
    await chart.focus();
    await page.keyboard.press("Home");
    const first = await textOf(rows(page, "Orders with upsells by day").last().locator("th"));
    await expect(chart).toHaveAttribute(
      "aria-valuetext",
      new RegExp(`^${first}: Orders with upsells \\d+, Comparison \\d+`),
    );
    await page.keyboard.press("ArrowRight");
    await expect(chart).toHaveAttribute("aria-valuenow", "2");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/range=custom&from=(\d{4}-\d\d-\d\d)&to=\1/);
    await expect(page.getByText("The two weeks up to the selected day.")).toBeVisible();
    await page.goBack();
  });

  await test.step("an annotation is at its day in the chart, and colleagues see a shared one", async () => {
    await page.getByRole("button", { name: "Add annotation" }).click();
    const dialog = page.getByRole("dialog", { name: "Add annotation" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Description")).toHaveAccessibleDescription("Enter a description.");
    await dialog.getByLabel("Description").fill("Free shipping began");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("list", { name: "Annotations" })).toContainText("Free shipping began");
    await expect(page.locator(".recharts-reference-line")).toHaveCount(1);
    const analyst = await merchant.as("analyst");
    await analyst.opens("/analytics?range=7d");
    const note = analyst.page.getByRole("list", { name: "Annotations" }).getByRole("listitem");
    await expect(note).toContainText("shared by Olive Owner");
    await expect(note.getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: "Delete “Free shipping began”" }).click();
    await expect(page.getByRole("list", { name: "Annotations" })).toHaveCount(0);
  });

  await test.step("reports are sorted, downloaded as shown and charted, and lead to the offers", async () => {
    await page.keyboard.press("9");
    const table = page.getByRole("table", { name: "Single offers", exact: true });
    await table.getByRole("button", { name: "Shown" }).click();
    await expect(page).toHaveURL(/sort=shown/);
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    await expect(table.getByRole("columnheader", { name: "Shown" })).toHaveAttribute("aria-sort", "descending");
    const names = await table.locator("tbody th").allInnerTexts();
    const [head, ...lines] = await csvOf(page, "Single offers");
    expect(head).toEqual([
      "Offer",
      "Shown",
      "Accepted",
      "Declined",
      "Acceptance rate",
      "Revenue",
      "Shown (Comparison)",
    ]);
    expect(lines).toHaveLength(names.length);
    const shown = lines.map((line) => Number(line.at(-6)));
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
    const grown = new Intl.NumberFormat("en", {
      style: "percent",
      signDisplay: "exceptZero",
      maximumFractionDigits: 1,
    }).format((shown[0] ?? 0) / Number(lines[0]?.at(-1)) - 1);
    await expect(rows(page, "Single offers").first()).toContainText(grown);
    const offer = table.locator("tbody a").first();
    const name = await textOf(offer);
    await offer.click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await page.goBack();

    await page.getByRole("tab", { name: "Conversion funnel" }).click();
    await expect(rows(page, "From visit to order")).toHaveCount(4);
    await expect(rows(page, "From visit to order").nth(2)).toContainText(/%.*was/s);
    const funnel = page.getByRole("slider", { name: "From visit to order, as a funnel" });
    await funnel.focus();
    await page.keyboard.press("End");
    await expect(funnel).toHaveAttribute("aria-valuenow", "4");
    await page.keyboard.press("Home");
    const [visits] = (await numbersIn(funnel)) as [number];
    // An order with two accepted offers loses nothing, so only offers are compared with offers.
    await page.keyboard.press("ArrowRight");
    await expect(funnel).toHaveAttribute("aria-valuetext", /^Offers shown: [\d,]+, [\d.]+ offers per visit$/);
    const [offered, perVisit] = (await numbersIn(funnel)) as [number, number];
    expect(perVisit).toBeCloseTo(offered / visits, 2);
    await page.keyboard.press("ArrowRight");
    await expect(funnel).toHaveAttribute("aria-valuetext", /^Offers accepted: [\d,]+, [\d,]+ lost \([\d.]+%\)$/);
    const [accepted, lost, lostPart] = (await numbersIn(funnel)) as [number, number, number];
    expect(accepted + lost).toBe(offered);
    expect(lostPart).toBeCloseTo((100 * lost) / offered, 1);
    await page.keyboard.press("ArrowRight");
    await expect(funnel).toHaveAttribute(
      "aria-valuetext",
      /^Orders with upsells: .* of the first step\), [\d.]+ offers per order$/,
    );
    // The chart's text for screen readers, its drawing and the table agree.
    await expect(figureOf(funnel)).toContainText(`${lost.toLocaleString("en")} lost (${lostPart.toFixed(1)}%)`);
    await expect(rows(page, "From visit to order").nth(2)).toContainText(`${lost.toLocaleString("en")} lost`);
    await expect(rows(page, "From visit to order").nth(3)).not.toContainText("lost");
    await page.getByRole("tab", { name: "Revenue by source" }).click();
    // The source and the figure above it have different names, because the figure includes bundles and subscriptions.
    await expect(page.getByRole("rowheader", { name: "Single offers" })).toBeVisible();
    await expect(page.getByRole("term").filter({ hasText: /^Revenue from offers \(/ })).toHaveText(
      "Revenue from offers (single offers, bundles and subscriptions)",
    );
    const sources = page.getByRole("slider", { name: /^Revenue by source by day/ });
    await expect(figureOf(sources).locator(".recharts-area-curve")).toHaveCount(4);
    // The areas are stacked: the top of the last one is the total of the day.
    await expect(figureOf(sources).locator(".recharts-area-area")).toHaveCount(4);
    await sources.focus();
    await page.keyboard.press("End");
    const [, , upsells, bundles, subscriptions, other, total] = (await numbersIn(sources)).map((amount) =>
      Math.round(amount * 100),
    ) as [number, number, number, number, number, number, number];
    expect(upsells + bundles + subscriptions + other).toBe(total);
    expect(total).toBeGreaterThan(0);
    // The lines differ in more than their colour.
    const dashes = await figureOf(sources)
      .locator(".recharts-area-curve")
      .evaluateAll((all) => all.map((line) => line.getAttribute("stroke-dasharray")));
    expect(new Set(dashes).size).toBe(4);
  });

  await test.step("period, comparison and report are saved as a view", async () => {
    await page.getByLabel("Compare with").selectOption("year");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Sources beside last year");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await merchant.opens("/analytics");
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Sources beside last year" }).click();
    await expect(page).toHaveURL(/compare=year/);
    await expect(page.getByRole("tab", { name: "Revenue by source" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText("the same dates a year earlier")).toBeVisible();
  });

  await test.step("a report that cannot be loaded leaves the other parts of the page, on a phone too", async () => {
    complaints.expect(/500/);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route("**/analytics/reports/**", (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole("combobox", { name: "Period" }).selectOption("30d");
    await expect(page.getByRole("alert").filter({ hasText: "The request failed" })).toBeVisible();
    await expect(tile(page, "Revenue").first()).toContainText("€");
    await page.unroute("**/analytics/reports/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(part(page, /^Revenue by source by day/)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test("an affiliate manager is told that analytics is not for their role", { tag: "@long" }, async ({ merchant }) => {
  const manager = await merchant.as("affiliate_manager");
  await manager.opens("/analytics");
  await expect(manager.page.getByRole("heading", { name: "Your role cannot view analytics" })).toBeVisible();
  await expect(manager.page.getByRole("link", { name: "Analytics" })).toHaveCount(0);
});

test("the heat map of clicks by hour and weekday is read by keyboard and by pointer, and adds up to the period's clicks", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/affiliate-analytics?range=28d");
  const title = "Clicks by hour and weekday";
  const map = page.getByRole("slider", { name: `${title}, as a heat map` });
  await expect(part(page, title)).toContainText("Hours are in the time zone Europe/Berlin.");
  const most = /^(\w+day), (\d+ [AP]M): ([\d,]+) clicks?$/;

  await test.step("the hour with the most clicks is read first, and arrow keys move in four directions", async () => {
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await expect(map).toHaveAttribute("aria-valuetext", most);
    const [, day = "", hour = ""] = most.exec((await map.getAttribute("aria-valuetext")) ?? "") ?? [];
    await expect(map).toHaveAccessibleDescription(new RegExp(`^Most clicks: ${day}, ${hour}, with `));
    await page.keyboard.press("Home");
    await expect(map).toHaveAttribute("aria-valuetext", new RegExp(`^${day}, 12 AM:`));
    for (let n = 0; n < 7; n++) await page.keyboard.press("ArrowUp");
    await expect(map).toHaveAttribute("aria-valuetext", /^Monday, 12 AM:/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await expect(map).toHaveAttribute("aria-valuetext", /^Tuesday, 11 PM:/);
  });

  await test.step("the pointer reads the cell under it", async () => {
    const box = (await map.boundingBox()) as { x: number; y: number; width: number };
    await page.mouse.move(box.x + 48 + (box.width - 48) * (9.5 / 24), box.y + 2.5 * 28);
    await expect(figureOf(map)).toContainText("Wednesday, 9 AM:");
  });

  await test.step("the table and the CSV file agree, and add up to the clicks of the period", async () => {
    await page.getByText("All clicks by hour").click();
    await expect(rows(page, title)).toHaveCount(24);
    const [head, ...lines] = await csvOf(page, title);
    expect(head).toEqual("Hour,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday".split(","));
    const sum = lines.flatMap((line) => line.slice(1)).reduce((all, count) => all + Number(count), 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBe(await read(tile(page, "Clicks").first().locator("dd").first()));
    const cells = await rows(page, title).nth(9).locator("td").allInnerTexts();
    expect(cells).toEqual(lines[9]?.slice(1));
  });

  await test.step("a period without clicks says so", async () => {
    await merchant.opens("/affiliate-analytics?range=custom&from=2001-01-01&to=2001-01-07");
    await expect(part(page, title)).toContainText("There are no clicks in this period.");
    await expect(map).toHaveCount(0);
  });
});

test("a live store whose shop was never heard of is led to connecting it", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  for (const path of ["analytics", "affiliate-analytics", "experiments"]) {
    await page.goto(`/${merchant.store}/live/${path}`);
    await expect(page.getByText("Your shop has not reported anything yet")).toBeVisible();
    await expect(page.getByText("Try another period")).toHaveCount(0);
  }
  await page.getByRole("link", { name: "Connect your shop" }).click();
  await expect(page).toHaveURL(/\/live\/settings\/shop/);
  await merchant.opens("/experiments");
  await expect(page.getByText("Your shop has not reported anything yet")).toHaveCount(0);
});
