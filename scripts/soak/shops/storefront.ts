import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, devices } from "@playwright/test";
import { findChromium } from "../../test/chromium.ts";
import type { Paid, RunningShop, Till } from "./running-shop.ts";

/** A page of a shop with Cartwright's script, and nothing else but the platform's shop API. */
export async function openStorefront(shop: RunningShop, desk: { url: string; page: string }) {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A shop on ${shop.name}</title>
<main>
  <div id="shelf"></div>
  <div id="offer"></div>
  <p>Total <output id="total">0</output></p>
  <button id="pay">Pay</button>
  <p id="thanks"></p>
</main>
<script type="module">
  import { openTill } from "/till.js";
  const till = openTill(${JSON.stringify(shop.api)});
  const find = (id) => document.getElementById(id);
  (window.cartwright ||= []).push(async (cartwright) => {
    const refresh = async () => {
      const { products, total } = await till.cart();
      find("total").value = total;
      return products;
    };
    cartwright.visit();
    for (const { id, title } of await till.products()) {
      const button = Object.assign(document.createElement("button"), { textContent: "Add " + title });
      button.onclick = async () => {
        await till.add(id);
        const cart = await refresh();
        cartwright.show({
          into: "#offer",
          placement: "cart",
          cart,
          onAccept: async ({ ticket }) => {
            await till.accept(ticket);
            await refresh();
          },
        });
      };
      find("shelf").append(button);
    }
    find("pay").onclick = async () => {
      const { products } = await till.cart();
      const visitor = /(?:^|; )cw_visitor=([^;]*)/.exec(document.cookie)?.[1];
      const paid = await till.pay({ click: cartwright.clickId(), visitor });
      cartwright.order({ id: paid.id, number: paid.number, total: paid.total / 100, products });
      find("thanks").textContent = JSON.stringify(paid);
    };
  });
</script>
<script src="${desk.url}/sdk/v1/cartwright.js" data-key="${desk.page}" async></script>
</html>`;
  const server = createServer(({ url = "" }, response) => {
    const isTill = url.startsWith("/till.js");
    response.setHeader("content-type", `text/${isTill ? "javascript" : "html"}; charset=utf-8`);
    response.end(isTill ? readFileSync(shop.tillFile) : page);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // Another host than the API's, as in most shops.
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Seen = { before: number; after: number; paid: Paid };

/** In Chromium: follows the link, adds a product, accepts the offer and pays. Returns the totals that the page showed. */
export async function buysInBrowser(link: string, title: string): Promise<Seen> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ userAgent: devices["Desktop Chrome"].userAgent });
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
    page.setDefaultTimeout(60_000);
    const wait = async <T>(what: Promise<T>) =>
      what.catch((error) => {
        throw new Error(`${error.message}\nThe page said: ${errors.join("\n")}`);
      });
    const total = async () => Number(await page.locator("#total").textContent());
    await page.goto(link);
    await wait(page.getByRole("button", { name: `Add ${title}` }).click());
    await wait(page.getByRole("button", { name: "Add to order" }).waitFor());
    const before = await total();
    await page.getByRole("button", { name: "Add to order" }).click();
    await wait(page.waitForFunction((old) => document.getElementById("total")?.textContent !== old, String(before)));
    const after = await total();
    await page.getByRole("button", { name: "Pay" }).click();
    await wait(page.waitForFunction(() => document.getElementById("thanks")?.textContent));
    const paid: Paid = JSON.parse((await page.locator("#thanks").textContent()) ?? "");
    // What the page reports of the order is on its way.
    await page.waitForTimeout(1_000);
    return { before, after, paid };
  } finally {
    await browser.close();
  }
}

export async function openTillOf(shop: RunningShop): Promise<Till> {
  const { openTill } = await import(shop.tillFile);
  return openTill(shop.api);
}
