import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { noBarriers } from "./barriers.ts";
import { choosesProduct, expect, origin, type Page, part, test, toasts } from "./fixtures.ts";

/** Serves pages of HTML, as any web server would. */
async function serve(pages: Record<string, string>) {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>A shop</title>${pages[request.url ?? ""] ?? ""}</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function codeOf(page: Page, title: string): Promise<string> {
  const section = page.locator("section", { has: page.getByRole("heading", { name: title, level: 4 }) });
  return (await section.last().locator("pre").textContent()) ?? "";
}

test("a newcomer connects a plain page, and an accepted offer counts", async ({ page, browser, merchant }) => {
  test.slow();
  const main = page.getByRole("main");
  const overview = () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
  const connection = part(page, "Connect your shop");
  const stepOf = (title: string) => connection.getByRole("listitem").filter({ hasText: title });

  await page.goto(`/${merchant.store}/live`);
  await part(page, "Getting started").getByRole("link", { name: "Connect your shop" }).click();
  await page.getByRole("radio", { name: "Own code" }).check();
  await expect(page.getByText(/^pub_live_/)).toBeVisible();
  await expect(connection).toContainText("Replace PRODUCT_ID with the ID of a product from your shop.");
  await expect(main).toContainText(/Shoppers and platforms cannot reach http:\/\/\S+/);
  await expect(main).toContainText("CARTWRIGHT_ORIGIN");

  await overview();
  await part(page, "Getting started").getByRole("link", { name: "Create the first offer" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Filters with a dripper");
  await choosesProduct(page.getByLabel("Product offered"), "prod_filters");
  await page.getByLabel("Trigger products").fill("prod_dripper,");
  await page.getByRole("button", { name: "Edit names and prices…" }).click();
  const filters = page.getByRole("dialog").getByRole("group", { name: "prod_filters" });
  await filters.getByLabel("Name").fill("Paper filters");
  await filters.getByLabel("Price").fill("20");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByLabel("Value").fill("10");
  await expect(page.getByLabel("Placement")).toHaveValue("In the cart");
  await page.getByRole("radio", { name: "Active", exact: true }).check();
  await page.getByRole("button", { name: "Create offer" }).click();
  await expect(page.getByRole("heading", { name: "Filters with a dripper", level: 1 })).toBeVisible();

  await overview();
  await part(page, "Getting started").getByRole("link", { name: "Connect your shop" }).click();
  await page.getByRole("radio", { name: "Own code" }).check();
  await expect(connection).not.toContainText("PRODUCT_ID");
  await noBarriers(page);
  await expect(stepOf("Send your products")).toContainText("1 product is known.");
  expect(await codeOf(page, "On your server, for products")).toContain(`${origin}/services/checkout/v1/products`);
  const script = await codeOf(page, "Script, on every page");
  const shop = await serve({
    "/cart": script + (await codeOf(page, "Offer, where your shop shows it")),
    "/thanks": script + (await codeOf(page, "Order, on the thank-you page")),
    "/later": script + (await codeOf(page, "Order, on the thank-you page")).replace("1001", "1002"),
  });
  const context = await browser.newContext();
  const shopper = await context.newPage();
  try {
    // The service keeps its catalogue for some seconds.
    await expect(async () => {
      await shopper.goto(`${shop.address}/cart`);
      await expect(shopper.getByRole("region")).toContainText("Paper filters", { timeout: 3_000 });
    }).toPass();
    await expect(stepOf("Add the script to every page")).toContainText("Your shop last sent events");
    await expect(stepOf("Show an offer")).toContainText("Your shop last asked for offers");
    await shopper.goto(`${shop.address}/thanks`);
    await expect(stepOf("Report the order on the thank-you page")).toContainText("Your shop last reported an order");
    await expect(stepOf("Let your server confirm the order")).toContainText("1 order does not count yet.");
    await expect(connection).not.toContainText("Your shop is connected");

    await overview();
    const note = main.getByText("1 order does not count as revenue yet");
    await expect(note).toBeVisible();
    await expect(part(page, "Key figures")).toContainText("no orders");
    const count = page.getByRole("checkbox", { name: /Count orders that only your shop’s pages reported/ });
    await count.check();
    await expect(toasts(page)).toContainText("Orders that only pages reported count from now on.");
    await expect(note).toHaveCount(0);

    await shopper.goto(`${shop.address}/cart`);
    await shopper.getByRole("region").getByRole("button", { name: "Add to order" }).click();
    await expect(shopper.getByRole("status")).toHaveText("Added.");
    await shopper.goto(`${shop.address}/later`);
    await expect(async () => {
      await page.goto(`/${merchant.store}/live?range=today`);
      await expect(part(page, "Key figures")).toContainText("of 1 order", { timeout: 2_000 });
    }).toPass();
    const figures = part(page, "Key figures");
    await expect(figures).toContainText("€84.00");
    await expect(figures).toContainText("€18.00");

    await part(page, "Getting started").getByRole("link", { name: "Connect your shop" }).click();
    await expect(page.getByRole("radio", { name: "Own code" })).toBeChecked();
    await expect(connection).toContainText("Your shop is connected");
    await connection.getByRole("link", { name: "See the orders" }).click();
    await page.getByRole("link", { name: "1001" }).click();
    await expect(main).toContainText("This order does not count as revenue yet");
    await page.goBack();
    await page.getByRole("link", { name: "1002" }).click();
    await expect(main).toContainText("Filters with a dripper");
    await expect(main).not.toContainText("This order does not count as revenue yet");
  } finally {
    await context.close();
    await shop.close();
  }
});
