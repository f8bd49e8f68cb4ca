import { addDays, dayIn } from "../lib/days.ts";
import { expect, type Page, test } from "./fixtures.ts";

type Locator = ReturnType<Page["locator"]>;

const chartOf = (page: Page, name: string | RegExp) =>
  page.locator("figure", { has: page.getByRole("slider", { name }) });
const course = (page: Page) => chartOf(page, "Revenue by day, as lines");
const lines = (chart: Locator) => chart.locator(".recharts-line-curve");
const reading = (chart: Locator) => chart.locator(".recharts-tooltip-wrapper");
const textOf = async (of: Locator) => ((await of.textContent()) ?? "").trim();
const table = (page: Page) => page.getByRole("table", { name: "Revenue by day" }).locator("tbody tr");

/** Moves the pointer to a part of the plot's width. */
async function points(page: Page, chart: Locator, part: number): Promise<void> {
  await expect(lines(chart).first()).toBeVisible();
  await chart.scrollIntoViewIfNeeded();
  const grid = await chart.locator(".recharts-cartesian-grid").boundingBox();
  if (!grid) throw new Error("The chart has no grid.");
  const y = grid.y + grid.height / 2;
  await page.mouse.move(grid.x + grid.width * part - 3, y);
  await page.mouse.move(grid.x + grid.width * part, y);
}

test.beforeEach(({ merchant }) => merchant.hasDemoShop({ small: true }));

test("under the pointer, a chart shows the day in words with the values of the table and the day's annotations", async ({
  page,
  merchant,
}) => {
  const day = addDays(dayIn("Europe/Berlin", new Date()), -1);
  await merchant.calls("POST", "/annotations", { day, text: "Free shipping began", shared: true });
  await merchant.opens("/analytics?figure=revenue");
  const chart = course(page);
  await points(page, chart, 1);
  const row = table(page).first();
  await expect(reading(chart)).toContainText(await textOf(row.locator("th")));
  for (const column of [2, 3]) {
    const text = await textOf(row.locator(`td:nth-child(${column})`));
    await expect(reading(chart)).toContainText(/€[\d,.]+/.exec(text)?.[0] ?? "no value");
  }
  await expect(chart.locator(".recharts-reference-line")).toHaveCount(1);
  await expect(reading(chart)).toContainText("Free shipping began");
  await points(page, chart, 0.5);
  await expect(reading(chart)).not.toContainText("Free shipping began");
  await page.mouse.move(0, 0);
  await expect(reading(chart)).toBeHidden();
});

test("a finger on the chart shows a day and opens none", { tag: "@long" }, async ({ page, merchant }) => {
  await merchant.opens("/analytics?figure=revenue");
  const chart = course(page);
  await expect(lines(chart)).toHaveCount(2);
  const box = await chart.locator(".recharts-cartesian-grid").boundingBox();
  if (!box) throw new Error("The chart has no grid.");
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width * part, y: box.y + box.height / 2 }],
    });
  await touch("touchStart", 0.4);
  await touch("touchMove", 0.6);
  await expect(reading(chart)).toContainText("€");
  await touch("touchEnd", 0.6);
  await expect(reading(chart)).toContainText("€");
  await expect(page).not.toHaveURL(/range=custom/);
});

test("the legend hides and shows a line by click and by keyboard, and the figures read out follow", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.opens("/analytics?figure=revenue");
  const chart = course(page);
  const legend = chart.getByRole("group", { name: "Lines of the chart" });
  const comparison = legend.getByRole("button", { name: "Comparison" });
  await expect(lines(chart)).toHaveCount(2);
  await expect(comparison).toHaveAttribute("aria-pressed", "true");
  await comparison.click();
  await expect(comparison).toHaveAttribute("aria-pressed", "false");
  await expect(lines(chart)).toHaveCount(1);
  await expect(chart.getByRole("slider").first()).not.toHaveAttribute("aria-valuetext", /Comparison/);
  await points(page, chart, 0.5);
  await expect(reading(chart)).not.toContainText("Comparison");
  await comparison.focus();
  await page.keyboard.press("Space");
  await expect(lines(chart)).toHaveCount(2);
  await expect(chart.getByRole("slider").first()).toHaveAttribute("aria-valuetext", /Comparison/);
});

test("a long course has a brush, which narrows it by pointer and by keyboard", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.opens("/analytics?figure=revenue");
  await expect(lines(course(page))).toHaveCount(2);
  await expect(page.locator(".recharts-brush")).toHaveCount(0);
  await merchant.opens("/analytics?figure=revenue&range=365d");
  const chart = course(page);
  const slider = chart.getByRole("slider", { name: "Revenue by day, as lines" });
  const handles = chart.getByRole("slider", { name: "Days shown in the chart" });
  await expect(handles).toHaveCount(2);
  const firstLabel = chart.locator(".recharts-xAxis-tick-labels text").first();
  const before = await textOf(firstLabel);
  await chart.scrollIntoViewIfNeeded();
  const [handle, grid] = [await handles.first().boundingBox(), await chart.locator(".recharts-brush").boundingBox()];
  if (!handle || !grid) throw new Error("The brush has no box.");
  await page.mouse.move(handle.x + 5, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(grid.x + grid.width / 2, handle.y + 10, { steps: 5 });
  await page.mouse.up();
  await expect(firstLabel).not.toHaveText(before);
  await slider.focus();
  await page.keyboard.press("Home");
  const first = Number(await slider.getAttribute("aria-valuenow"));
  expect(first).toBeGreaterThan(120);
  await expect(reading(chart)).toContainText("€");
  await handles.first().focus();
  await page.keyboard.press("ArrowRight");
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", String(first + 1));
  await expect(page).toHaveURL(/range=365d/);
});

test("the charts of a page show the day under the pointer together, and the day to which the keys have moved", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await merchant.opens("/analytics?figure=revenue&report=revenue_attribution");
  const [above, below] = [course(page), chartOf(page, /^Revenue by source by day/)];
  await expect(below.locator(".recharts-area-curve").first()).toBeAttached();
  await points(page, above, 0.25);
  const day = reading(above).locator("p").first();
  await expect(day).toBeVisible();
  await expect(reading(below).locator("p").first()).toHaveText(await textOf(day));
  await page.mouse.move(0, 0);
  await expect(reading(below)).toBeHidden();
  await above.getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect(reading(above).locator("p").first()).toHaveText(await textOf(table(page).last().locator("th")));
  await expect(reading(below).locator("p").first()).toHaveText(await textOf(day));
  await page.keyboard.press("Escape");
  await expect(reading(below)).toBeHidden();
});

test("on a narrow and on a wide screen, the labels of the axes neither touch nor leave the chart", {
  tag: "@long",
}, async ({ page, merchant }) => {
  for (const [width, range] of [
    [390, "28d"],
    [390, "365d"],
    [1440, "365d"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await merchant.opens(`/analytics?figure=revenue&range=${range}`);
    const chart = course(page);
    await expect(lines(chart).first()).toBeVisible();
    const box = await chart.locator(".recharts-wrapper").boundingBox();
    if (!box) throw new Error("The chart has no box.");
    const labels = chart.locator(".recharts-xAxis-tick-labels text");
    const places = await labels.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    expect(places.length).toBeGreaterThan(2);
    for (const [at, { left, right }] of places.entries()) {
      expect(left).toBeGreaterThanOrEqual(places[at - 1]?.right ?? box.x);
      expect(right).toBeLessThanOrEqual(box.x + box.width);
    }
    const values = chart.locator(".recharts-yAxis-tick-labels text");
    for (const { left } of await values.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON())))
      expect(left).toBeGreaterThanOrEqual(box.x);
  }
});
