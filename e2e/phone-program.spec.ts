import { expect, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { program } from "./program.ts";
import { goes, handy, phone, tap } from "./thumb.ts";

test.use(phone);

test("commissions are opened, decided one by one and approved in bulk on a phone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const api = await program(merchant);
  const earns = { status: "active", commission_type: "percentage", commission_rate: 10 };
  await api.create("Mira", { ...earns, coupon_codes: ["MIRA10"] });
  const place = (n: number) => ({
    external_id: `shop-${n}`,
    subtotal: 1_000 * n,
    total: 1_000 * n,
    coupon_codes: ["MIRA10"],
    occurred_at: new Date(Date.now() - (60 - n) * 60_000).toISOString(),
  });
  await api.sells(...[1, 2, 3, 4, 5].map(place));
  const statuses = async () => {
    const now = await api.commissions("sort=created_at&order=asc");
    return now.map(({ status }) => status[0]).join("");
  };
  const dialog = page.getByRole("dialog");
  const card = (amount: string) => rowsOf(page).filter({ hasText: amount });
  await merchant.opens();
  await goes(page, "Commissions");
  await expect(rowsOf(page)).toHaveCount(5);

  await test.step("a tap on a card opens the commission, and “Close” or Back closes it", async () => {
    await card("€2.00").tap();
    await expect(dialog).toContainText("€2.00");
    await expect(dialog.getByRole("heading", { name: "Why this affiliate" })).toBeVisible();
    await handy(page, "a commission");
    await tap(dialog, "Close");
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/id=/);
    await card("€3.00").getByRole("link").tap();
    await expect(dialog).toContainText("€3.00");
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Commissions", level: 1 })).toBeVisible();
  });

  await test.step("a decision opens the next commission, and Undo takes the decision back", async () => {
    await card("€1.00").getByRole("link").tap();
    await tap(dialog, "Approve");
    await expect(dialog).toContainText("€2.00");
    await tap(dialog, "Reject");
    const reasons = page.getByRole("dialog", { name: "Why are you rejecting this commission?" });
    await expect(reasons).toBeVisible();
    await handy(page, "the reasons");
    await tap(reasons, /Order refunded/);
    await expect(dialog).toContainText("€3.00");
    await tap(dialog, /^Undo/);
    // The undo notice names the commission, too.
    await expect(dialog.getByRole("heading", { name: "€2.00" }).first()).toBeVisible();
    await tap(dialog, "Close");
    await expect(dialog).toHaveCount(0);
    await expect(card("€2.00")).toBeVisible();
    await expect.poll(statuses).toBe("apppp");
  });

  await test.step("two selected commissions are approved at once", async () => {
    for (const amount of ["€4.00", "€5.00"]) await card(amount).getByRole("checkbox").tap();
    const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
    await expect(bulk).toContainText("2 rows selected");
    await handy(page, "cards that are chosen");
    await tap(bulk, "Approve");
    const asked = page.getByRole("alertdialog");
    await expect(asked).toContainText("€9.00");
    await handy(page, "what is approved at once");
    await tap(asked, "Approve 2");
    await expect(page.getByTestId("job-outcome")).toContainText("2 approved.");
    expect(await statuses()).toBe("appaa");
  });
});

test("an affiliate is created, gets a tracking link and is paid on a phone", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const api = await program(merchant);
  await merchant.opens();

  await test.step("an affiliate is created", async () => {
    await goes(page, "Affiliates");
    await tap(page.getByRole("main"), "New affiliate", "link");
    await page.getByLabel("First name").fill("Mira");
    await page.getByLabel("Last name").fill("Lindqvist");
    await page.getByLabel("Email", { exact: true }).fill("mira@example.com");
    await page.getByLabel("Rate").fill("10");
    await page.getByLabel("Coupon codes").fill("MIRA10,");
    await page.getByLabel("Payout method").fill("store_credit");
    await handy(page, "an affiliate");
    await tap(page, "Create affiliate");
    await expect(page.getByRole("heading", { name: "Mira Lindqvist", level: 1 })).toBeVisible();
    await handy(page, "an affiliate's page");
  });

  await test.step("a tracking link is created", async () => {
    await goes(page, "Links");
    await tap(page.getByRole("main"), "New link", "link");
    await page.getByRole("combobox", { name: /Affiliate/ }).fill("mira");
    await page.getByRole("option", { name: /Mira Lindqvist/ }).tap();
    await page.getByLabel("Destination").fill("https://shop.example.com/boots");
    await page.getByLabel("Name", { exact: false }).first().fill("Boots");
    await handy(page, "a link");
    await tap(page, "Create link");
    await expect(page.getByRole("heading", { name: "Boots", level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await handy(page, "a link's page");
  });

  await test.step("the affiliate is paid the amount owed", async () => {
    const occurred_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    await api.sells({ external_id: "m-1", occurred_at, subtotal: 10_000, total: 10_000, coupon_codes: ["MIRA10"] });
    const [owed] = await api.commissions("status=pending");
    await api.approve(owed?.id ?? "");
    await goes(page, "Payouts");
    await tap(page.getByRole("main"), "Pay affiliates", "link");
    await expect(rowsOf(page)).toContainText("€10.00");
    await handy(page, "what would be paid");
    await page.getByLabel(/^Total/).fill("10.00");
    await tap(page, "Make 1 payout");
    await expect(page.getByText("The batch is finished", { exact: true })).toBeVisible();
    await handy(page, "a batch");
  });

  await test.step("the outcome of the payout is recorded", async () => {
    await goes(page, "Payouts");
    await rowOf(page, "Mira Lindqvist").tap();
    await tap(page, "Record outcome");
    await expect(page.getByRole("dialog")).toBeVisible();
    await handy(page, "an outcome");
    await tap(page.getByRole("dialog"), "Record outcome");
    await expect(toasts(page)).toContainText("The outcome was recorded.");
    await expect(page.getByRole("main")).toContainText("Paid");
  });
});
