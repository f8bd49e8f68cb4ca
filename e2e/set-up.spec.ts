import { startTestApp, type TestApp } from "../scripts/test/app.ts";
import { chooseFromRow, expect, heldDelete, ready, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

// One app without an owner; the tests build on one another.
test.describe.configure({ mode: "serial" });

let app: TestApp;
let at: (path: string) => string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  app = await startTestApp(2);
  at = (path) => `${app.env.CARTWRIGHT_ORIGIN}${path}`;
});
test.afterAll(() => app?.stop());

const owner = { "Your name": "Nora Newcomer", Email: "nora@example.com", Password: "a long enough password" };

test("without a token, the set-up page says where the set-up link is", async ({ page }) => {
  await page.goto(at("/"));
  await expect(page).toHaveURL(at("/setup"));
  await expect(page.getByRole("heading", { name: "Open the set-up link" })).toBeVisible();
  await expect(page.getByText(at("/setup?token=…"))).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.goto(at("/sign-in"));
  await expect(page).toHaveURL(at("/setup"));
});

test("missing and wrong entries are reported at their fields", async ({ page }) => {
  await page.goto(at(`/setup?token=${app.env.SETUP_TOKEN}`));
  await page.getByLabel("Email").fill("nora");
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Create owner and store" }).click();
  await expect(page.getByLabel("Your name")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Must be an email address.");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Must be at least 12 characters\./);
  await expect(page.getByLabel("Store name")).toHaveAttribute("aria-invalid", "true");
});

test("a wrong set-up token is reported, and the entries stay", async ({ page, complaints }) => {
  complaints.expect(/403/);
  await page.goto(at("/setup?token=guessed"));
  for (const [label, value] of Object.entries(owner)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Store name").fill("Blue Bottle & Co.");
  await page.getByRole("button", { name: "Create owner and store" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This set-up link is not valid." })).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue(owner["Your name"]);
});

test("a newcomer gets from the set-up link to the first offer, and undoes a deletion", async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto(at(`/setup?token=${app.env.SETUP_TOKEN}`));
  for (const [label, value] of Object.entries(owner)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Store name").fill("Blue Bottle & Co.");
  await page.getByLabel("Currency").selectOption("EUR");
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await expect(page.getByRole("checkbox", { name: /demo shop/ })).toBeChecked();
  await page.getByRole("button", { name: "Create owner and store" }).click();
  await expect(page.getByText("Creating a demo shop with thirteen months of data.")).toBeVisible();
  await expect(page).toHaveURL(at("/blue-bottle-co/sandbox"), { timeout: 120_000 });
  await expect(page.getByRole("region", { name: "Mode" })).toContainText("Sandbox");

  const offers = page.getByRole("link", { name: /offers not switched on/ });
  await expect(offers).toContainText("of 40 offers");
  await ready(page);

  await offers.click();
  await page.getByRole("link", { name: "New offer" }).click();
  await expect(page.getByRole("heading", { name: "New offer" })).toBeVisible();
  await page.getByLabel("Name").fill("Samovar");
  await page.getByLabel("Product offered").fill("prod_samovar");
  await page.getByLabel("Trigger products").fill("prod_kettle,");
  await page.getByLabel("Value").fill("10");
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Samovar", level: 1 })).toBeVisible();

  await page.getByLabel("Value").fill("20");
  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page)).toContainText("Saved.");

  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Upsells" }).click();
  await page.getByRole("searchbox").fill("samovar");
  await expect(rowsOf(page)).toHaveCount(1);
  const row = rowOf(page, "Samovar");
  await expect(row).toContainText("20% off");
  await chooseFromRow(page, "Samovar", "Switch off");
  await expect(row).toContainText("Inactive");
  await chooseFromRow(page, "Samovar", "Duplicate");
  await expect(rowOf(page, "Samovar (copy)")).toContainText("Draft");
  await chooseFromRow(page, "Samovar (copy)", "Delete");
  await expect(rowsOf(page)).toHaveCount(1);
  await heldDelete(page).getByRole("button", { name: /^Undo/ }).click();
  await expect(rowsOf(page)).toHaveCount(2);

  await page.getByRole("link", { name: "Overview" }).click();
  await expect(offers).toContainText("of 42 offers");
});

test("the set-up token no longer works once there is an owner", async ({ page }) => {
  await page.goto(at(`/setup?token=${app.env.SETUP_TOKEN}`));
  await expect(page).toHaveURL(at("/sign-in"));
  const again = await page.request.post(at("/api/setup"), {
    headers: { origin: at("") },
    data: {
      token: app.env.SETUP_TOKEN,
      owner: { name: "Eve", email: "eve@example.com", password: "a long enough password" },
      store: { name: "Eve's", currency: "EUR", time_zone: "UTC" },
    },
  });
  expect(again.status()).toBe(409);
});
