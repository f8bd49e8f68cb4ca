import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { settings as settingsTable } from "../../database/schema/checkout.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { unkeyed } from "../../testing/unkeyed.ts";

let services: TestServices;
let key: string;

const call = (method: string, body?: unknown) =>
  services.call(method, "/checkout/v1/settings", { key, ...(body !== undefined && { body }) });
const defaults = {
  upsells: { default_placement: "post_purchase", max_offers_per_checkout: 3 },
  offers: { cooldown_hours: 24, texts: {} },
  orders: { count_unconfirmed: false },
  experiments: { holdout_percent: 0 },
  shop: { address: "" },
};

beforeAll(async () => {
  services = await openTestServices();
  ({ key } = await services.key({ store: "shop" }));
});
beforeEach(() => services.db.delete(settingsTable));
afterAll(() => services.close());

test("settings that were never set have their defaults", async () => {
  expect((await call("GET")).body).toEqual(defaults);
});

test("a nested change affects only the settings that it names", async () => {
  const { status, body } = await call("PATCH", { upsells: { max_offers_per_checkout: 5 } });
  expect(status).toBe(200);
  expect(body).toEqual({ ...defaults, upsells: { ...defaults.upsells, max_offers_per_checkout: 5 } });
  await call("PATCH", { upsells: { default_placement: "cart" } });
  await call("PATCH", { offers: { cooldown_hours: 48 } });
  await call("PATCH", { orders: { count_unconfirmed: true } });
  await call("PATCH", { experiments: { holdout_percent: 2.5 } });
  await call("PATCH", { shop: { address: " http://localhost:4000 " } });
  expect((await call("GET")).body).toEqual({
    upsells: { default_placement: "cart", max_offers_per_checkout: 5 },
    offers: { cooldown_hours: 48, texts: {} },
    orders: { count_unconfirmed: true },
    experiments: { holdout_percent: 2.5 },
    shop: { address: "http://localhost:4000" },
  });
});

test("two concurrent changes of different settings are both kept", async () => {
  await Promise.all([
    call("PATCH", { upsells: { max_offers_per_checkout: 7 } }),
    call("PATCH", { upsells: { default_placement: "thank_you" } }),
  ]);
  expect((await call("GET")).body).toEqual({
    ...defaults,
    upsells: { ...defaults.upsells, default_placement: "thank_you", max_offers_per_checkout: 7 },
  });
});

test.each([
  [{ upsells: { max_offers_per_checkout: 0 } }, "upsells.max_offers_per_checkout", /from 1 to 20/],
  [{ offers: { cooldown_hours: 721 } }, "offers.cooldown_hours", /from 0 to 720/],
  [{ experiments: { holdout_percent: 51 } }, "experiments.holdout_percent", /from 0 to 50/],
  [{ upsells: { max_offers_per_checkout: 2.5 } }, "upsells.max_offers_per_checkout", /from 1 to 20/],
  [{ orders: { count_unconfirmed: "yes" } }, "orders.count_unconfirmed", /true or false/],
  [{ shop: { address: "http://shop.example.com" } }, "shop.address", /begins with https/],
  [{ shop: { address: "http://localhost.example.com" } }, "shop.address", /begins with https/],
  [{ shop: { address: "javascript:alert(1)" } }, "shop.address", /begins with https/],
  [{ upsells: { colour: "red" } }, "upsells.colour", /not a known setting/],
  [{ checkout: { theme: { dark: true } } }, "checkout.theme.dark", /not a known setting/],
  [{ "upsells.default_placement": "cart" }, '"upsells.default_placement"', /not a known setting/],
])("%j is refused with its path, and nothing changes", async (body, field, message) => {
  const { status, body: answer } = await call("PATCH", body);
  expect(status).toBe(400);
  expect(unkeyed(answer.error.details)).toEqual([{ field, message: expect.stringMatching(message) }]);
  expect((await call("GET")).body).toEqual(defaults);
});

test("an empty change is refused", async () => {
  expect((await call("PATCH", {})).status).toBe(400);
});
