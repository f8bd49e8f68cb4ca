import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { runningOrigin } from "../lib/runtime/instance.ts";
import { onStop } from "../lib/runtime/lifecycle.ts";
import { prepareSettings } from "../lib/runtime/runtime.ts";
import { createShop } from "../lib/sdk/server/index.ts";
import { createSampleShop } from "./shop/app.ts";
import { type Catalogue, stock } from "./shop/catalogue.ts";
import { type Keys, makeKeys } from "./shop/keys.ts";

const usage = `Usage: npm run shop -- --store ID [--key pub_… [--secret-key …]] [options]

Opens a small coffee shop that is connected to Cartwright as a merchant's own shop would be: by the script tag in its
pages and the calls of its server. Nothing is charged or shipped. Ctrl+C closes the shop.

  --store ID            the store whose offers the shop sells. Without --key, the shop makes keys for its sandbox in the
                        Cartwright that runs on this machine, sends its products to it, and revokes the keys at the end
  --key K               uses this publishable key in the pages instead
  --secret-key K        reports orders with this key; without it, orders stay unconfirmed and no affiliate gets one
  --url URL             Cartwright's address; if left out, the one that runs on this machine, or http://127.0.0.1:3000
  --port N              the shop's port; 4000 if left out
  --webhook-secret S    accepts webhooks at /webhooks and lists them there; may be given twice, during a rotation
`;

const options = {
  store: { type: "string" },
  key: { type: "string" },
  "secret-key": { type: "string" },
  url: { type: "string" },
  port: { type: "string" },
  "webhook-secret": { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
} as const;

try {
  await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const port = Number(values.port ?? 4000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error("--port is a number from 0 to 65535.");
  const url = new URL(values.url ?? runningOrigin(prepareSettings()) ?? "http://127.0.0.1:3000").origin;
  const { store } = values;
  if (!store) throw new Error(`--store is required.\n\n${usage}`);

  const server = await listen(port);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let revoke: Keys["revoke"];
  onStop(async () => {
    server.closeAllConnections();
    server.close();
    await revoke?.();
  });
  const keys: Keys = values.key
    ? { key: values.key, secretKey: values["secret-key"] }
    : await makeKeys(store).catch((cause) => {
        server.close();
        throw cause;
      });
  revoke = keys.revoke;

  const shop = createShop({ url, key: keys.key, store });
  const catalogue = stock(await currencyOf(shop, url));
  const app = createSampleShop({
    url,
    origin,
    key: keys.key,
    shop,
    server: keys.secretKey ? createShop({ url, key: keys.secretKey, store }) : undefined,
    webhookSecrets: values["webhook-secret"] ?? [],
    catalogue,
  });
  server.on("request", getRequestListener(app.fetch));
  if (!values.key && keys.secretKey) await sendProducts({ url, origin, key: keys.secretKey, catalogue });
  console.log(`The shop is open at ${origin} and asks ${url} for offers.`);
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening").catch((cause) => {
    if (cause.code === "EADDRINUSE") throw new Error(`Port ${port} is in use. Choose another one with --port.`);
    throw cause;
  });
  return server;
}

/** Without Cartwright, the shop opens without offers. */
async function currencyOf(shop: ReturnType<typeof createShop>, url: string): Promise<string> {
  try {
    return (await shop.offers()).currency ?? "EUR";
  } catch (cause) {
    console.error(`The shop opens without offers: ${cause instanceof Error ? cause.message : cause}`);
    console.error(`Start Cartwright with npm start, or name its address with --url. The shop asked ${url}.`);
    return "EUR";
  }
}

type Sent = { rejected: number; data?: { status: string }[] };
type Sending = { url: string; origin: string; key: string; catalogue: Catalogue };

async function sendProducts({ url, origin, key, catalogue }: Sending): Promise<void> {
  const products = catalogue.all.map(({ id, title, price }) => ({
    id,
    title,
    price: catalogue.major(price),
    image_url: `${origin}/pictures/${id}.svg`,
    url: `${origin}/products/${id}`,
  }));
  const response = await fetch(`${url}/services/checkout/v1/products`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ products }),
  }).catch(() => null);
  const { rejected, data } = (response?.ok ? await response.json() : { rejected: products.length }) as Sent;
  if (rejected === 0) return;
  const which = data ? ` ${JSON.stringify(data.filter(({ status }) => status === "rejected"))}` : "";
  console.error(`Cartwright did not take ${rejected} of the shop's products, and shows only their IDs.${which}`);
}
