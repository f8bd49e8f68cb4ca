import { openMailbox } from "../lib/testing/smtp.ts";
import { noBarriers } from "./barriers.ts";
import { expect, ready, signIn, test, toasts } from "./fixtures.ts";
import { subjectsIn } from "./mails.ts";
import { App, ownerOf } from "./processes.ts";

// A program's public page, from its opening to the first mail of approval, with a real mail server.
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

test("a manager opens the public page, a stranger applies, confirms, is approved, and gets mail of each step", {
  tag: "@long",
}, async ({ page, context, browser }) => {
  const desk = `${app.origin}/shop/sandbox/affiliates`;
  await signIn(context, ownerOf("shop"), app);

  await page.goto(`${desk}/program`);
  await page.getByLabel("People can apply on the public page").check();
  await page.getByLabel("Name of the program").fill("Slow Pour Friends");
  await page.getByLabel("Introduction").fill("Recommend coffee that you drink yourself.");
  await page.getByLabel("Benefits").fill("A commission on each order\nNew photos each month");
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 1", { exact: true }).fill("Where do you write about coffee?");
  await page.getByRole("checkbox", { name: "Required" }).check();
  await page.getByLabel("Text of the terms").fill("Be fair to everybody.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Version 1 since")).toBeVisible();
  await noBarriers(page);

  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  const stranger = await elsewhere.newPage();
  await stranger.goto(`${app.origin}/join/shop-sandbox`);
  await ready(stranger);
  await expect(stranger.getByRole("heading", { name: "Become a partner of Slow Pour Friends" })).toBeVisible();
  await expect(stranger.getByText("New photos each month")).toBeVisible();
  await noBarriers(stranger);
  // Only keys, as on a phone with a keyboard or without a mouse.
  await stranger.getByLabel("First name").focus();
  for (const text of ["Mira", "Lindqvist", "mira@slow-pour.example", "slow-pour.example"]) {
    await stranger.keyboard.type(text);
    await stranger.keyboard.press("Tab");
  }
  await stranger.keyboard.press("Tab");
  await expect(stranger.getByLabel("Where do you write about coffee?")).toBeFocused();
  await stranger.keyboard.press("Enter");
  await expect(stranger.getByRole("checkbox")).toHaveAccessibleDescription("Accept the terms to apply.");
  await stranger.getByText("Terms, version 1").click();
  await expect(stranger.getByText("Be fair to everybody.")).toBeVisible();
  await stranger.getByRole("checkbox").check();
  await stranger.getByRole("button", { name: "Send application" }).click();
  await expect(stranger.getByLabel("Where do you write about coffee?")).toHaveAccessibleDescription(
    "Fill in this field.",
  );
  await page.getByLabel("Text of the terms").fill("Be fair and quick.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Version 2 since")).toBeVisible();
  await stranger.getByLabel("Where do you write about coffee?").fill("On my blog");
  await expect(stranger.getByLabel("Where do you write about coffee?")).toHaveAccessibleDescription("");
  await stranger.getByRole("button", { name: "Send application" }).click();
  await expect(stranger.getByText("Be fair and quick.")).toBeVisible();
  const consent = stranger.getByRole("checkbox");
  await expect(consent).toHaveAccessibleDescription(/The terms have changed in the meantime/);
  await expect(consent).toBeFocused();
  await expect(consent).not.toBeChecked();
  await expect(stranger.getByLabel("Where do you write about coffee?")).toHaveValue("On my blog");
  await noBarriers(stranger);
  await consent.check();
  await stranger.getByRole("button", { name: "Send application" }).click();
  await expect(stranger.getByRole("heading", { name: "Check your inbox" })).toBeFocused();

  await expect.poll(subjects).toEqual(["Confirm your email address for Slow Pour Friends"]);
  const link = /http:\S+\/confirm\/\S+/.exec(mailbox.mails[0]?.text ?? "")?.[0] ?? "";
  await stranger.goto(link);
  await ready(stranger);
  await noBarriers(stranger);
  await stranger.getByRole("button", { name: "Confirm email address" }).click();
  await expect(stranger.getByText("Your address is confirmed")).toBeVisible();
  await stranger.goto(`${app.origin}/partners/shop-sandbox/nothing`);
  await expect(stranger.getByRole("heading", { name: "Nothing at this address" })).toBeVisible();
  await stranger.goto(`${app.origin}/join/closed`);
  await expect(stranger.getByRole("heading", { name: "Nothing at this address" })).toBeVisible();
  await elsewhere.close();

  await page.goto(`${desk}/applications`);
  const applicant = page.locator("section", { has: page.getByRole("heading", { name: "Mira Lindqvist" }) });
  await expect(applicant).toContainText("On my blog");
  await expect(applicant).toContainText("Terms version 2");
  await noBarriers(page);
  await page.keyboard.press("a");
  await expect.poll(() => subjects().at(-1)).toBe("Welcome to Slow Pour Friends");
  expect(subjects()).toHaveLength(3);
  await page.goto(desk);
  await page.getByRole("link", { name: "Mira Lindqvist" }).click();
  const application = page.locator("section", { has: page.getByRole("heading", { name: "Application", exact: true }) });
  await expect(application).toContainText("Where do you write about coffee?");
  await expect(application).toContainText("On my blog");

  await page.goto(`${desk}/program/mails`);
  await expect(page.getByRole("row", { name: /Application approved.*mira@slow-pour.example.*Sent/ })).toBeVisible();
  await noBarriers(page);
});

test("a manager sees a text as HTML and as plain text while writing it, with sample values in its language", {
  tag: "@long",
}, async ({ page, context }) => {
  await signIn(context, ownerOf("shop"), app);
  await page.goto(`${app.origin}/shop/sandbox/affiliates/program/templates?kind=payout_sent`);
  await ready(page);
  const mail = page.frameLocator("iframe[title=Preview]");
  await expect(mail.getByText("Mira Lindqvist")).toBeVisible();
  await page.getByLabel("Message").fill("Dear {name},\n\n{amount} <script>document.title = 'x'</script>\n\n{portal}");
  await expect(mail.getByText("Dear Mira Lindqvist,")).toBeVisible();
  await expect(mail.getByText("<script>document.title = 'x'</script>")).toContainText(/12\.40/);
  await expect(mail.getByText("/partners/")).toHaveCSS("text-decoration-line", "underline");
  await noBarriers(page);
  await page.getByRole("tab", { name: "HTML" }).press("ArrowRight");
  await expect(page.getByRole("tabpanel")).toContainText("Dear Mira Lindqvist,");
  await page.getByLabel("Subject").fill("{program}: {amount}");
  await expect(page.getByRole("tab", { name: "Plain text" })).toHaveAttribute("aria-selected", "true");
  for (const [language, amount] of [
    ["de", /12,40/],
    ["ja", /12\.40/],
  ] as const) {
    await page.getByLabel("Language").selectOption(language);
    await page.getByRole("tab", { name: "HTML" }).click();
    await expect(mail.getByText("Mira Lindqvist")).toBeVisible();
    await expect(mail.getByText(amount)).toBeVisible();
  }
});

test("without an email server, nobody is told to look for an email, and a manager copies the link", {
  tag: "@long",
}, async ({ page, merchant, browser }) => {
  await merchant.opens("/affiliates/program");
  await page.getByLabel("People can apply on the public page").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toasts(page)).toBeVisible();
  const elsewhere = await browser.newContext({ locale: "en-GB" });
  const stranger = await elsewhere.newPage();
  await stranger.goto(`/join/${merchant.store}-sandbox`);
  await ready(stranger);
  await stranger.getByLabel("First name").fill("Mira");
  await stranger.getByLabel("Last name").fill("Lindqvist");
  await stranger.getByLabel("Email").fill("mira@slow-pour.example");
  await stranger.getByRole("checkbox").check();
  await stranger.getByRole("button", { name: "Send application" }).click();
  await expect(stranger.getByRole("heading", { name: "One step is left" })).toBeVisible();
  await expect(stranger.getByText("inbox")).toHaveCount(0);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await merchant.opens("/affiliates/program/mails");
  await page.getByRole("button", { name: /^Actions for .*mira@slow-pour/ }).click();
  await page.getByRole("menuitem", { name: "Read" }).click();
  await page.getByRole("button", { name: "Copy the link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/join\/.+\/confirm\//);
  await stranger.goto(link);
  await stranger.getByRole("button", { name: "Confirm email address" }).click();
  await expect(stranger.getByText("and will tell you the decision")).toBeVisible();
  await elsewhere.close();
});
