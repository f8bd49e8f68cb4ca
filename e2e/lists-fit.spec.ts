import type { Page } from "@playwright/test";
import { locales } from "../lib/contract/desk/locale-words.ts";
import { addressOf, screens } from "../scripts/screens.ts";
import { expect, type Merchant, rowsOf, test } from "./fixtures.ts";
import { program } from "./program.ts";
import { tellOf } from "./shoppers.ts";

const lists = screens.filter(({ kind, site }) => kind !== "other" && site === undefined);
const narrow = { width: 1280, height: 800 };
const windows = [narrow, { width: 1440, height: 900 }];

const long = {
  product: "Handgefertigte Wandersocken aus Merinowolle, drei Paar",
  offer: "Pflegeset für Wanderstiefel mit Bürste, Wachs und Schnürsenkeln",
  address: "https://wanderstiefel-magazin.example.com/kollektionen/herbst-und-winter/pflegeset-fuer-wanderstiefel",
};

/** Records with the longest words that a German shop has. */
async function fills(merchant: Merchant): Promise<void> {
  await merchant.hasDemoShop({ small: true });
  const { api } = merchant;
  const ids = ["prod_handgefertigte_wandersocken", "prod_pflegeset"];
  await api.call("PUT", "/products", { products: ids.map((id) => ({ id, title: long.product, price: 1249.95 })) });
  const [product_id = "", trigger = ""] = ids;
  const upsell = {
    product_id,
    trigger_products: [trigger, "prod_unknown"],
    discount: { type: "fixed_amount", value: 1249.95 },
  };
  const offer = await api.create({ ...upsell, name: long.offer, placement: "checkout_page", status: "active" });
  const products = ids.map((id) => ({ product_id: id, quantity: 12 }));
  const set = await api.createBundle({ name: long.offer, products, status: "active" });
  const variants = ["control", "pflegeset_und_socken"].map((name) => ({ name, weight: 50 }));
  await api.call("POST", "/experiments", { name: long.offer, variants });
  await api.call("POST", "/webhooks", { url: long.address, events: ["order.edited"], enabled: true });
  const order = { order_id: "gid_shopify_order_7412345678901", platform_order_id: "#WM-2026-001234" };
  const sold = { customer_id: "gid_shopify_customer_741234", occurred_at: new Date().toISOString() };
  await tellOf(merchant.store, [
    { id: "o", type: "order.placed", total: 12_499.95, experiment_variant: "pflegeset_und_socken", ...order, ...sold },
    {
      ...{ id: "a", type: "offer.accepted", upsell_id: offer.id, final_price: 1249.95, ...order, ...sold },
      product: { id: product_id, title: long.product, variant_id: "v", price: 1249.95 },
      discount: { type: "percentage", value: 15, amount: 3 },
    },
    {
      ...{ id: "b", type: "bundle.purchased", bundle_id: set.id, original_price: 3000, bundle_price: 2700 },
      ...{ products: [{ id: product_id, title: long.product, quantity: 12 }], ...order, ...sold },
    },
  ]);
  const { create, link, sells } = await program(merchant);
  const who = await create("Maximiliane", {
    ...{
      last_name: "von Schwarzenberg-Hohenlohe",
      email: "maximiliane.schwarzenberg@wanderstiefel-magazin.example.com",
    },
    ...{ status: "active", commission_type: "percentage", commission_rate: 12.5, coupon_codes: ["WANDERHERBST2026"] },
  });
  await link(who.id, long.address);
  await sells({
    ...{ external_id: order.order_id, order_number: order.platform_order_id, coupon_codes: ["WANDERHERBST2026"] },
    ...{ subtotal: 1_249_995, total: 1_249_995 },
  });
}

/** What of the page's tables does not fit. */
const unfit = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const table of document.querySelectorAll<HTMLElement>("main table")) {
      const box = table.parentElement as HTMLElement;
      if (!table.checkVisibility()) continue;
      const beyond = box.scrollWidth - box.clientWidth;
      if (beyond > 1) found.push(`${beyond} px sideways`);
      for (const part of table.querySelectorAll<HTMLElement>("th *, td *")) {
        const { overflowX } = getComputedStyle(part);
        if (overflowX === "visible" || part.clientWidth < 2 || part.closest(".sr-only, [title]") || !part.textContent)
          continue;
        const isCut = part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
        if (isCut) found.push(`cuts ${part.textContent}`);
      }
      for (const row of table.querySelectorAll<HTMLElement>("[data-row]")) {
        if (row.offsetHeight > 110) found.push(`${row.offsetHeight} px high: ${row.textContent?.slice(0, 40)}`);
      }
    }
    return found;
  });

test("a column that a narrow window has no room for is not chosen, and stays once it is", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await merchant.api.create({ name: "Care kit" });
  await page.setViewportSize(narrow);
  await merchant.opens("/upsells");
  const placement = page.getByRole("columnheader", { name: "Placement" });
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(placement).toBeHidden();
  await page.getByRole("button", { name: "Columns" }).click();
  const choice = page.getByRole("menuitemcheckbox", { name: "Placement" });
  await expect(choice).not.toBeChecked();
  await choice.click();
  await expect(placement).toBeVisible();
  await page.reload();
  await expect(placement).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(placement).toBeHidden();
});

test("no list scrolls sideways or cuts a value, in three languages and with long words", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  await fills(merchant);
  for (const locale of locales) {
    await merchant.calls("PUT", "/account/preferences", { locale, time_zone: null });
    for (const screen of lists) {
      await page.setViewportSize(narrow);
      await page.goto(addressOf(screen, merchant.store));
      const empty = page.getByRole("main").getByRole("heading", { level: 2 });
      await expect(page.locator("main table tbody tr").or(empty).first()).toBeVisible();
      for (const size of windows) {
        await page.setViewportSize(size);
        if (process.env.PICTURES)
          await page.screenshot({ path: `${process.env.PICTURES}/${screen.name}-${locale}-${size.width}.png` });
        expect.soft(await unfit(page), `${screen.name} in ${locale} at ${size.width}`).toEqual([]);
      }
    }
  }
});

test("on a phone, the first row of a list begins in the upper third and shows four facts", async ({
  page,
  merchant,
}) => {
  await merchant.hasDemoShop({ small: true });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["upsells", "bundles", "orders", "affiliates", "affiliate-orders", "links"]) {
    await merchant.opens(`/${path}`);
    const first = page.locator("[data-row]").first();
    expect.soft((await first.boundingBox())?.y, path).toBeLessThanOrEqual(844 / 3);
    expect.soft(await first.locator("td[data-label]:visible").count(), path).toBeLessThanOrEqual(4);
  }
});
