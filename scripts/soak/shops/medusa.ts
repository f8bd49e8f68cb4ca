import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../../lib/runtime/runtime.ts";
import { freePort } from "../../test/nginx.ts";
import { install as installPackages } from "./install.ts";
import { currency, type OpenShop, shelf } from "./running-shop.ts";

const version = "2.21.2";
const admin = { email: "admin@shop.test", password: "correct horse battery" };
const readyWithinMs = 120_000;

/** Where Medusa is installed, and what its commands are told. */
type Place = { folder: string; env: NodeJS.ProcessEnv };
type Api = <T>(method: string, path: string, body?: object) => Promise<T>;

export const openShop: OpenShop = async (folder, connection, databaseUrl) => {
  install(folder, connection.url);
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    LOG_LEVEL: "info",
    MEDUSA_DISABLE_TELEMETRY: "true",
    DATABASE_URL: databaseUrl,
    CARTWRIGHT_OPTIONS: JSON.stringify({ ...connection, currency }),
  };
  const place = { folder, env };
  command(place, "db:migrate");
  command(place, "user", "--email", admin.email, "--password", admin.password);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = new Server(place, port);
  await server.start();
  const api = await signIn(url);
  const { key, region } = await stock(api);

  const orderOf = async (id: string, fields: string): Promise<Order> =>
    (await api<{ order: Order }>("GET", `/orders/${id}?fields=${fields}`)).order;
  return {
    name: `Medusa ${version}`,
    tillFile: join(import.meta.dirname, "medusa-till.js"),
    api: JSON.stringify({ url, key, region }),
    async order(id) {
      const { total, items } = await orderOf(id, "total,*items");
      const lines = items.map(({ product_id, quantity, total }) => ({
        ...{ product: product_id, quantity, paid: cents(total) },
      }));
      return { total: cents(total), lines };
    },
    async refund(id, amount) {
      const order = await orderOf(id, "*payment_collections.payments,*payment_collections.payments.captures");
      const [payment] = order.payment_collections.flatMap(({ payments }) => payments);
      if (!payment) throw new Error(`The order ${id} has no payment.`);
      if (!payment.captures?.length) await api("POST", `/payments/${payment.id}/capture`, {});
      await api("POST", `/payments/${payment.id}/refund`, { amount: amount / 100 });
    },
    async cancel(id) {
      await api("POST", `/orders/${id}/cancel`, {});
    },
    async setPrice(product, price) {
      const prices = [{ currency_code: currency.toLowerCase(), amount: price / 100 }];
      const found = await api<{ product: Product }>("GET", `/products/${product}?fields=variants.id`);
      await api("POST", `/products/${product}/variants/${found.product.variants[0]?.id}`, { prices });
    },
    async remove(product) {
      await api("DELETE", `/products/${product}`);
    },
    restart: () => server.restart(),
    said: async () => server.said(/ticket|offer in/i),
    stop: () => server.stop(),
  };
};

type Product = { variants: { id: string }[] };
type Order = {
  total: number;
  items: { product_id: string; quantity: number; total: number }[];
  payment_collections: { payments: { id: string; captures?: object[] }[] }[];
};

const cents = (amount: number) => Math.round(amount * 100);

/** The plug-in is packed as its README says. */
function install(folder: string, CARTWRIGHT_URL: string): void {
  installPackages(
    folder,
    Object.fromEntries(["medusa", "framework", "cli"].map((name) => [`@medusajs/${name}`, version])),
  );
  const [source, target] = [join(folder, "plugin"), join(folder, "node_modules/cartwright-medusa")];
  for (const path of [source, target]) rmSync(path, { recursive: true, force: true });
  cpSync(join(projectDir, "docs/platforms/medusa"), source, { recursive: true });
  execFileSync("npm", ["pack", "--loglevel=error"], { cwd: source, env: { ...process.env, CARTWRIGHT_URL } });
  // What npm would do after some minutes of looking for newer packages.
  mkdirSync(target);
  const packed = join(source, "cartwright-medusa-1.0.0.tgz");
  execFileSync("tar", ["-xzf", packed, "-C", target, "--strip-components=1"]);
  writeFileSync(join(folder, "medusa-config.js"), config);
}

const config = `const { defineConfig } = require("@medusajs/framework/utils");
const pages = "/^http:\\\\/\\\\/localhost:\\\\d+$/";
const secrets = { jwtSecret: "of a soak", cookieSecret: "of a soak" };
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: pages, adminCors: pages, authCors: pages, ...secrets },
  },
  admin: { disable: true },
  plugins: [{ resolve: "cartwright-medusa", options: JSON.parse(process.env.CARTWRIGHT_OPTIONS) }],
});
`;

const medusa = "node_modules/@medusajs/cli/cli.js";

function command({ folder, env }: Place, ...words: string[]): void {
  try {
    execFileSync(process.execPath, [medusa, ...words], { cwd: folder, env, stdio: "pipe" });
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`medusa ${words[0]} failed.\n${stdout}${stderr}`);
  }
}

class Server {
  private child: ChildProcess | undefined;
  private log = "";
  private readonly place: Place;
  private readonly port: number;

  constructor(place: Place, port: number) {
    this.place = place;
    this.port = port;
  }

  async start(): Promise<void> {
    const { folder: cwd, env } = this.place;
    const words = [medusa, "start", "--host", "127.0.0.1", "--port", String(this.port)];
    const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (this.log += chunk));
    for (const begun = Date.now(); !(await this.isHealthy()); await sleep(200)) {
      const isOver = child.exitCode !== null || Date.now() - begun > readyWithinMs;
      if (isOver) throw new Error(`Medusa did not start.\n${this.log}`);
    }
  }

  private isHealthy(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async restart(): Promise<void> {
    await this.stop("SIGKILL");
    await this.start();
  }

  said(what: RegExp): string {
    return this.log
      .split("\n")
      .filter((line) => what.test(line))
      .join("\n");
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    this.child.kill(signal);
    await once(this.child, "exit");
  }
}

async function signIn(url: string): Promise<Api> {
  let token: string | undefined;
  const api = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  ({ token } = await api<{ token: string }>("POST", "/auth/user/emailpass", admin));
  return (method, path, body) => api(method, `/admin${path}`, body);
}

type Made = Record<"id" | "token", string>;

/** As a merchant does in Medusa's admin. */
async function stock(api: Api): Promise<{ key: string; region: string }> {
  const make = async (path: string, kind: string, body: object) =>
    (await api<Record<string, Made>>("POST", path, body))[kind] as Made;
  const eur = currency.toLowerCase();
  const { sales_channels } = await api<{ sales_channels: Made[] }>("GET", "/sales-channels");
  const channel = sales_channels[0]?.id ?? "";
  const key = await make("/api-keys", "api_key", { title: "Storefront", type: "publishable" });
  await api("POST", `/api-keys/${key.id}/sales-channels`, { add: [channel] });
  const { price_preferences } = await api<{ price_preferences: Made[] }>("GET", `/price-preferences?value=${eur}`);
  await api("POST", `/price-preferences/${price_preferences[0]?.id}`, { is_tax_inclusive: true });
  const payment_providers = ["pp_system_default"];
  const place = { name: "Germany", currency_code: eur, countries: ["de"], payment_providers };
  const region = await make("/regions", "region", place);
  const rate = { rate: 19, code: "vat", name: "VAT" };
  await api("POST", "/tax-regions", { country_code: "de", provider_id: "tp_system", default_tax_rate: rate });
  const address = { address_1: "Ferry Street 1", country_code: "de", city: "Hamburg" };
  const location = await make("/stock-locations", "stock_location", { name: "Store", address });
  await api("POST", `/stock-locations/${location.id}/sales-channels`, { add: [channel] });
  await api("POST", `/stock-locations/${location.id}/fulfillment-providers`, { add: ["manual_manual"] });
  await api("POST", `/stock-locations/${location.id}/fulfillment-sets`, { name: "Parcels", type: "shipping" });
  type Located = { stock_location: { fulfillment_sets: Made[] } };
  const found = await api<Located>("GET", `/stock-locations/${location.id}?fields=*fulfillment_sets`);
  const [set] = found.stock_location.fulfillment_sets;
  const zones = { name: "Germany", geo_zones: [{ type: "country", country_code: "de" }] };
  type Served = { fulfillment_set: { service_zones: Made[] } };
  const served = await api<Served>("POST", `/fulfillment-sets/${set?.id}/service-zones`, zones);
  const [zone] = served.fulfillment_set.service_zones;
  const profile = await make("/shipping-profiles", "shipping_profile", { name: "Parcels", type: "parcels" });
  await api("POST", "/shipping-options", {
    ...{ name: "Parcel", service_zone_id: zone?.id, shipping_profile_id: profile.id, provider_id: "manual_manual" },
    ...{ price_type: "flat", prices: [{ currency_code: eur, amount: 0 }] },
    type: { label: "Parcel", description: "In two days", code: "parcel" },
    rules: [],
  });
  for (const { title, price } of shelf) {
    await api("POST", "/products", {
      ...{ title, status: "published", shipping_profile_id: profile.id, sales_channels: [{ id: channel }] },
      options: [{ title: "Size", values: ["One"] }],
      variants: [
        {
          ...{ title: "One", options: { Size: "One" }, manage_inventory: false },
          prices: [{ currency_code: eur, amount: price / 100 }],
        },
      ],
    });
  }
  return { key: key.token, region: region.id };
}
