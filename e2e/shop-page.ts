import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import type { Shop } from "../lib/sdk/types.ts";
import { admin, type Merchant, origin } from "./fixtures.ts";

declare global {
  interface Window {
    /** What the script gave to the page. */
    shop: Shop;
    /** What the shop's callbacks received. */
    received: unknown[];
  }
}

export type ShopPage = {
  context: BrowserContext;
  open(query?: string): Promise<Page>;
  /** Violations of the content policy, and errors that nobody caught. */
  complaints: string[];
  close(): Promise<void>;
};

type Options = { attributes?: string; context?: BrowserContextOptions; before?: () => void; lang?: string };

/** A page of a shop on another host, with a content policy that allows the script and its calls and nothing else. */
export async function openShopPage(browser: Browser, merchant: Merchant, options: Options = {}): Promise<ShopPage> {
  const { attributes = "", lang = "en" } = options;
  const { key } = await admin<{ key: string }>(
    ...["keys", "create", "--store", merchant.store, "--mode", "sandbox", "--storefront"],
  );
  await merchant.opens("/settings/shop?platform=own");
  const copied = await merchant.page.locator("pre", { hasText: "data-key" }).first().textContent();
  const [script = ""] = /<script [^>]*><\/script>/.exec(copied ?? "") ?? [];
  const tag = script.replace(`"${key}"`, `"${key}" ${attributes}`);
  const server = createServer((_, response) => {
    const nonce = randomBytes(16).toString("base64");
    const own = `default-src 'none'; script-src ${origin} 'nonce-${nonce}'; connect-src *; img-src ${origin}`;
    response.setHeader("content-security-policy", `${own}; require-trusted-types-for 'script'`);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html>
<html lang="${lang}">
<meta name="color-scheme" content="light dark">
<title>A shop</title>
<main><h1>A shop</h1><button>Browse</button><div id="offer"><p slot="note">Returns are free.</p></div><div id="set"></div></main>
<script nonce="${nonce}">
  window.received = [];
  (window.cartwright ||= []).push((shop) => { window.shop = shop; });
</script>
${tag}
</html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const context = await browser.newContext(options.context);
  if (options.before) await context.addInitScript(options.before);
  const complaints: string[] = [];
  context.on("weberror", (heard) => complaints.push(String(heard.error())));
  context.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) complaints.push(message.text());
  });
  return {
    context,
    complaints,
    async open(query = "") {
      const page = await context.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/${query}`);
      await page.waitForFunction(() => window.shop !== undefined);
      return page;
    },
    async close() {
      await context.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
