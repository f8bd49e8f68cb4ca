import { barriers, painted } from "./barriers.ts";
import { expect, rowOf } from "./fixtures.ts";
import { test } from "./second-shop.ts";

test("the meter of requests left costs no call, names running jobs, and shows how long a pause lasts", {
  tag: "@long",
}, async ({ page, shop, complaints }) => {
  complaints.expect(/429/);
  const meter = page.getByRole("button", { name: /^(Checkout|Affiliate) service/ });
  const details = page.getByRole("dialog", { name: "Requests left" });

  await test.step("the meter shows the requests left of both services", async () => {
    await shop.opens("/upsells");
    await expect(rowOf(page, "Filter deal 30")).toBeVisible();
    await expect(meter).toHaveAccessibleName(/^Checkout service: 1\d\d of 120 requests left this minute$/);
    const calls = shop.calls("* *");
    await meter.focus();
    await page.keyboard.press("Enter");
    const checkout = details.getByRole("region", { name: "Checkout service" });
    const minute = checkout.getByRole("meter", { name: "This minute" });
    await expect(minute).toHaveAttribute("aria-valuetext", `${120 - calls} of 120 left`);
    await expect(checkout.getByRole("meter", { name: "This hour" })).toHaveAttribute(
      "aria-valuetext",
      `${(3_600 - calls).toLocaleString("en")} of 3,600 left`,
    );
    await expect(details.getByRole("region", { name: "Affiliate service" })).toContainText("120 of 120 left");
    // While open, the meter reads from the dashboard again and again, and calls no service.
    const answers = () => page.waitForResponse((answer) => answer.url().endsWith("/desk/budget"));
    await answers();
    await answers();
    expect(shop.calls("* *")).toBe(calls);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await painted(page);
      expect(await barriers(page)).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await expect(details).toHaveCount(0);
    await expect(meter).toBeFocused();
  });

  await test.step("a running background job is named, and requests by people go first", async () => {
    shop.goesWrong({ on: "PUT /upsells/:id", fault: "slow", ms: 1_200, times: 100 });
    const ids = Array.from({ length: 30 }, (_, index) => `off-${index + 1}`);
    await shop.asks("jobs", { kind: "enable_upsells", ids });
    await meter.click();
    await expect(details).toContainText("Requests by people go first.");
    await expect(details.getByRole("link", { name: "1 background job is running" })).toHaveAttribute(
      "href",
      `${shop.base}/jobs`,
    );
    await page.keyboard.press("Escape");
  });

  await test.step("a reached request limit shows the seconds to go, on a phone too", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(meter).toHaveCount(0);
    shop.behaves();
    shop.goesWrong({ on: "GET /upsells", fault: "too-many", retryAfter: 40, times: 3 });
    await page.reload();
    await expect(meter).toHaveAccessibleName(/^Checkout service: request limit reached, [23]\d seconds to go$/);
    await meter.click();
    await expect(details).toContainText(/Checkout service: request limit reached, \d+ seconds? to go/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await painted(page);
    expect(await barriers(page)).toEqual([]);
  });
});
