import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Browser, devices } from "@playwright/test";
import { expect, type Merchant, origin, type Page, test, toasts } from "./fixtures.ts";
import { projectDir } from "./processes.ts";
import { freePort, openShop } from "./sample-shop.ts";

type Results = { variants: { name: string; visitors: number; conversions: number }[] };

/** Enough for the share of those who accept to be told apart. */
const least = 60;
const mostShoppers = 16;
const before = "€5.87";
const after = "€2.76";

const offered = (shopper: Page) => shopper.locator("#offer");

async function comes(browser: Browser, shop: string): Promise<Page> {
  const context = await browser.newContext({ userAgent: devices["Desktop Chrome"].userAgent });
  const shopper = await context.newPage();
  await shopper.goto(`${shop}/products/prod_dripper`);
  await shopper.getByRole("button", { name: "Add to cart" }).click();
  await expect(shopper.getByRole("button", { name: "Add to order" })).toBeVisible();
  return shopper;
}

async function plans(page: Page, merchant: Merchant): Promise<string> {
  await merchant.opens("/experiments/new");
  await page.getByLabel("Name", { exact: true }).fill("Sixty percent off the filters");
  await page.getByRole("button", { name: "Change an offer" }).click();
  await page.getByRole("combobox", { name: "Offer" }).fill("Filters");
  await page.getByRole("option", { name: "Filters with it" }).click();
  await page.getByRole("textbox", { name: "Discount", exact: true }).fill("60");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("radio", { name: "Acceptance rate" }).check();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Start now" }).click();
  await expect(toasts(page)).toContainText("has started");
  await expect(page.getByRole("heading", { name: "Sixty percent off the filters", level: 1 })).toBeVisible();
  return page.url().split("/").at(-1)?.split("?")[0] ?? "";
}

/** Simulated shoppers come until each variant has convinced enough of them. */
async function simulates(merchant: Merchant, id: string): Promise<number> {
  const words = ["simulate", "--store", merchant.store, "--rate", "900", "--seconds", "90", "--origin", origin];
  const child: ChildProcess = spawn(process.execPath, ["scripts/start.mjs", ...words], { cwd: projectDir });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  const ended = once(child, "exit");
  const results = async () =>
    (await merchant.api.call<Results>("GET", `/experiments/${id}/results`)).body.variants ?? [];
  try {
    await expect
      .poll(async () => Math.min(...(await results()).map(({ conversions }) => conversions)), {
        timeout: 100_000,
        intervals: [1_000],
        message: said,
      })
      .toBeGreaterThanOrEqual(least);
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  return (await results()).reduce((sum, { visitors }) => sum + visitors, 0);
}

test("an experiment is planned, shown to shoppers, decided by thousands of them, and shipped to all", {
  tag: "@long",
}, async ({ page, browser, merchant }) => {
  const shop = `http://127.0.0.1:${await freePort()}`;
  await merchant.api.create({
    name: "Filters with it",
    product_id: "prod_filters",
    trigger_products: [],
    discount: { type: "percentage", value: 15 },
    placement: "cart",
    status: "active",
  });
  const { body: endpoint } = await merchant.api.call<{ signing_secret: string }>("POST", "/webhooks", {
    url: `${shop}/webhooks`,
    events: ["upsell.accepted"],
  });
  const process = await openShop(merchant.store, Number(new URL(shop).port), endpoint.signing_secret);

  const first = await comes(browser, shop);
  await expect(offered(first)).toContainText(before);

  const id = await plans(page, merchant);
  const shoppers = new Map<string, Page>();
  for (let n = 0; n < mostShoppers && shoppers.size < 2; n++) {
    const shopper = await comes(browser, shop);
    const price = (await offered(shopper).getByText(after).count()) > 0 ? after : before;
    await expect(offered(shopper)).toContainText(price);
    if (shoppers.has(price)) await shopper.context().close();
    else shoppers.set(price, shopper);
  }
  expect([...shoppers.keys()].sort()).toEqual([after, before]);
  for (const [price, shopper] of shoppers) {
    await shopper.reload();
    await expect(offered(shopper)).toContainText(price);
  }

  expect(await simulates(merchant, id)).toBeGreaterThan(2_000);
  await page.reload();
  await expect(page.getByTestId("verdict")).toContainText("is better than");
  await page.getByRole("button", { name: "Ship the winner…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTestId("ship-diff")).toContainText("15% off60% off");
  await dialog.getByLabel("Reason").fill("More shoppers accept the offer.");
  await dialog.getByRole("button", { name: "Ship and end" }).click();
  await expect(toasts(page)).toContainText("was shipped");

  for (const shopper of shoppers.values()) {
    await expect(async () => {
      await shopper.reload();
      await expect(offered(shopper)).toContainText(after, { timeout: 2_000 });
    }).toPass();
    await shopper.context().close();
  }
  await first.context().close();
  process.kill("SIGTERM");
  await once(process, "exit");
});
