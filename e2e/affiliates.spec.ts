import { noBarriers } from "./barriers.ts";
import { chooseFromRow, expect, type Page, ready, rowOf, rowsOf, test, toasts } from "./fixtures.ts";
import { program } from "./program.ts";

/** Records everything that screen readers are told from now on. */
async function hears(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("[data-announce]")) {
        if (textContent && textContent !== heard.at(-1)) heard.push(textContent);
      }
    }).observe(document.body, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(" "));
}

test("applications are approved, rejected and undone by keyboard alone, and an analyst can only view them", {
  tag: "@long",
}, async ({ page, merchant }) => {
  const api = await program(merchant);
  const [ada, bo, cleo] = [await api.create("Ada"), await api.create("Bo"), await api.create("Cleo")];
  await merchant.opens("/affiliates");
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("link", { name: "Review applications" }).click();
  const list = page.getByRole("list", { name: "Waiting applications" });
  const current = list.locator("[aria-current=true]");
  await expect(current).toContainText("Ada Berg");
  await ready(page);
  await noBarriers(page);
  await page.keyboard.press("j");
  await expect(current).toContainText("Bo Berg");
  await page.keyboard.press("k");
  const said = await hears(page);
  await page.keyboard.press("a");
  await expect(current).toContainText("Bo Berg");
  await expect(list.getByRole("button", { name: /Ada Berg/ })).toContainText("approving");
  await page.keyboard.press("r");
  await expect(list.getByRole("button", { name: /Bo Berg/ })).toContainText("rejecting");
  await page.keyboard.press("u");
  await expect(current).toContainText("Bo Berg");
  await expect(list.getByRole("button", { name: /Bo Berg/ })).not.toContainText("rejecting");
  // The page and the undo notice both announce the decision; neither replaces the other's announcement.
  for (const words of [
    "Ada Berg is being approved",
    "“Ada Berg” will be changed",
    "The application of Bo Berg is waiting again",
  ]) {
    await expect.poll(said).toContain(words);
  }
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect.poll(async () => (await api.find(ada.id)).status).toBe("active");
  await expect.poll(async () => (await api.find(cleo.id)).status).toBe("rejected");
  expect((await api.find(bo.id)).status).toBe("pending");
  await expect(list.getByRole("button")).toHaveCount(1);

  const analyst = await merchant.as("analyst");
  await analyst.opens("/affiliates/applications");
  await expect(analyst.page.getByRole("heading", { name: "Bo Berg" })).toBeVisible();
  await expect(analyst.page.getByRole("button", { name: /Approve/ })).toHaveCount(0);
  await analyst.page.keyboard.press("a");
  await analyst.opens("/affiliates");
  await expect(rowsOf(analyst.page)).toHaveCount(3);
  await expect(analyst.page.getByRole("link", { name: "New affiliate" })).toHaveCount(0);
  await expect(analyst.page.getByRole("checkbox")).toHaveCount(0);
  await analyst.opens("/affiliates/media-kit");
  await expect(
    analyst.page.getByText("Files appear here when an affiliate manager or an owner adds them."),
  ).toBeVisible();
});

test("an affiliate is created, edited by two people at once, deactivated instead of deleted while money is owed, and others are imported", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/409|400/);
  const api = await program(merchant);
  await merchant.opens("/affiliates/new");
  await page.getByLabel("First name").fill("Mira");
  await page.getByLabel("Last name").fill("Lindqvist");
  await page.getByLabel("Email", { exact: true }).fill("mira@");
  await page.getByRole("button", { name: "Create affiliate" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(/Must be an email address/);
  await page.getByLabel("Email", { exact: true }).fill("mira@example.com");
  await page.getByLabel("Rate").fill("12.5");
  await page.getByLabel("Coupon codes").fill("MIRA10,");
  await page.getByLabel("Minimum payout").fill("25.50");
  await page.getByRole("button", { name: "Create affiliate" }).click();
  await expect(page.getByRole("heading", { name: "Mira Lindqvist", level: 1 })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await api.find(id)).toMatchObject({
    status: "active",
    commission_rate: 12.5,
    coupon_codes: ["MIRA10"],
    minimum_payout: 2550,
  });

  await page.getByRole("tab", { name: "Profile" }).click();
  await noBarriers(page);
  await page.getByLabel("Group").fill("Creators");
  await page.getByLabel("Notes").fill("Met at the fair.");
  await api.change(id, { group: "Press", payout_method: "paypal" });
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody else has changed this in the meantime" });
  await expect(conflict).toContainText("Press");
  await conflict.getByRole("button", { name: "Save these values" }).click();
  await expect(toasts(page)).toContainText("Saved.");
  expect(await api.find(id)).toMatchObject({ group: "Creators", payout_method: "paypal", notes: "Met at the fair." });

  await api.sells({ external_id: "shop-1", subtotal: 10_000, total: 10_000, coupon_codes: ["MIRA10"] });
  await merchant.opens("/affiliates");
  await expect(rowOf(page, "Mira Lindqvist")).toContainText("€100.00");
  await chooseFromRow(page, "Mira Lindqvist", "Delete…");
  const refused = page.getByRole("alertdialog", { name: "Mira Lindqvist cannot be deleted now" });
  await expect(refused).toContainText("€12.50 in commissions is waiting for review.");
  await refused.getByRole("button", { name: "Deactivate instead" }).click();
  await expect(rowOf(page, "Mira Lindqvist")).toContainText("changing…");
  await expect(rowOf(page, "Mira Lindqvist")).toContainText("Inactive");

  await page.getByRole("link", { name: "Import CSV" }).click();
  const lines = [
    "email,first_name,last_name,status",
    "jo@example.com,Jo,Lind,active",
    "mira@example.com,Mira,L,active",
    "x,X,Y,active",
  ];
  await page.getByLabel("Or paste the contents").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Check the file" }).click();
  await expect(page.getByRole("main")).toContainText("2 lines can be imported");
  await expect(page.getByRole("main")).toContainText("Must be an email address");
  await expect(page.getByText("These lines have the email address of an existing affiliate")).toBeVisible();
  await noBarriers(page);
  await page.getByRole("checkbox", { name: "Skip lines with problems" }).check();
  await page.getByRole("button", { name: "Import 2 affiliates" }).click();
  await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
  await merchant.opens("/affiliates?search=jo");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowOf(page, "Jo Lind")).toContainText("Active");
});

test("an order attributed manually earns the commission of the preview, and is attributed to another affiliate with a reason", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/status of 400.*attribution-preview/);
  const api = await program(merchant);
  const mira = await api.create("Mira", { status: "active", commission_type: "percentage", commission_rate: 12.5 });
  const jon = await api.create("Jon", { status: "active", commission_type: "fixed", commission_rate: 500 });
  const [order = ""] = await api.sells({
    external_id: "shop-7",
    order_number: "#1007",
    subtotal: 8_613,
    tax: 1_387,
    total: 10_000,
  });
  await merchant.opens("/affiliate-orders?attributed=false");
  await page.getByRole("link", { name: "#1007" }).click();
  const dialog = page.getByRole("dialog");
  const preview = page.getByTestId("commission-preview");
  const choose = async (name: string) => {
    await dialog.getByRole("combobox", { name: /Affiliate/ }).fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
  };
  await page.getByRole("button", { name: "Attribute manually" }).click();
  await choose("Mira");
  await expect(preview).toContainText(/12\.5% of €[\d.]+ is €[\d.]+/);
  const amount = await preview.locator("p").first().textContent();
  await noBarriers(page);
  await dialog.getByRole("button", { name: "Attribute order" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription(/This field is required/);
  await dialog.getByLabel("Reason").fill("Named Mira at checkout.");
  await dialog.getByRole("button", { name: "Attribute order" }).click();
  await expect(toasts(page)).toContainText(`with a commission of ${amount}`);
  const why = page.getByRole("list", { name: "Why this affiliate" });
  await expect(why).toContainText("Attributed to Mira Berg manually");
  await expect(why).toContainText("Reason: Named Mira at checkout.");
  await expect(why).toContainText(`Commission of ${amount}`);
  const [made] = await api.commissions(`affiliate_id=${mira.id}`);
  expect(`€${((made?.amount ?? 0) / 100).toFixed(2)}`).toBe(amount);

  await page.getByRole("button", { name: "Attribute to another affiliate" }).click();
  await expect(dialog).toContainText("This order is attributed to Mira Berg.");
  await choose("Jon");
  await expect(preview).toContainText("€5.00");
  await dialog.getByText("A fixed amount").click();
  await dialog.getByRole("textbox", { name: "Amount" }).fill("999999");
  await expect(preview).toContainText("the part of the order that earns commission");
  await dialog.getByRole("textbox", { name: "Amount" }).fill("7.25");
  await expect(preview).toContainText("€7.25");
  await dialog.getByLabel("Reason").fill("It was Jon after all.");
  await dialog.getByRole("button", { name: "Attribute order" }).click();
  await expect(why).toContainText("Attributed to Jon Berg manually");
  expect(await api.commissions(`affiliate_id=${jon.id}`)).toMatchObject([
    { amount: 725, order_id: order, status: "pending" },
  ]);
  expect(await api.commissions(`affiliate_id=${mira.id}`)).toMatchObject([{ status: "rejected" }]);

  const analyst = await merchant.as("analyst");
  await analyst.opens(`/affiliate-orders/${order}`);
  await expect(analyst.page.getByRole("list", { name: "Why this affiliate" })).toContainText("Jon Berg");
  await expect(analyst.page.getByRole("button", { name: "Attribute to another affiliate" })).toHaveCount(0);
});

test("the help in a column heading explains the column and does not sort it", { tag: "@long" }, async ({
  page,
  merchant,
}) => {
  const api = await program(merchant);
  await api.create("Ada");
  await merchant.opens("/affiliates");
  await page
    .getByRole("columnheader", { name: /^Conversion/ })
    .getByRole("button")
    .click();
  await expect(page.getByRole("dialog", { name: "Orders per click" })).toContainText("divided by clicks");
  await page.keyboard.press("Escape");
  await merchant.opens("/affiliate-analytics");
  const perClick = page.getByRole("columnheader", { name: /^Earned per click/ });
  await perClick.getByRole("button", { name: "Explain “Earned per click”" }).click();
  await expect(page.getByRole("dialog", { name: "Earned per click" })).toContainText("EPC");
  await expect(page).not.toHaveURL(/sort=/);
});
