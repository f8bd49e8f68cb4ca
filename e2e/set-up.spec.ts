import { startTestApp, type TestApp } from "../scripts/test/app.ts";
import { expect, test } from "./fixtures.ts";

// One app without an owner; the tests build on one another.
test.describe.configure({ mode: "serial" });

let app: TestApp;
let at: (path: string) => string;

test.beforeAll(async () => {
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

test("a newcomer gets from the set-up link to a demo shop", { tag: "@long" }, async ({ page }) => {
  await page.goto(at(`/setup?token=${app.env.SETUP_TOKEN}`));
  for (const [label, value] of Object.entries(owner)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Store name").fill("Blue Bottle & Co.");
  await page.getByLabel("Currency").selectOption("EUR – Euro");
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await expect(page.getByRole("checkbox", { name: /demo shop/ })).toBeChecked();
  await page.getByRole("button", { name: "Create owner and store" }).click();
  await expect(page.getByText("Creating a demo shop with thirteen months of data.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Products, offers" }).getByLabel("Done")).toBeVisible();
  await expect(page).toHaveURL(at("/blue-bottle-co/sandbox"), { timeout: 240_000 });
  await expect(page.getByRole("region", { name: "Mode" })).toContainText("Sandbox");

  await expect(page.getByRole("link", { name: /offers not switched on/ })).toContainText("of 40 offers");
});

test("the set-up token no longer works once there is an owner", { tag: "@long" }, async ({ page }) => {
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
