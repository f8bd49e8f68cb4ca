// @module-tag long
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { storefrontScope } from "../lib/contract/scopes.ts";
import { projectDir } from "../lib/runtime/runtime.ts";
import { buildShopScript } from "../lib/runtime/shop-script.ts";
import { createSigningSecret } from "../lib/services/delivery/secrets.ts";
import { signatureHeaders } from "../lib/services/delivery/sign.ts";
import { ShopScripts, shopScriptRoutes } from "../lib/services/shop-script.ts";
import { provision } from "../lib/services/tenants.ts";
import { allScopes, openTestServices, type TestServices } from "../lib/testing/services.ts";
import { openStripe } from "../lib/testing/stripe-api.ts";

const folder = mkdtempSync(join(tmpdir(), "cartwright-sdk-"));
const secret = createSigningSecret();
let services: TestServices;
let server: Server;
let url: string;
let key: string;
let affiliate_id: string;
let click: string;
let upsell_id: string;

beforeAll(async () => {
  services = await openTestServices();
  await buildShopScript(folder);
  const app = new Hono()
    .route("/sdk/v1", shopScriptRoutes(new ShopScripts(services.db, folder)))
    .route("/", services.app);
  server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ key } = await services.key({ store: "shop", scopes: [...allScopes, storefrontScope] }));
  await provision(services.db, { storeId: "shop", currency: "GBP", timeZone: "Europe/London" });
  const products = [{ id: "prod_filters", title: "Filters", price: 6.9 }];
  await services.call("PUT", "/checkout/v1/products", { key, body: { products } });
  const offer = { name: "Filters", product_id: "prod_filters", trigger_products: ["prod_dripper"], placement: "cart" };
  const discount = { type: "percentage", value: 10 };
  const made = await services.call("POST", "/checkout/v1/upsells", {
    key,
    body: { ...offer, discount, status: "active" },
  });
  upsell_id = made.body.id;
  const member = { email: "mira@example.com", first_name: "Mira", last_name: "Berg", status: "active" };
  affiliate_id = (await services.call("POST", "/affiliate/v1/affiliates", { key, body: member })).body.id;
  const link = { affiliate_id, destination_url: "https://shop.example.com/" };
  const { code } = (await services.call("POST", "/affiliate/v1/links", { key, body: link })).body;
  const followed = await services.visit(`/r/${code}`, { headers: { "user-agent": "Mozilla/5.0 (X11) Firefox/140.0" } });
  click = new URL(followed.headers.get("location") ?? "").searchParams.get("cw_click") ?? "";
  await services.clicksWritten();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await services.close();
  rmSync(folder, { recursive: true, force: true });
});

const examples = [
  { program: process.execPath, file: "shop.mjs" },
  { program: "python3", file: "shop.py" },
  { program: "php", file: "shop.php" },
  { program: "ruby", file: "shop.rb" },
  { program: "bash", file: "shop.sh" },
];

function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v "${program}"`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const ticketFor = async () => {
  const body = { upsell_id, cart: ["prod_dripper"] };
  return (await services.call("POST", "/checkout/storefront/v1/tickets", { key, body })).body.ticket as string;
};

/** The same ticket with another price. */
function forged(ticket: string): string {
  const [head, body = "", signature] = ticket.split(".");
  const claims = { ...JSON.parse(Buffer.from(body, "base64url").toString()), price: 1 };
  return `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`;
}

async function run(
  program: string,
  file: string,
  more: Record<string, string>,
): Promise<{ code: unknown; said: string }> {
  const child = spawn(program, [join(projectDir, "docs/examples", file)], { env: { ...process.env, ...more } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return { code, said };
}

test.for(examples)(
  "the example $file asks for offers, reports an order, redeems a ticket and verifies a webhook",
  async ({ program, file }, { skip }) => {
    const needed = file === "shop.sh" ? ["bash", "curl", "openssl"] : [program];
    const missing = needed.filter((each) => !isInstalled(each));
    const reason = `docs/examples/${file} is not run: this machine has no ${missing.join(" and no ")}.`;
    if (missing.length > 0) console.info(reason);
    skip(missing.length > 0, reason);
    const body = '{"id":"evt_1","type":"upsell.accepted","created_at":"2026-01-15T09:30:00Z","data":{"name":"Zoë"}}';
    const sign = (timestamp: number) => signatureHeaders({ eventId: "evt_1", body, timestamp, secrets: [secret] });
    const now = Math.floor(Date.now() / 1000);
    const facts = {
      CARTWRIGHT_URL: url,
      CARTWRIGHT_KEY: key,
      ORDER_ID: `order_${file}`,
      CLICK_ID: click,
      CARTWRIGHT_STORE: "shop",
      TICKET: await ticketFor(),
      WEBHOOK_SECRET: secret,
      WEBHOOK_BODY: body,
      WEBHOOK_HEADERS: JSON.stringify(sign(now)),
    };
    expect((await run(program, file, facts)).said).toBe(
      `offers 1\norder 1 affiliate ${affiliate_id}\nticket 6.21 charged 6.21\nwebhook upsell.accepted\n`,
    );
    const { data } = (await services.call("GET", "/affiliate/v1/orders", { key })).body;
    expect(data).toContainEqual(expect.objectContaining({ external_id: `order_${file}`, currency: "GBP" }));
    // The services accept neither an id of 300 characters nor a click of 600, which only the affiliate service reads.
    for (const change of [{ ORDER_ID: "x".repeat(300) }, { ORDER_ID: `more_${file}`, CLICK_ID: "x".repeat(600) }]) {
      const { code, said } = await run(program, file, { ...facts, ...change });
      expect(code).not.toBe(0);
      expect(said).toMatch(/rejected[\s\S]*Must be at most \d+ characters\./);
      expect(said).not.toMatch(/^order/m);
    }
    for (const change of [{ TICKET: forged(await ticketFor()) }, { CARTWRIGHT_STORE: "other" }]) {
      // With cURL, only redeeming verifies a ticket.
      if (file === "shop.sh" && "CARTWRIGHT_STORE" in change) continue;
      const { code, said } = await run(program, file, { ...facts, ORDER_ID: `forged_${file}`, ...change });
      expect(code).not.toBe(0);
      expect(said).not.toMatch(/^ticket/m);
    }
    const { code, said } = await run(program, file, { ...facts, CARTWRIGHT_KEY: "live_wrong" });
    expect(code).not.toBe(0);
    expect(said).toContain("The API key");
    for (const change of [
      { WEBHOOK_BODY: body.replace("Zoë", "Zoe") },
      { WEBHOOK_SECRET: createSigningSecret() },
      { WEBHOOK_HEADERS: JSON.stringify(sign(now - 400)) },
    ]) {
      const { code, said } = await run(program, file, { ...facts, ...change });
      expect(code).not.toBe(0);
      expect(said).not.toContain("webhook upsell");
    }
  },
);

test("the example stripe.mjs begins a session of Stripe Checkout, and reads it back once it is paid", async () => {
  const stripe = await openStripe(["prod_dripper", "prod_filters"]);
  onTestFinished(() => stripe.close());
  const facts = {
    ...{ CARTWRIGHT_URL: url, CARTWRIGHT_KEY: key, CARTWRIGHT_STORE: "shop", TICKET: await ticketFor() },
    ...{ STRIPE_KEY: stripe.options.key, STRIPE_URL: stripe.options.url },
  };
  const [, id = ""] = /^session (\S+)\n$/.exec((await run(process.execPath, "stripe.mjs", facts)).said) ?? [];
  expect(stripe.pay(id)).toMatchObject({ client_reference_id: "order_stripe", amount_total: 2 * 2490 + 621 });
  const { said } = await run(process.execPath, "stripe.mjs", { ...facts, SESSION: id });
  expect(said).toBe("ticket 6.21 redeemed\norder order_stripe paid 56.01\n");
});
