import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import encodeQR from "qr";
import { admin, chooseFromRow, expect, type Merchant, origin, rowOf, rowsOf, test, toasts } from "./fixtures.ts";

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

async function makes<T>(merchant: Merchant, resource: string, data: object): Promise<T> {
  const address = `${origin}/api/${merchant.store}/sandbox/affiliate/${resource}`;
  const answer = await merchant.page.request.post(address, { headers: { origin }, data });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return answer.json();
}

const sale = (external_id: string, subtotal: number) => ({
  type: "order.placed",
  external_id,
  currency: "EUR",
  subtotal,
  total: subtotal,
  occurred_at: new Date().toISOString(),
  line_items: [{ product_id: "boots", name: "Boots of leather", quantity: 1, unit_price: subtotal }],
});

async function sells(merchant: Merchant, orders: object[]): Promise<void> {
  const words = ["keys", "create", "--store", merchant.store, "--mode", "sandbox", "--scopes", "all"];
  const { key } = await admin<{ key: string }>(...words);
  const answer = await fetch(`${origin}/services/affiliate/storefront/v1/orders`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ orders }),
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  const { data } = (await answer.json()) as { data: { status: string }[] };
  expect(data).toEqual(orders.map(() => expect.objectContaining({ status: "accepted" })));
}

async function downloads(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return readFileSync(await file.path());
}

/** The dark modules of a PNG QR code with `size` modules a side, read by the browser. */
const darkOf = (page: Page, png: Buffer, size: number) =>
  page.evaluate(
    async ([base64, count]) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type: "image/png" }),
      );
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const pen = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
      pen.drawImage(bitmap, 0, 0);
      const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
      const middle = (n: number) => Math.floor(((n + 0.5) * bitmap.width) / count);
      const numbers = Array.from({ length: count }, (_, n) => n);
      return numbers.map((y) => numbers.map((x) => (data[4 * (middle(y) * bitmap.width + middle(x))] ?? 255) < 128));
    },
    [png.toString("base64"), size] as const,
  );

/** The dark modules of an SVG QR code, read from its path. */
function modulesOf(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    (rows[Number(y)] as boolean[]).fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
}

test("a tracking link is created by keyboard, shared as an address and a QR code, followed, credited net of refunds, exported, changed and deleted", {
  tag: "@long",
}, async ({ page, merchant, complaints }) => {
  complaints.expect(/409/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const code = `mira-${merchant.store.slice(-8)}`;
  const address = `${origin}/r/${code}`;
  const landing = "https://shop.example.com/boots?size=40&utm_source=news+letter&utm_medium=email&utm_campaign=autumn";
  const follow = () =>
    fetch(address, { redirect: "manual", headers: { ...browser, referer: "https://blog.example/" } });
  let click = "";
  await merchant.opens("/links");
  await expect(page.getByRole("heading", { name: "No tracking links yet" })).toBeVisible();
  const { id: owner } = await makes<{ id: string }>(merchant, "affiliates", {
    email: "mira@partners.example",
    first_name: "Mira",
    last_name: "Lind",
    status: "active",
    commission_type: "percentage",
    commission_rate: 10,
  });

  await test.step("the link is created by keyboard, with a preview of its address", async () => {
    await page.getByRole("main").getByRole("link", { name: "New link" }).first().press("Enter");
    const picker = page.getByRole("combobox", { name: /Affiliate/ });
    await expect(picker).toBeFocused();
    await page.keyboard.press("Control+S");
    await expect(page.getByRole("alert").filter({ hasText: "your attention" })).toContainText("2 things");
    await expect(page.getByLabel("Destination")).toHaveAccessibleDescription(
      /Enter the address that the link leads to\./,
    );
    await picker.focus();
    await page.keyboard.type("mira");
    await expect(page.getByRole("option", { name: /Mira Lind/ })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("https://shop.example.com/boots?size=40#top");
    await page.keyboard.press("Tab");
    await page.keyboard.type("no good");
    const field = page.getByLabel("Code", { exact: false }).first();
    await expect(field).toHaveAccessibleDescription(/Must contain only letters, digits, dashes/);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(code);
    await expect(field).toHaveAccessibleDescription("The code is free.");
    for (const text of ["Boots", "", "news letter", "email", "autumn"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    await expect(page.getByTestId("link-url")).toHaveText(address);
    await expect(page.getByTestId("leads-to")).toHaveText(`${landing}#top`);
    await page.keyboard.press("Enter");
    await expect(toasts(page)).toContainText("“Boots” was created.");
    await expect(page.getByRole("heading", { name: "Boots", level: 1 })).toBeVisible();
  });

  await test.step("the address is copied, and the QR code encodes it", async () => {
    await page.getByRole("button", { name: "Copy To share" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    const svg = String(await downloads(page, "SVG"));
    const modules = modulesOf(svg);
    expect(modules).toEqual(encodeQR(address, "raw", { border: 4, ecc: "medium" }));
    expect(await darkOf(page, await downloads(page, "PNG"), modules.length)).toEqual(modules);
  });

  await test.step("following the link redirects to the destination, and the click is shown", async () => {
    const answer = await follow();
    expect(answer.status).toBe(302);
    const [before, id] = (answer.headers.get("location") ?? "").split("&cw_click=");
    expect(before).toBe(landing);
    click = id?.replace("#top", "") ?? "";
    expect(id).toMatch(/^[\w.-]+#top$/);
    const clicks = page.getByRole("region", { name: "Latest clicks" }).or(page.locator("#clicks"));
    await expect(async () => {
      await page.reload();
      await expect(clicks.first()).toContainText("shop.example.com/boots", { timeout: 2_000 });
      // The number of clicks may have been read a moment before the click was stored.
      await expect(page.locator("dl").first()).toContainText("1", { timeout: 2_000 });
    }).toPass();
  });

  await test.step("an order through the link is in the figures, net of its refund", async () => {
    await sells(merchant, [
      { ...sale("a", 10_000), click_id: click },
      { ...sale("b", 5_000), coupon_codes: ["NOBODY"] },
    ]);
    const occurred_at = new Date().toISOString();
    await sells(merchant, [{ type: "order.refunded", external_id: "a", refund_id: "r", amount: 2_500, occurred_at }]);
    await merchant.opens("/affiliate-analytics?range=today&figure=refund_rate");
    const figure = (name: string) =>
      page.locator("dl > div").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(async () => {
      await page.reload();
      await expect(figure("Orders")).toContainText("1", { timeout: 2_000 });
    }).toPass();
    await expect(figure("Clicks")).toContainText("1");
    await expect(figure("Orders per click")).toContainText("100.0%");
    await expect(figure("Net revenue")).toContainText("€75.00");
    await expect(figure("Commissions")).toContainText("€7.50");
    await expect(rowsOf(page).filter({ hasText: "Mira Lind" })).toContainText("€75.00");
    await page.getByRole("tab", { name: "Products" }).click();
    await expect(page.getByRole("table", { name: "Products", exact: true })).toContainText("Boots of leather");
    await page.getByRole("tab", { name: "Clicks" }).click();
    await expect(rowsOf(page).filter({ hasText: "blog.example" })).toHaveCount(1);
    await expect(page.getByRole("link", { name: "Mira Lind" })).toHaveAttribute("href", new RegExp(`${owner}$`));
    const [head, line, end] = String(await downloads(page, "Export as CSV")).split("\r\n");
    expect(head).toMatch(/^id,occurred_at,affiliate_id,link_id,landing_page,referrer,/);
    expect(line).toContain(`,${owner},`);
    expect(line).toContain("utm_source=news+letter");
    expect(end).toBe("");
  });

  await test.step("the link is changed, disabled, and enabled again by Undo", async () => {
    await merchant.opens("/links");
    await rowOf(page, "Boots").getByRole("link", { name: "Boots" }).click();
    await page.getByLabel("UTM campaign").fill("winter");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(toasts(page)).toContainText("Saved.");
    await expect(async () => expect((await follow()).headers.get("location")).toContain("winter")).toPass();
    await merchant.opens("/links");
    await chooseFromRow(page, "Boots", "Disable");
    await expect(rowOf(page, "Boots")).toContainText("Disabled");
    await expect(async () => expect((await follow()).status).toBe(404)).toPass();
    await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
    await expect(rowOf(page, "Boots")).toContainText("Active");
  });

  await test.step("a code in use is reported before and after the form is sent", async () => {
    await merchant.opens(`/links/new?affiliate=${owner}`);
    await expect(page.getByRole("combobox", { name: /Affiliate/ })).toHaveValue("Mira Lind");
    await page.getByLabel("Destination").fill("https://shop.example.com/");
    const field = page.getByLabel("Code", { exact: false }).first();
    await field.fill(code.toUpperCase());
    await expect(field).toHaveAccessibleDescription(/The code is taken/);
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(field).toHaveAccessibleDescription(/This code is already in use\./);
    await expect(field).toBeFocused();
    page.once("dialog", (dialog) => dialog.accept());
  });

  await test.step("an analyst can view links but not change them", async () => {
    const analyst = await merchant.as("analyst");
    await analyst.opens("/links");
    await expect(rowOf(analyst.page, "Boots")).toBeVisible();
    await expect(analyst.page.getByRole("link", { name: "New link" })).toHaveCount(0);
    await analyst.page.getByRole("button", { name: "Actions for Boots" }).click();
    await expect(analyst.page.getByRole("menuitem")).toHaveText(["Open", "Copy address", "Show clicks"]);
    await analyst.opens("/links/new");
    await expect(analyst.page.getByText("An affiliate manager or an owner can create links.")).toBeVisible();
    await analyst.page.close();
  });

  await test.step("the link is deleted, restored by Undo, and deleted for good", async () => {
    await merchant.opens("/links");
    await chooseFromRow(page, "Boots", "Delete");
    await expect(rowsOf(page)).toHaveCount(0);
    await toasts(page).getByRole("button", { name: /^Undo/ }).last().click();
    await expect(rowOf(page, "Boots")).toBeVisible();
    expect((await follow()).status).toBe(302);
    await chooseFromRow(page, "Boots", "Delete");
    await expect(async () => expect((await follow()).status).toBe(404)).toPass();
  });
});
