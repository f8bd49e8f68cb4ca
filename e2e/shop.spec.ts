import { execFileSync } from "node:child_process";
import { admin, expect, origin, type Page, part, test } from "./fixtures.ts";
import { tellOf } from "./shoppers.ts";

const standing = (page: Page) => page.getByTestId("standing");
const steps = (page: Page) => part(page, "Getting started");
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

let events = 0;
const shown = (upsell_id: string, hours: number) => ({
  id: `shown_${++events}`,
  type: "offer.shown",
  upsell_id,
  occurred_at: ago(hours),
});

async function asksForOffers(key: string): Promise<void> {
  const answer = await fetch(`${origin}/services/checkout/storefront/v1/offers`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
}

/** The code of the selected tab, as it is copied. */
const copied = (page: Page) => page.getByRole("tabpanel").locator("pre").allTextContents();

test("a live store is led to connect its shop, and the page says so as soon as the shop calls", {
  tag: "@long",
}, async ({ page, merchant }) => {
  await page.goto(`/${merchant.store}/live`);
  await expect(steps(page)).toContainText("0 of 6 done");
  const first = steps(page).getByRole("listitem").first();
  await expect(first).toContainText("Connect your shop");
  await expect(first).toContainText("Your shop has not asked for offers or sent an event yet.");
  await expect(first).toContainText("To do");
  await expect(steps(page)).not.toContainText(/checkout service|sandbox/);
  await first.getByRole("link").click();
  await expect(page).toHaveURL(/\/live\/settings\/shop$/);

  await expect(page.locator("pre")).toHaveCount(0);
  await page.getByRole("radio", { name: "Own code" }).check();
  await expect(page).toHaveURL(/platform=own$/);
  const key = page.getByText(/^pub_live_[\w-]{43}$/);
  await expect(key).toBeVisible();
  const tag = page.locator("pre", { hasText: "data-key" });
  await expect(tag).toContainText(`data-key="${await key.textContent()}"`);
  await expect(page.getByText("Waiting for the first request…")).toBeVisible();
  await expect(page.getByText("Waiting for the first event…")).toBeVisible();
  await expect(page.getByText(/secret/i).filter({ hasText: /pub_|publishable/i })).toHaveCount(0);
  // Another choice needs no further key.
  await page.getByRole("radio", { name: "Stripe" }).check();
  await page.getByRole("radio", { name: "Own code" }).check();
  await page.reload();
  await expect(key).toHaveCount(1);
  await page.getByRole("link", { name: "See where this key is used" }).click();
  await expect(page.getByRole("heading", { name: "Pages of your shop", level: 1 })).toBeVisible();
  await expect(key).toBeVisible();
  await page.goBack();

  // The shell expands the copied command as it would for curl; this curl sends the request with fetch.
  const [offers = "", visit = ""] = await copied(page);
  const curl = `curl() { node -e '
    const [address, ...rest] = process.argv.slice(1);
    const of = (name) => rest.flatMap((word, n) => (word === name ? [rest[n + 1]] : []));
    const [body] = of("-d");
    fetch(address, { headers: of("-H").map((line) => line.split(": ")), ...(body && { method: "POST", body }) })
      .then(async (answer) => console.log(await answer.text()));' -- "$@"; }\n`;
  const run = (text: string) => JSON.parse(execFileSync("bash", ["-c", curl + text], { encoding: "utf8" }));
  expect(run(offers)).toEqual({ currency: "EUR", offers: [], experiments: [], applied: [], cooldown_hours: 24 });
  await expect(page.getByText("Your shop last asked for offers less than a minute ago.")).toBeVisible();
  await expect(page.getByText("Waiting for the first event…")).toBeVisible();
  expect(run(visit)).toMatchObject({ accepted: 1 });
  await expect(page.getByText("Your shop last sent events less than a minute ago.")).toBeVisible();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
  await expect(first).toContainText("Your shop last asked for offers less than a minute ago.");
  await expect(steps(page)).toContainText("1 of 6 done");
  // The shop has called the live mode only.
  await merchant.opens();
  await expect(steps(page)).toContainText("0 of 6 done");
});

test("the JavaScript on the page “Your shop” asks for offers and reports that it showed them", async ({
  page,
  merchant,
}) => {
  const { id } = await merchant.api.create({ status: "active", trigger_products: [] });
  await merchant.opens("/settings/shop?platform=own");
  await page.getByRole("button", { name: "Create the key" }).click();
  await expect(page.getByRole("main")).not.toContainText("YOUR_KEY");
  await page.getByRole("tab", { name: "JavaScript" }).click();
  const [offers, report] = await copied(page);
  execFileSync(process.execPath, ["--input-type=module", "-e", `${offers}\n${report}`]);
  await merchant.opens(`/upsells/${id}`);
  await expect(standing(page)).toHaveText(
    "Switched on. Shown once in the last 24 hours, most recently less than a minute ago.",
  );
});

test("an offer's page says whether the offer is switched on, asked for and shown, and when", { tag: "@long" }, async ({
  page,
  browser,
  merchant,
}) => {
  const offer = await merchant.api.create({ name: "Care kit", status: "active" });
  const older = await merchant.api.create({ name: "Old kit", status: "active" });
  const draft = await merchant.api.create({ name: "New kit" });
  await merchant.opens(`/upsells/${offer.id}`);
  await expect(standing(page)).toContainText("Switched on. Your shop has not asked for offers yet.");
  await expect(page.getByText(/shoppers see|is live/i)).toHaveCount(0);
  await standing(page).getByRole("link", { name: "Connect your shop" }).click();
  await expect(page).toHaveURL(/\/settings\/shop$/);

  const { key } = await admin<{ key: string }>(
    ...["keys", "create", "--store", merchant.store, "--mode", "sandbox", "--storefront"],
  );
  await asksForOffers(key);
  await merchant.opens(`/upsells/${offer.id}`);
  await expect(standing(page)).toHaveText(
    "Switched on. Your shop last asked for offers less than a minute ago and has not reported showing this one.",
  );

  // An accepted offer is announced to the page, which updates without a reload.
  const product = { id: offer.product_id, title: "Kit", variant_id: "v", price: 20 };
  await tellOf(merchant.store, [
    shown(offer.id, 0.06),
    shown(offer.id, 2),
    shown(offer.id, 30),
    shown(older.id, 72),
    {
      id: "taken",
      type: "offer.accepted",
      upsell_id: offer.id,
      product,
      final_price: 17,
      occurred_at: ago(0.05),
      order_id: "o1",
      platform_order_id: "o1",
      customer_id: "c1",
      discount: { type: "percentage", value: 15, amount: 3 },
    },
  ]);
  await expect(standing(page)).toHaveText(
    "Switched on. Shown 2 times in the last 24 hours, most recently 3 minutes ago.",
  );
  await merchant.api.call("PUT", `/upsells/${offer.id}`, { status: "inactive" });
  await page.reload();
  await expect(standing(page)).toContainText("Switched off. Shown 2 times in the last 24 hours");

  const storageState = await page.context().storageState();
  const still = await browser.newContext({ javaScriptEnabled: false, storageState, baseURL: origin });
  const plain = await still.newPage();
  await plain.goto(`${merchant.base}/upsells/${older.id}`);
  await expect(standing(plain)).toHaveText(
    /^Switched on\. Shown once in total, most recently on \w{3} \d+, \d{4}; not in the last 24 hours\.$/,
  );
  await plain.goto(`${merchant.base}/upsells/${draft.id}`);
  await expect(standing(plain)).toHaveText("A draft, so not switched on.");
  await still.close();
});

test("the figures of an offer in the demo shop are called demo data", { tag: "@long" }, async ({ page, merchant }) => {
  await merchant.hasDemoShop({ small: true });
  await merchant.opens("/upsells/ups_demo001");
  await expect(standing(page)).toHaveText(
    /Shown .+ This is demo data: your shop has not asked for offers yet\. Connect your shop$/,
  );
});
