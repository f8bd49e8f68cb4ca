import type { Locator } from "@playwright/test";
import { expect, type Page } from "./fixtures.ts";

// A small phone, used by touch. Playwright's `tap` requires its target to be visible, uncovered and at rest.

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

type Role = "button" | "link" | "menuitem" | "tab" | "radio" | "checkbox";

export const tap = (where: Page | Locator, name: string | RegExp, role: Role = "button") =>
  where
    .getByRole(role, { name, exact: typeof name === "string" })
    .first()
    .tap();

export async function goes(page: Page, name: string): Promise<void> {
  const drawer = page.getByRole("dialog");
  await tap(page, "Open navigation");
  await expect(drawer).toContainText("Blue Bottle");
  await tap(drawer, name, "link");
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("heading", { name, level: 1, exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await handy(page, name);
}

/** Obstacles for touch: pages that scroll sideways, fields under 16 px, where phones zoom in, and buttons under 44 px. */
const inTheWay = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const modal = document.querySelector("dialog:modal:last-of-type");
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest("[inert]");
    const told = (element: Element, what: string | number) => `${element.outerHTML.slice(0, 90)} ${what}`;
    const fields = [
      ...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=file]), select, textarea"),
    ]
      .filter((field) => seen(field) && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => told(field, getComputedStyle(field).fontSize));
    // Buttons with `h-auto` look like links within a sentence.
    const buttons = [...document.querySelectorAll<HTMLElement>(".btn:not(.h-auto), [role=tab], [role=menuitem]")]
      .filter((button) => seen(button) && button.offsetHeight < 44)
      .map((button) => told(button, button.offsetHeight));
    // A table wider than the page must be in a region that can be scrolled.
    const boxes = [...document.querySelectorAll<HTMLElement>("main table")]
      .filter((table) => seen(table) && table.scrollWidth > root.clientWidth)
      .filter((table) => !table.closest("[role=region], section[tabindex]"))
      .map((table) => told(table, table.scrollWidth));
    const sideways: string[] = [];
    if (root.scrollWidth > root.clientWidth) {
      const beyond = [...document.querySelectorAll("body *")].filter(
        (element) => seen(element) && element.getBoundingClientRect().right > root.clientWidth,
      );
      sideways.push(...beyond.map((element) => told(element, `ends at ${element.getBoundingClientRect().right}`)));
      sideways.push(`the page is ${root.scrollWidth} wide`);
    }
    const body = modal?.querySelector("[data-body]");
    if (body && body.scrollWidth > body.clientWidth) sideways.push(`the dialog is ${body.scrollWidth} wide`);
    if (modal && modal.clientHeight > innerHeight) sideways.push(`the dialog is ${modal.clientHeight} high`);
    return [...sideways, ...fields, ...buttons, ...boxes];
  });

export async function handy(page: Page, what: string): Promise<void> {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${what} with a thumb.png` });
  expect.soft(await inTheWay(page), what).toEqual([]);
}
