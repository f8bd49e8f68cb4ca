import { expect, type Page, rowOf, test, toasts } from "./fixtures.ts";

// A phone of the smallest size, and a thumb. `tap` needs what is tapped in sight, uncovered and at rest.

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
test.describe.configure({ timeout: 150_000 });

/** What would be in a thumb's way: a page that moves sideways, fields that make a phone zoom in, low main buttons. */
const inTheWay = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const told = (element: Element, what: string | number) => `${element.outerHTML.slice(0, 90)} ${what}`;
    const fields = [
      ...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=file]), select, textarea"),
    ]
      .filter((field) => seen(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => told(field, getComputedStyle(field).fontSize));
    const buttons = [...document.querySelectorAll<HTMLElement>(".btn.bg-accent")]
      .filter((button) => seen(button) && !button.closest("[inert]") && button.offsetHeight < 44)
      .map((button) => told(button, button.offsetHeight));
    // Whatever else is wider than the page is a chart, code or a row of tabs, and is told as a region to be moved.
    const boxes = [...document.querySelectorAll<HTMLElement>("main table")]
      .filter((table) => seen(table) && table.scrollWidth > root.clientWidth)
      .filter((table) => !table.closest("[role=region], section[tabindex]"))
      .map((table) => told(table, table.scrollWidth));
    const sideways = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide`] : [];
    return [...sideways, ...fields, ...buttons, ...boxes];
  });

async function handy(page: Page, what: string): Promise<void> {
  expect.soft(await inTheWay(page), what).toEqual([]);
}

test("offers are made, disabled, deleted and brought back with a thumb", async ({ page, merchant }) => {
  const tap = (name: string | RegExp, role: "button" | "link" | "menuitem" | "tab" = "button") =>
    page
      .getByRole(role, { name, exact: typeof name === "string" })
      .first()
      .tap();
  const dialog = page.getByRole("dialog");
  /** By the drawer, which is all the navigation that there is. */
  const goes = async (name: string) => {
    await tap("Open navigation");
    await expect(dialog).toContainText("Blue Bottle");
    await dialog.getByRole("link", { name, exact: true }).tap();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await handy(page, name);
  };
  await merchant.opens();
  await expect(page.getByRole("banner")).toContainText("Blue Bottle");
  await expect(page.getByRole("region", { name: "Mode" })).toBeInViewport();
  await handy(page, "the overview");

  await test.step("an offer is made, disabled from its card, and deleted with a way back", async () => {
    await goes("Upsells");
    await page.getByRole("main").getByRole("link", { name: "New offer" }).first().tap();
    await page.getByLabel("Name", { exact: true }).fill("Care kit");
    await page
      .getByRole("combobox", { name: /^Product/ })
      .first()
      .fill("prod_kit");
    await page
      .getByRole("combobox", { name: /Trigger/ })
      .first()
      .fill("prod_boots,");
    await page.getByLabel("Value").fill("15");
    await handy(page, "an offer");
    await tap("Create offer");
    await expect(page.getByRole("heading", { name: "Care kit", level: 1 })).toBeVisible();
    await merchant.opens("/upsells");
    await page.getByRole("checkbox", { name: "Select Care kit" }).tap();
    const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
    await expect(bulk).toBeInViewport();
    await handy(page, "a card that is chosen");
    await bulk.getByRole("button", { name: "Enable", exact: true }).tap();
    await expect(rowOf(page, "Care kit")).toContainText("Active", { timeout: 20_000 });
    await tap("Actions for Care kit");
    await tap("Delete", "menuitem");
    const deleted = toasts(page).getByRole("listitem").filter({ hasText: "will be deleted" });
    await deleted.getByRole("button", { name: /^Undo/ }).tap();
    await expect(rowOf(page, "Care kit")).toBeVisible();
  });
});
