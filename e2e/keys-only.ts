import { expect, type Page } from "./fixtures.ts";

export const focused = (page: Page) => page.locator(":focus");

type Role = "button" | "link" | "textbox" | "combobox" | "radio" | "checkbox" | "switch" | "tab" | "searchbox";

export async function tabTo(page: Page, name: string | RegExp, role: Role, key = "Tab") {
  const wanted = page.getByRole(role, { name, exact: typeof name === "string" });
  await expect(wanted.first()).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never reached the ${role} ${name}.`);
}

export async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

/** After an action the focus is kept: without it a person would start again at the top of the page. */
export const keepsPlace = (page: Page) => expect.soft(focused(page), "the focus is lost").toHaveCount(1);

export const paletteOf = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

export async function command(page: Page, words: string, name: string | RegExp = words) {
  const palette = paletteOf(page);
  await press(page, "Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(words);
  // After its name an entry may have more text, such as a status.
  const begins = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
  const wanted = palette.getByRole("option", { name: typeof name === "string" ? begins(name) : name }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 30; presses++) {
    if ((await wanted.getAttribute("aria-selected")) === "true") break;
    await press(page, "ArrowDown");
  }
  await expect(wanted).toHaveAttribute("aria-selected", "true");
  await press(page, "Enter");
  await expect(palette).toHaveCount(0);
}
