import { readFile } from "node:fs/promises";
import pg from "pg";
import { openMailbox } from "../lib/testing/smtp.ts";
import { giveAuthenticator } from "./authenticator.ts";
import { noBarriers } from "./barriers.ts";
import { expect, signIn, test, toasts } from "./fixtures.ts";
import { linkIn } from "./mails.ts";
import { App, ownerOf } from "./processes.ts";

// The portal of an affiliate program, on a phone, with a mail server of its own.

// One app for all tests of this file.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 390, height: 844 } });

const slug = "coffee";
const base = `/partners/${slug}`;

let app: App;
let mailbox: Awaited<ReturnType<typeof openMailbox>>;
/** The affiliate with the most commissions. */
let affiliate = { id: "", email: "" };

test.beforeAll(async () => {
  mailbox = await openMailbox();
  app = await App.start({ SMTP_URL: mailbox.url });
  await app.setUp(slug);
  await app.settles("demo", "--store", slug, "--visits", "60000");
  const client = new pg.Client(app.databaseUrl());
  await client.connect();
  await client.query(
    `insert into desk.partner_program (store_id, mode, slug, open, portal_open, name, allowed_hosts)
     values ($1, 'sandbox', $1, true, true, 'Coffee Circle', '["coffee.test"]')`,
    [slug],
  );
  const { rows } = await client.query(
    `select a.id, a.email from affiliate.affiliate a join affiliate.commission c on c.affiliate_id = a.id
     where a.status = 'active' and a.deleted_at is null group by a.id, a.email order by count(*) desc, a.id limit 1`,
  );
  affiliate = rows[0];
  await client.end();
});
/** The affiliate's latest payout comes back from the bank. */
async function returnPayout() {
  const client = new pg.Client(app.databaseUrl());
  await client.connect();
  await client.query(
    `update affiliate.payout set status = 'failed', returned_at = now() - interval '1 day', created_at = now() - interval '3 days',
       paid_at = now() - interval '2 days', failure_reason = 'The account is closed (AC04).'
     where id = (select id from affiliate.payout where affiliate_id = $1 order by created_at desc limit 1)`,
    [affiliate.id],
  );
  await client.end();
}

test.afterAll(async () => {
  await app?.remove();
  await mailbox?.close();
});

test("an affiliate signs in by a mailed link, sees earnings, makes a link, and says how to be paid", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  await page.goto(`${app.origin}${base}/earnings`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await noBarriers(page);
  await page.getByLabel("Email").fill(affiliate.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await page.goto(await linkIn(mailbox, /sign-in link/i));
  await page.getByRole("button", { name: "Sign in" }).press("Enter");

  await expect(page.getByRole("heading", { name: /^Hello / })).toBeVisible();
  await expect(page.getByText("In review").first()).toBeVisible();
  await noBarriers(page);

  await page.getByRole("navigation", { name: "Partner portal" }).getByRole("link", { name: "Links" }).press("Enter");
  await page.getByLabel("Page of the shop").fill("https://evil.test/");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Page of the shop")).toHaveAccessibleDescription(/Must be a page of coffee\.test\./);
  await page.getByLabel("Page of the shop").fill("https://coffee.test/beans");
  await page.getByLabel("Name").fill("Autumn letter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Your link is ready" })).toBeVisible();
  await page.getByRole("button", { name: "QR code of Autumn letter" }).press("Enter");
  await expect(page.getByRole("dialog").getByRole("img", { name: /^QR code of http/ })).toBeVisible();
  await noBarriers(page);
  await page.keyboard.press("Escape");

  await page.getByRole("navigation", { name: "Partner portal" }).getByRole("link", { name: "Earnings" }).click();
  await page.getByLabel("Month").selectOption({ index: 1 });
  await page.getByRole("link", { name: "Open statement" }).click();
  await expect(page.getByRole("heading", { name: /^Statement / })).toBeVisible();
  // A statement has a part for each currency.
  await expect(page.getByText("Commissions of the month").first()).toBeVisible();
  await noBarriers(page);
  const csv = await page
    .context()
    .request.get(`${app.origin}/api${base}/statements/${new URL(page.url()).pathname.split("/").at(-1)}/csv`);
  expect(await csv.text()).toMatch(/^\uFEFFkind,date,id,state,reason,sale,amount,currency,reference\r\n/);

  await returnPayout();
  await page.goto(`${app.origin}${base}`);
  await expect(page.getByText(/^Your payout of .* was returned on /)).toBeVisible();
  await expect(page.getByText("The account is closed (AC04).", { exact: false })).toBeVisible();
  await noBarriers(page);
  await page.getByRole("link", { name: "Check payout details" }).press("Enter");
  await page.getByLabel("Account holder").fill("Mira Lindqvist");
  await page.getByLabel("IBAN", { exact: true }).fill("DE89 3704 0044 0532 0130 01");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("IBAN", { exact: true })).toHaveAccessibleDescription(/correct check digits/);
  await page.getByLabel("IBAN", { exact: true }).fill("DE89 3704 0044 0532 0130 00");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Not confirmed yet: DE89 •••• 3000/)).toBeVisible();
  await noBarriers(page);
  await page.goto(await linkIn(mailbox, /payout details/i));
  await page.getByRole("button", { name: "Confirm" }).press("Enter");
  await expect(page.getByText("Your payout details are confirmed.")).toBeVisible();
  await page.goto(`${app.origin}${base}`);
  await expect(page.getByRole("heading", { name: /^Hello / })).toBeVisible();
  await expect(page.getByText(/^Your payout of /)).toHaveCount(0);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto(`${app.origin}${base}/earnings`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("an affiliate downloads what a manager shared, signs in with a passkey, and is signed out by the manager", {
  tag: "@long",
}, async ({ page, browser }) => {
  const desk = `${app.origin}/${slug}/sandbox/affiliates`;
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page.context(), ownerOf(slug), app);
  await page.goto(`${desk}/media-kit`);
  const text = { name: "About our beans.txt", mimeType: "text/plain", buffer: Buffer.from("Roasted on Mondays.") };
  await page.getByLabel("File").setInputFiles(text);
  await expect(page.getByRole("row", { name: /About our beans\.txt/ })).toBeVisible();

  await page.goto(`${desk}/${affiliate.id}`);
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Portal access" }) });
  await panel.getByRole("button", { name: /Send sign-in link|Invite to the portal/ }).click();
  const link = new URL((await page.getByTestId("secret").textContent()) ?? "");
  await page.getByRole("button", { name: "Done" }).click();
  // Browsers accept passkeys only for host names, not for IP addresses.
  link.hostname = "localhost";
  const theirs = await (await browser.newContext({ baseURL: link.origin })).newPage();
  await theirs.goto(link.href);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs.getByRole("heading", { name: /^Hello / })).toBeVisible();

  await theirs.goto(`${base}/media`);
  const download = theirs.waitForEvent("download");
  await theirs.getByRole("link", { name: "Download About our beans.txt" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toBe("Roasted on Mondays.");

  await giveAuthenticator(theirs);
  await theirs.goto(`${base}/account`);
  await theirs.getByRole("button", { name: "Add a passkey" }).click();
  await expect(theirs.getByRole("list", { name: "Passkeys" })).toContainText("Not used yet");
  await theirs.getByRole("button", { name: "Sign out" }).click();
  await theirs.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(theirs.getByRole("heading", { name: /^Hello / })).toBeVisible();

  await page.reload();
  await expect(panel).toContainText("1 passkey");

  await theirs.goto(`${base}/account`);
  await theirs.getByLabel("Name", { exact: true }).fill("Report");
  await theirs.getByRole("button", { name: "Create key" }).click();
  for (const [list, name] of [
    ["Passkeys", "My device"],
    ["API key", "Report"],
  ]) {
    const row = theirs.getByRole("list", { name: list }).getByRole("listitem");
    await row.getByRole("button", { name: `Remove ${name}` }).click();
    const question = theirs.getByRole("alertdialog", { name: `Remove ${name}?` });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(row.getByRole("button", { name: `Remove ${name}` })).toBeFocused();
    await theirs.keyboard.press("Enter");
    await question.getByRole("button", { name: "Remove" }).click();
    await expect(toasts(theirs)).toContainText(`${name} was removed.`);
    await expect(row).toHaveCount(0);
    expect(await theirs.evaluate(() => document.activeElement?.closest("section")?.textContent)).toContain(list);
  }

  await panel.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(toasts(page)).toContainText("The affiliate is signed out everywhere.");
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await theirs.context().close();
});
