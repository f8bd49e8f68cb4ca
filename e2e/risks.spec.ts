import type { Page } from "@playwright/test";
import { addDays } from "../lib/days.ts";
import { noBarriers } from "./barriers.ts";
import { chooseFromRow, expect, ready, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { program } from "./program.ts";

test("who buys through the own coupon is listed with the evidence, and the pending commissions are put on hold by keyboard", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const api = await program(merchant);
  await merchant.opens("/affiliates/risks");
  await expect(page.getByRole("main")).toContainText("Nothing suspicious");
  await expect(page.getByRole("main")).toContainText("signs of cookie stuffing");
  await noBarriers(page);

  const active = { status: "active", commission_type: "percentage", commission_rate: 10 };
  const mira = await api.create("Mira", { ...active, coupon_codes: ["MIRA10"] });
  await api.create("Noa", { ...active, coupon_codes: ["NOA10"] });
  const order = (n: number, coupon: string, customer_email: string) => ({
    external_id: `shop-${n}`,
    subtotal: 10_000,
    total: 10_000,
    coupon_codes: [coupon],
    customer_email,
  });
  await api.sells(order(1, "MIRA10", "mira@example.com"), order(2, "MIRA10", "kim@example.com"));
  await api.sells(...[3, 4, 5, 6, 7].map((n) => order(n, "NOA10", `buyer${n}@example.com`)));

  await merchant.opens("/affiliates");
  await page.getByRole("link", { name: "Review risks" }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowsOf(page).first()).toContainText("1 order was placed with the affiliate’s own email address.");
  await expect(rowOf(page, "Mira Berg")).toContainText("€20.00");
  await expect(rowOf(page, "Noa Berg")).toContainText("5 orders of 5 used a coupon (NOA10)");
  await noBarriers(page);

  await page.getByRole("link", { name: "See the evidence: Own purchases, Mira Berg" }).click();
  await expect(page.getByRole("main")).toContainText("Buyer is the affiliate");
  await page.goBack();
  await ready(page);

  const tick = page.getByRole("checkbox", { name: "Mira Berg" });
  await tick.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Hold pending commissions…" }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Hold 2 pending commissions?" });
  await expect(dialog).toContainText("€20.00");
  await dialog.getByRole("button", { name: "Hold commissions" }).press("Enter");
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/Enter a reason/);
  await noBarriers(page);
  const until = addDays(new Date().toISOString().slice(0, 10), 90);
  await dialog.getByLabel("On hold until").fill(until);
  await dialog.getByLabel("Reason").fill("Bought by the affiliate.");
  await dialog.getByRole("button", { name: "Hold commissions" }).press("Enter");
  await expect(toasts(page)).toContainText("2 commissions are being put on hold.");
  const held = async () => {
    const rows = await api.commissions(`affiliate_id=${mira.id}`);
    return rows.map((row) => `${row.status} ${(row as unknown as { note: string | null }).note}`);
  };
  const note = `pending On hold until ${until}: Bought by the affiliate.`;
  await expect.poll(held).toEqual([note, note]);

  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(until));
  await expect(rowOf(page, "Mira Berg")).toContainText(`On hold: 2 of 2, until ${day} at the latest`);
  await expect(rowOf(page, "Noa Berg")).not.toContainText("On hold");
  await page.getByRole("checkbox", { name: "Mira Berg" }).check();
  await page.getByRole("button", { name: "Hold pending commissions…" }).click();
  await expect(dialog).toContainText("2 of these commissions are on hold already.");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await chooseFromRow(page, "Mira Berg", "Review pending commissions");
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole("main")).toContainText(`On hold until ${until}: Bought by the affiliate.`);
  await expect(page.getByRole("main")).toContainText("Hold changed");
});

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("risks are read on a phone, in German and in Japanese, and an analyst can only view them", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const api = await program(merchant);
  await api.create("Mira", { status: "active", coupon_codes: ["MIRA10"] });
  const order = { subtotal: 10_000, total: 10_000, coupon_codes: ["MIRA10"], customer_email: "mira@example.com" };
  await api.sells({ external_id: "shop-1", ...order });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [locale, title, sign] of [
    ["de", "Risiken", "Eigene Käufe"],
    ["ja", "リスク", "本人による購入"],
  ]) {
    await merchant.calls("PUT", "/account/preferences", { locale, time_zone: null });
    await merchant.opens("/affiliates/risks");
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(rowsOf(page)).toContainText(sign ?? "");
    expect(await fits(page)).toBe(true);
    await noBarriers(page);
  }
  const analyst = await merchant.as("analyst");
  await analyst.opens("/affiliates/risks?sign=self_referral&days=90");
  await expect(rowOf(analyst.page, "Mira Berg")).toContainText("Own purchases");
  await expect(analyst.page.getByRole("checkbox")).toHaveCount(0);
});
