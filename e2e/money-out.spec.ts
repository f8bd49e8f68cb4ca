import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { noBarriers } from "./barriers.ts";
import { expect, type Merchant, rowsOf, test } from "./fixtures.ts";
import { paysFromPreview, program } from "./program.ts";

type Row = { id: string; payout_id: string; affiliate_id: string; batch: string; state: string };

const listed = async (merchant: Merchant) => (await merchant.calls<{ data: Row[] }>("GET", "/payouts")).data;

/** A finished batch of two payouts, of €100.00 to Zoe and €50.00 to Max. */
async function paysTwo(merchant: Merchant) {
  const api = await program(merchant);
  const earns = {
    status: "active",
    commission_type: "percentage",
    commission_rate: 10,
    // No file needs this method, so both can be paid before their accounts are known.
    payout_method: "store_credit",
  };
  const { id: zoe } = await api.create("Zoe", { ...earns, coupon_codes: ["ZOE"] });
  const { id: max } = await api.create("Max", { ...earns, coupon_codes: ["MAX"] });
  const occurred_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const sale = (coupon: string, total: number) => ({
    external_id: coupon,
    occurred_at,
    subtotal: total,
    total,
    coupon_codes: [coupon],
  });
  await api.sells(sale("ZOE", 100_000), sale("MAX", 50_000));
  for (const { id } of await api.commissions("status=pending")) await api.approve(id);
  await paysFromPreview(merchant);
  const states = async () => (await listed(merchant)).map(({ state }) => state);
  await expect.poll(states).toEqual(["made", "made"]);
  return { api, batch: (await listed(merchant))[0]?.batch ?? "", zoe, max };
}

const booked = (id: string, amount: string, code?: string, day?: string) => {
  const back = code ? `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>` : "";
  const part = `<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${back}</TxDtls></NtryDtls>`;
  const direction = `<CdtDbtInd>${code ? "CRDT" : "DBIT"}</CdtDbtInd>`;
  const on = day ? `<BookgDt><Dt>${day}</Dt></BookgDt>` : "";
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt>${direction}<Sts><Cd>BOOK</Cd></Sts>${on}${part}</Ntry>`;
};
const camt = (...entries: string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn>${entries.join("")}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;

test("a batch becomes a file that a second person approves, and the bank’s answer makes payouts paid or failed", async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const { batch, zoe, max } = await paysTwo(merchant);
  const path = `/payouts?view=ours&batch=${batch}`;
  const files = (on = page) =>
    on.locator("section").filter({ has: on.getByRole("heading", { name: "Files", exact: true }) });

  await test.step("an affiliate’s payout details are entered by keyboard, checked, and shown masked", async () => {
    await merchant.opens(`/affiliates/${zoe}`);
    await page.getByRole("button", { name: "Enter payout details" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Enter payout details" });
    await dialog.getByLabel("Account holder").fill("Zoë Müller");
    await dialog.getByLabel("IBAN", { exact: true }).fill("DE88 3704 0044 0532 0130 00");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Must be an IBAN with correct check digits.")).toBeVisible();
    await expect(dialog.getByLabel("IBAN", { exact: true })).toBeFocused();
    await noBarriers(page);
    await dialog.getByLabel("IBAN", { exact: true }).fill("DE89 3704 0044 0532 0130 00");
    await page.keyboard.press("Enter");
    await expect(page.getByText("DE89 •••• 3000")).toBeVisible();
    await noBarriers(page);
  });

  await test.step("the account that pays and the amount for a second person are set by keyboard", async () => {
    await merchant.opens(path);
    await expect(files()).toContainText("1 payout cannot be put into a file");
    await expect(files()).toContainText("No payout details are stored for the affiliate.");
    await files().getByRole("link", { name: "Enter account" }).press("Enter");
    await page.getByRole("button", { name: "Change account that pays" }).press("Enter");
    await page.getByLabel("Account holder").fill("Blue Bottle");
    await page.getByLabel("IBAN", { exact: true }).fill("DE02120300000000202051");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Blue Bottle · DE02 •••• 2051")).toBeVisible();
    await page.getByRole("button", { name: "Change approval" }).press("Enter");
    await page.getByLabel(/^Approve above/).fill("120.00");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Needed above €120.00/)).toBeVisible();
    await noBarriers(page);
  });

  const body = { details: { kind: "iban", holder: "Max Berg", iban: "SE4550000000058398257466" } };
  await merchant.calls("PUT", `/payout-details/${max}`, body);

  await test.step("a file is created, and waits for another person", async () => {
    await merchant.opens(path);
    await expect(files()).toContainText("€150.00, 2 payouts");
    await page.getByRole("button", { name: "Create file: SEPA credit transfer" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Create file" }).press("Enter");
    await expect(files()).toContainText("Waiting for approval");
    await expect(files()).toContainText("You requested the file, so another person must approve it.");
    await expect(page.getByRole("button", { name: /^Approve file/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Download file/ })).toHaveCount(0);
    await noBarriers(page);
  });

  await test.step("a second person finds and approves it", async () => {
    const { page: other, base } = await merchant.as("affiliate_manager");
    await other.goto(`${base}/payouts`);
    await expect(other.getByText("A payout file waits for your approval")).toBeVisible();
    await other.getByRole("link", { name: "Show batch" }).press("Enter");
    await other.getByRole("button", { name: /^Approve file/ }).press("Enter");
    await noBarriers(other);
    await other.getByRole("alertdialog").getByRole("button", { name: "Approve file" }).press("Enter");
    await expect(files(other)).toContainText("Approved by The affiliate_manager");
    await expect(files(other)).toContainText("Ready for download");
  });

  const xml = await test.step("it is downloaded once", async () => {
    // The other person’s approval arrives without a reload.
    await page.getByRole("button", { name: /^Download file/ }).press("Enter");
    const comes = page.waitForEvent("download");
    await page.getByRole("alertdialog").getByRole("button", { name: "Download file" }).press("Enter");
    const file = await comes;
    expect(file.suggestedFilename()).toMatch(/^payouts-sepa-.*-EUR150\.00-cwpf_\w+\.xml$/);
    const text = readFileSync(await file.path(), "utf8");
    await expect(files()).toContainText(createHash("sha256").update(text).digest("hex"));
    await expect(files()).toContainText("Downloaded by Olive Owner");
    await expect(page.getByRole("button", { name: /^Download file/ })).toHaveCount(0);
    expect(text).toContain("<CtrlSum>150.00</CtrlSum>");
    expect(text).toContain("<Nm>Zoe Mueller</Nm>");
    return text;
  });

  const idOf = (amount: string) =>
    new RegExp(`<EndToEndId>([^<]+)</EndToEndId>\\s*</PmtId>\\s*<Amt>\\s*<InstdAmt Ccy="EUR">${amount}<`).exec(
      xml,
    )?.[1] ?? "";

  const failed =
    await test.step("the bank’s answer makes one payout paid and the other failed, with the reason", async () => {
      await merchant.opens("/payouts/match");
      await page
        .getByLabel("Or paste the contents")
        .fill(camt(booked(idOf("100.00"), "100.00"), booked(idOf("50.00"), "50.00", "AC04")));
      await page.getByRole("button", { name: "Check the file" }).press("Enter");
      await expect(page.getByText("The file is a camt.054 message of your bank.")).toBeVisible();
      await expect(rowsOf(page).filter({ hasText: "€100.00" })).toContainText("Becomes paid");
      await expect(rowsOf(page).filter({ hasText: "€50.00" })).toContainText("The account is closed (AC04).");
      await noBarriers(page);
      await page.getByRole("button", { name: "Record 2 outcomes" }).press("Enter");
      await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
      await merchant.opens("/payouts?status=failed");
      await rowsOf(page).getByRole("link").first().click();
      await expect(page.getByRole("main")).toContainText("The account is closed (AC04).");
      return page.url();
    });

  await test.step("the screens are complete in German and Japanese, and fit a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const [locale, title, reason] of [
      ["de", "Dateien", "Das Konto ist aufgelöst (AC04)."],
      ["ja", "ファイル", "口座は解約されています（AC04）。"],
    ] as const) {
      await merchant.calls("PUT", "/account/preferences", { locale, time_zone: null });
      await page.goto(failed);
      await expect(page.getByRole("main")).toContainText(reason);
      await merchant.opens(path);
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
      expect(await wide()).toBe(0);
      await noBarriers(page);
    }
  });

  await test.step("an analyst sees the batch without its files", async () => {
    const { page: other, base } = await merchant.as("analyst");
    await other.goto(base + path);
    await expect(rowsOf(other)).toHaveCount(2);
    await expect(files(other)).toHaveCount(0);
  });
});

test("money that the bank returns is owed again, whether a bank file or a person says so", { tag: "@long" }, async ({
  page,
  merchant,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const { api, zoe, max } = await paysTwo(merchant);
  const body = { details: { kind: "iban", holder: "Zoe Berg", iban: "DE89370400440532013000" } };
  await merchant.calls("PUT", `/payout-details/${zoe}`, body);
  const rows = await listed(merchant);
  for (const { payout_id: id } of rows) await api.settle(id, "paid");
  const [hers, his] = [zoe, max].map((id) => rows.find(({ affiliate_id: theirs }) => theirs === id));
  const main = page.getByRole("main");
  const owed = main.locator("dl > div").filter({ hasText: "Owed, without payouts in progress" });

  await test.step("the bank’s file names a payment that came back, before anything is recorded", async () => {
    await merchant.opens(`/payouts/${hers?.payout_id}`);
    await expect(owed).toContainText("€0.00");
    await merchant.opens("/payouts");
    await page.getByRole("link", { name: "Reconcile with bank file" }).press("Enter");
    // Counts as now, which is later than the payout details.
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Or paste the contents").fill(camt(booked(hers?.id ?? "", "100.00", "AC04", day)));
    await page.getByRole("button", { name: "Check the file" }).press("Enter");
    await expect(page.getByText("A payment that was reported as paid was returned")).toBeVisible();
    await expect(main).toContainText("Was paid, is returned: €100.00 (1)");
    await expect(rowsOf(page)).toContainText(/Returned by the bank on .*The account is closed \(AC04\)\./);
    await expect(rowsOf(page)).toContainText("Paid");
    await noBarriers(page);
  });

  await test.step("once it is recorded, the payout says so, and its commissions are owed again", async () => {
    await page.getByRole("button", { name: "Record 1 outcome" }).press("Enter");
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
    await merchant.opens(`/payouts/${hers?.payout_id}`);
    await expect(main).toContainText(/Returned by the bank on .*The account is closed \(AC04\)\./);
    await expect(main).toContainText("Its commissions are owed again.");
    await expect(owed).toContainText("€100.00");
    await expect(page.getByRole("button", { name: "Record return" })).toHaveCount(0);
    await noBarriers(page);
  });

  await test.step("the next preview warns until the affiliate’s payout details change", async () => {
    await merchant.opens("/payouts/new");
    await expect(rowsOf(page)).toContainText("€100.00");
    await expect(rowsOf(page)).toContainText(`The bank returned payout ${hers?.payout_id} on`);
    await expect(rowsOf(page)).toContainText("no newer payout details are known");
    await noBarriers(page);
    const other = { details: { ...body.details, iban: "SE4550000000058398257466" } };
    await merchant.calls("PUT", `/payout-details/${zoe}`, other);
    await page.reload();
    await expect(rowsOf(page)).toContainText("The payout details changed to SE45 •••• 7466 after the last payout.");
    await expect(rowsOf(page)).not.toContainText("The bank returned payout");
  });

  await test.step("a return is recorded by hand", async () => {
    await merchant.opens(`/payouts/${his?.payout_id}`);
    await expect(owed).toContainText("€0.00");
    await page.getByRole("button", { name: "Record return" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Record return" });
    await dialog.getByLabel(/^Failure reason/).fill("The bank called.");
    await noBarriers(page);
    const sending = `**/affiliate/payouts/${his?.payout_id}`;
    await page.route(sending, (route) => (route.request().method() === "PUT" ? route.abort() : route.fallback()));
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toContainText("The change may have been made anyway.");
    await page.unroute(sending);
    await page.keyboard.press("Enter");
    await expect(main).toContainText(
      /Returned by the bank on .*The bank called\. The payout had been reported as paid\./,
    );
    await expect(owed).toContainText("€50.00");
    await expect(page.getByRole("button", { name: "Record return" })).toHaveCount(0);
  });
});
