import type { Page } from "@playwright/test";
import { expect, holdsForAMinute, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

// Nothing in this file may touch the mouse.

const focused = (page: Page) => page.locator(":focus");

/** Presses Tab until the wanted control has the focus, as a person would. */
async function tabTo(page: Page, name: string | RegExp, role: "button" | "link" | "textbox" | "combobox" | "radio") {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" });
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached the ${role} ${name}.`);
}

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

test("an offer is created, edited, disabled, duplicated, deleted and brought back", async ({ page, merchant }) => {
  await merchant.opens();
  await press(page, "g", "u");
  await expect(page.getByRole("heading", { name: "No offers yet" })).toBeVisible();
  await press(page, "g", "o");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await press(page, "n");
  await expect(page.getByRole("heading", { name: "New offer" })).toBeVisible();

  await tabTo(page, "Name", "textbox");
  await page.keyboard.type("Typed offer");
  await press(page, "Tab");
  await page.keyboard.type("prod_typed");
  await press(page, "Tab");
  await page.keyboard.type("prod_a,prod_b,");
  await tabTo(page, "Type", "combobox");
  await press(page, "ArrowDown", "ArrowDown", "Enter", "Tab");
  await page.keyboard.type("5");
  await tabTo(page, "Placement", "combobox");
  await press(page, "ArrowDown", "Enter", "Tab");
  await press(page, "ArrowUp", "ArrowUp");
  await expect(page.getByRole("radio", { name: "Active", exact: true })).toBeChecked();
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Typed offer", level: 1 })).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";
  expect(await merchant.api.find(id)).toMatchObject({
    trigger_products: ["prod_a", "prod_b"],
    discount: { type: "fixed_amount", value: 5 },
    placement: "cart",
    status: "active",
  });

  await tabTo(page, "Name", "textbox");
  await press(page, "End");
  await page.keyboard.type(" again");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Typed offer again", level: 1 })).toBeVisible();

  // Out of the field, where letters are letters.
  await tabTo(page, "Save changes", "button");
  await press(page, "g", "u");
  await expect(rowOf(page, "Typed offer again")).toBeVisible();
  await press(page, "j");
  await expect(focused(page)).toHaveText("Typed offer again");

  await press(page, "Tab");
  await expect(focused(page)).toHaveAccessibleName("Actions for Typed offer again");
  await press(page, "Enter", "ArrowDown", "Enter");
  await expect(rowOf(page, "Typed offer again")).toContainText("Inactive");
  await expect(focused(page)).toHaveAccessibleName("Actions for Typed offer again");
  await press(page, "Enter", "d", "u", "Enter");
  await expect(rowOf(page, "Typed offer again (copy)")).toBeVisible();

  await tabTo(page, /^Actions for Typed offer again$/, "button");
  await press(page, "ArrowUp");
  await expect(focused(page)).toHaveText("Delete");
  await press(page, "Enter");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText("will be deleted");
  await press(page, "Control+z");
  await expect(rowsOf(page)).toHaveCount(2);
  expect(await merchant.api.names()).toEqual(["Typed offer again", "Typed offer again (copy)"]);
});

test("the rows answer to J, K, X, Enter and Escape", async ({ page, merchant }) => {
  for (const name of ["A", "B", "C"]) await merchant.api.create({ name });
  await merchant.opens("/upsells?sort=name&order=asc");
  await expect(rowsOf(page)).toHaveCount(3);
  await press(page, "j", "j");
  await expect(focused(page)).toHaveText("B");
  await press(page, "k");
  await expect(focused(page)).toHaveText("A");
  await press(page, "x", "j", "j", "Shift+X");
  const bulk = page.getByRole("region", { name: "Actions for the selected rows" });
  await expect(bulk).toContainText("3 rows selected");
  await press(page, "x");
  await expect(bulk).toContainText("2 rows selected");
  await press(page, "Escape");
  await expect(bulk).toHaveCount(0);
  await expect(focused(page)).toHaveText("C");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "C", level: 1 })).toBeVisible();
});

test("the search has its key, and keys typed into it are text", async ({ page, merchant }) => {
  for (const name of ["Jug", "Kettle"]) await merchant.api.create({ name });
  await merchant.opens("/upsells");
  await press(page, "/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("jug");
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(/search=jug/);
  await press(page, "Escape");
  await expect(rowsOf(page)).toHaveCount(2);
});

test("the palette finds a page, a record and an action, and gives the focus back", async ({ page, merchant }) => {
  const { name } = await merchant.api.create({ name: "Gooseneck kettle" });
  await merchant.opens();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await tabTo(page, "Account", "button");
  await press(page, "Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await press(page, "Escape");
  await expect(palette).toHaveCount(0);
  await expect(focused(page)).toHaveAccessibleName("Account");

  await press(page, "Control+k");
  await page.keyboard.type("goosen");
  await expect(palette.getByRole("option", { name })).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();

  await press(page, "Control+k");
  await page.keyboard.type("sett");
  await expect(palette.getByRole("option", { name: "Settings", exact: true })).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  await press(page, "Control+k");
  await page.keyboard.type("new off");
  await expect(palette.getByRole("option", { name: "New offer" })).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { name: "New offer", level: 1 })).toBeVisible();
});

test("the palette asks before unsaved work is left", async ({ page, merchant }) => {
  await merchant.opens("/upsells/new");
  await tabTo(page, "Name", "textbox");
  await page.keyboard.type("Not saved");
  await press(page, "Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await page.keyboard.type("overview");
  await press(page, "Enter");
  await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
  await expect(focused(page)).toHaveText("Cancel");
  await press(page, "Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Not saved");
});

test("? lists the keys, and Escape leads back", async ({ page, merchant }) => {
  await merchant.opens("/settings");
  await tabTo(page, "Check connection", "button");
  await press(page, "Shift+?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Go to upsells");
  await press(page, "Escape");
  await expect(help).toHaveCount(0);
  await expect(focused(page)).toHaveText("Check connection");
});

test("menus and dialogs give the focus back to what opened them", async ({ page, merchant }) => {
  await merchant.opens("/settings");
  await tabTo(page, "Account", "button");
  await press(page, "Enter");
  await expect(focused(page)).toHaveText("Your account");
  await press(page, "Escape");
  await expect(focused(page)).toHaveAccessibleName("Account");

  await tabTo(page, "Replace key", "button");
  await press(page, "Enter");
  await expect(focused(page)).toHaveAccessibleName("API key");
  await press(page, "Escape");
  await expect(focused(page)).toHaveText("Replace key");
});

test("the first Tab offers to skip to the content, and notices are reached with F8", async ({ page, merchant }) => {
  await merchant.api.create({ name: "A" });
  await holdsForAMinute(page);
  await merchant.opens("/upsells");
  await press(page, "Tab");
  await expect(focused(page)).toHaveText("Skip to content");
  await press(page, "Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await press(page, "j", "Tab", "ArrowUp", "Enter");
  await expect(toasts(page)).toContainText("“A” will be deleted.");
  await press(page, "F8");
  await expect(toasts(page).locator(":focus")).toHaveCount(1);
  await tabTo(page, /^Undo/, "button");
  await press(page, "Enter");
  await expect(rowOf(page, "A")).toBeVisible();
});
