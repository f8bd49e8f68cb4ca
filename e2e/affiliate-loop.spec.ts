import { once } from "node:events";
import { readFileSync } from "node:fs";
import { devices } from "@playwright/test";
import { openMailbox } from "../lib/testing/smtp.ts";
import { schemaErrors } from "../lib/testing/xml-schema.ts";
import { expect, ready, rowsOf, signIn, test } from "./fixtures.ts";
import { linkIn, subjectsIn } from "./mails.ts";
import { App, ownerOf } from "./processes.ts";
import { checksOut, freePort, openShop } from "./sample-shop.ts";

// From an application to money in a bank, with the sample shop, a real mail server and the bank's answer.
let app: App;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
test.beforeAll(async () => {
  mailbox = await openMailbox();
  app = await App.start({ SMTP_URL: mailbox.url, MAIL_FROM: "partners@shop.test" });
  await app.setUp("shop");
});
test.afterAll(async () => {
  await app.remove();
  await mailbox.close();
});

const subjects = () => subjectsIn(mailbox);

test("somebody joins, sells, is paid by a bank file, and sees it", { tag: "@long" }, async ({
  page,
  context,
  browser,
}) => {
  const store = `${app.origin}/shop/sandbox`;
  const portal = `${app.origin}/partners/shop-sandbox`;
  const owner = await app.signIn(ownerOf("shop"));
  const port = await freePort();
  const shop = await openShop("shop", port, "whsec_none", app);
  await signIn(context, ownerOf("shop"), app);
  const partnerContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const partner = await partnerContext.newPage();

  await test.step("the manager opens the program, which clears commissions at once", async () => {
    const sent = [
      owner.call("PATCH", "/api/shop/sandbox/desk/partner-program", {
        body: {
          open: true,
          portal_open: true,
          name: "Slow Pour Friends",
          terms: "Be fair.",
          allowed_hosts: ["coffee.localhost"],
        },
      }),
      owner.call("PATCH", "/api/shop/sandbox/affiliate/program", { body: { hold_days: 0 } }),
    ];
    for (const { status, text } of await Promise.all(sent)) expect(status, text).toBe(200);
  });

  await test.step("somebody applies, confirms the address, and is approved", async () => {
    await partner.goto(`${app.origin}/join/shop-sandbox`);
    await ready(partner);
    await partner.getByLabel("First name").fill("Mira");
    await partner.getByLabel("Last name").fill("Lindqvist");
    await partner.getByLabel("Email").fill("mira@slow-pour.example");
    await partner.getByRole("checkbox").check();
    await partner.getByRole("button", { name: "Send application" }).click();
    await expect(partner.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
    await partner.goto(await linkIn(mailbox, /^Confirm your email/));
    await partner.getByRole("button", { name: "Confirm email address" }).click();
    await expect(partner.getByText("Your address is confirmed")).toBeVisible();
    await page.goto(`${store}/affiliates/applications`);
    await expect(page.getByRole("heading", { name: "Mira Lindqvist" })).toBeVisible();
    await page.keyboard.press("a");
    await expect.poll(subjects).toContainEqual(expect.stringMatching(/^Welcome to Slow Pour/));
  });

  const address = await test.step("the partner signs in, says how to be paid, and makes a link", async () => {
    await partner.goto(portal);
    await partner.getByLabel("Email").fill("mira@slow-pour.example");
    await partner.keyboard.press("Enter");
    await partner.goto(await linkIn(mailbox, /sign-in link/i));
    await partner.getByRole("button", { name: "Sign in" }).click();
    await expect(partner.getByRole("heading", { name: /^Hello / })).toBeVisible();
    await partner.goto(`${portal}/account`);
    await partner.getByRole("button", { name: "Add payout details" }).click();
    await partner.getByLabel("Account holder").fill("Mira Lindqvist");
    await partner.getByLabel("IBAN", { exact: true }).fill("DE89 3704 0044 0532 0130 00");
    await partner.keyboard.press("Enter");
    await expect(partner.getByText(/Not confirmed yet/)).toBeVisible();
    await partner.goto(await linkIn(mailbox, /payout details/i));
    await partner.getByRole("button", { name: "Confirm" }).click();
    await expect(partner.getByText("Your payout details are confirmed.")).toBeVisible();
    await partner.goto(`${portal}/links`);
    await partner.getByLabel("Page of the shop").fill(`http://coffee.localhost:${port}/products/prod_dripper`);
    await partner.keyboard.press("Enter");
    await expect(partner.getByRole("status").filter({ hasText: "Your link is ready" })).toBeVisible();
    return (
      (await partner
        .getByText(/http:\/\/\S+\/r\/\S+/)
        .first()
        .textContent()) ?? ""
    );
  });

  await test.step("a shopper follows the link and orders", async () => {
    const elsewhere = await browser.newContext({ userAgent: devices["Desktop Chrome"].userAgent });
    const shopper = await elsewhere.newPage();
    await shopper.goto(/http:\S+/.exec(address)?.[0] ?? "");
    await shopper.getByRole("button", { name: "Add to cart" }).click();
    await checksOut(shopper);
    await elsewhere.close();
    await expect.poll(subjects).toContain("Your first sale for Slow Pour Friends");
  });

  const amount = await test.step("the commission is approved, and the portal says so", async () => {
    await page.goto(`${store}/commissions`);
    await expect(rowsOf(page)).toHaveCount(1);
    const money = "€2.49";
    await expect(rowsOf(page)).toContainText(money);
    await page.keyboard.press("a");
    await expect(rowsOf(page)).toHaveCount(0);
    const states = async () => {
      const { body } = await owner.call("GET", "/api/shop/sandbox/affiliate/commissions");
      return body.data.map(({ status }: { status: string }) => status);
    };
    await expect.poll(states).toEqual(["approved"]);
    await partner.goto(`${portal}/earnings`);
    await expect(partner.getByRole("main")).toContainText(money);
    await expect(partner.getByRole("main").getByText("Approved", { exact: true }).first()).toBeVisible();
    return money;
  });

  const xml = await test.step("the manager pays, and downloads a file that a bank takes", async () => {
    await page.goto(`${store}/payouts/new`);
    await expect(rowsOf(page)).toContainText(amount);
    await page.getByLabel(/^Total/).fill(amount.slice(1));
    await page.keyboard.press("Enter");
    await expect(page.getByText("The batch is finished", { exact: true })).toBeVisible();
    const payer = { payer: { holder: "Blue Bottle", iban: "DE02120300000000202051" }, approve_above: null };
    const saved = await owner.call("PUT", "/api/shop/sandbox/desk/payout-settings", { body: payer });
    expect(saved.status, saved.text).toBe(200);
    await page.reload();
    await page.getByRole("button", { name: "Create file: SEPA credit transfer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create file" }).click();
    await page.getByRole("button", { name: /^Download file/ }).click();
    const comes = page.waitForEvent("download");
    await page.getByRole("alertdialog").getByRole("button", { name: "Download file" }).click();
    const text = readFileSync(await (await comes).path(), "utf8");
    expect(await schemaErrors(text)).toEqual([]);
    expect(text).toContain("<Nm>Mira Lindqvist</Nm>");
    expect(text).toContain(`<CtrlSum>${amount.slice(1)}</CtrlSum>`);
    return text;
  });

  await test.step("the bank’s answer is read, and the portal shows the payout as paid, with a mail", async () => {
    const id = /<EndToEndId>([^<]+)</.exec(xml)?.[1];
    const entry = `<Ntry><Amt Ccy="EUR">${amount.slice(1)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`;
    await page.goto(`${store}/payouts/match`);
    await page
      .getByLabel("Or paste the contents")
      .fill(
        `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn>${entry}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
      );
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("button", { name: "Record 1 outcome" }).click();
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
    const texts = () => mailbox.mails.map(({ text }) => text);
    const told = expect.stringContaining(`Slow Pour Friends sent you a payout of ${amount}.`);
    await expect.poll(texts).toContainEqual(told);
    await partner.goto(`${portal}/earnings`);
    const payouts = partner.locator("section").filter({ has: partner.getByRole("heading", { name: "Payouts" }) });
    await expect(payouts).toContainText("Paid");
    await expect(payouts).toContainText(amount);
  });

  await partnerContext.close();
  shop.kill("SIGTERM");
  await once(shop, "exit");
});
