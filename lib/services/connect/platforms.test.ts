import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../contract/checkout/source-words.ts";
import { openConnected } from "../../testing/connect.ts";
import { platformSteps } from "../../testing/platform-steps.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

type Row = [platform: keyof typeof platformSteps, event: string, order: string, revenue: string, commission: string];

/** The rows of docs/platforms.md. */
const rows = readFileSync("docs/platforms.md", "utf8")
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [platform = ""] = section.split("\n");
    const lines = section.split("\n").filter((line) => line.startsWith("|"));
    return lines.slice(2).map(
      (line) =>
        [
          platform,
          ...line
            .split("|")
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ] as Row,
    );
  });

test("the tables of the platforms have the rows that are tested, and no others", () => {
  const tested = Object.entries(platformSteps).flatMap(([platform, steps]) =>
    Object.keys(steps).map((event) => `${platform} ${event}`),
  );
  expect(rows.map(([platform, event]) => `${platform} ${event}`)).toEqual(tested);
});

const ids = { Shopify: "6200407294252", WooCommerce: "727", Stripe: "pi_1" };

test.each(rows)(
  "%s: after %s, the order is %s, the revenue %s and the commission %s",
  async (platform, event, ...row) => {
    const shop = await openConnected(services);
    const mira = {
      email: "mira@example.com",
      first_name: "Mira",
      last_name: "L",
      status: "active",
      coupon_codes: ["MIRA10"],
    };
    await services.call("POST", "/affiliate/v1/affiliates", { key: shop.key, body: mira });
    for (const step of platformSteps[platform][event] ?? []) {
      await shop.deliver(platform.toLowerCase() as Platform, ...step);
    }
    const known = await shop.affiliateOrder(ids[platform]);
    const { body } = await shop.read("/analytics/metrics?start_date=2025-10-01&end_date=2025-10-31");
    const { rows: commissions } = await services.db.$client.query(
      `select coalesce(sum(amount), 0)::float8 / 100 as sum from affiliate.commission c
     join affiliate.tenant t on t.id = c.tenant_id and mode = 'live' where store_id = $1`,
      [shop.storeId],
    );
    const money = (amount: number) => (known ? amount.toFixed(2) : "–");
    expect([known?.status ?? "–", money(body.data.total_revenue), money(commissions[0].sum)]).toEqual(row);
  },
);
