import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, cpSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectDir } from "../../../lib/runtime/runtime.ts";
import { freePort } from "../../test/nginx.ts";
import { install } from "./install.ts";
import { type OpenShop, type PlatformOrder, shelf } from "./running-shop.ts";

const packages = { "@vendure/core": "3.7.3", "@types/node": "24.19.2", pg: "8.23.1", typescript: "5.9.3" };

type Line = { quantity: number; proratedLinePriceWithTax: number; productVariant: { product: { id: string } } };
type Order = {
  id: string;
  totalWithTax: number;
  lines: Line[];
  payments: { id: string }[];
  history: { items: { data: { note?: string } }[] };
};

export const openShop: OpenShop = async (folder, connection, databaseUrl) => {
  install(folder, packages);
  const plugin = join(folder, "cartwright");
  cpSync(join(projectDir, "docs/platforms/vendure"), plugin, { recursive: true });
  for (const [from, to] of Object.entries({ "shop.mjs": "shop.mjs", "shop.d.ts": "shop.d.mts" })) {
    writeFileSync(join(plugin, to), await (await fetch(`${connection.url}/sdk/v1/${from}`)).text());
  }
  // Checks the types as well.
  execFileSync(process.execPath, [join(folder, "node_modules/typescript/bin/tsc"), "-p", plugin], { stdio: "inherit" });

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const log = join(folder, "vendure.log");
  writeFileSync(log, "");
  const env = {
    ...process.env,
    CARTWRIGHT_URL: connection.url,
    CARTWRIGHT_STORE: connection.store,
    CARTWRIGHT_KEY: connection.key,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    VENDURE_DISABLE_TELEMETRY: "true",
    SHELF: JSON.stringify(shelf),
  };
  let child: ChildProcess;
  let token = "";

  async function start(): Promise<void> {
    const length = said().length;
    const output = openSync(log, "a");
    child = spawn(process.execPath, ["dist/dev-server.js"], { cwd: plugin, env, stdio: ["ignore", output, output] });
    closeSync(output);
    while (!said().slice(length).includes("The shop is open.")) {
      if (child.exitCode !== null) throw new Error(`Vendure did not start.\n${said()}`);
      await sleep(100);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  const said = () => (existsSync(log) ? readFileSync(log, "utf8") : "");

  async function ask<T>(query: string, variables: object = {}): Promise<T> {
    const response = await fetch(`${origin}/admin-api`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    });
    token = response.headers.get("vendure-auth-token") ?? token;
    const { data, errors } = (await response.json()) as { data: object; errors?: { message: string }[] };
    const [result] = Object.values(data ?? {});
    const problem = errors?.[0]?.message ?? (result?.errorCode && `${result.errorCode}: ${result.message}`);
    if (problem) throw new Error(`${query}: ${problem}`);
    return result as T;
  }

  const failed = "... on ErrorResult { errorCode message }";
  const signIn = () =>
    ask(`mutation { login(username: "superadmin", password: "superadmin") { __typename ${failed} } }`);

  async function find(code: string): Promise<Order> {
    const { items } = await ask<{ items: Order[] }>(
      `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
        id totalWithTax payments { id } history { items { data } }
        lines { quantity proratedLinePriceWithTax productVariant { product { id } } } } } }`,
      { code },
    );
    const [order] = items;
    if (!order) throw new Error(`Vendure has no order ${code}.`);
    return order;
  }

  await start();
  await signIn();
  return {
    name: `Vendure ${packages["@vendure/core"]}`,
    tillFile: join(import.meta.dirname, "vendure-till.js"),
    api: `${origin}/shop-api`,
    async order(code): Promise<PlatformOrder> {
      const { totalWithTax, lines } = await find(code);
      return {
        total: totalWithTax,
        lines: lines.map(({ quantity, proratedLinePriceWithTax, productVariant }) => ({
          ...{ product: productVariant.product.id, quantity, paid: proratedLinePriceWithTax },
        })),
      };
    },
    async refund(code, amount) {
      const { payments } = await find(code);
      const input = { paymentId: payments[0]?.id, amount, lines: [], shipping: 0, adjustment: 0, reason: "Goodwill" };
      const { id } = await ask<{ id: string }>(
        `mutation ($input: RefundOrderInput!) { refundOrder(input: $input) { ... on Refund { id } ${failed} } }`,
        { input },
      );
      // The test provider leaves it to the merchant to pay back.
      const settled = { id, transactionId: `refund ${id}` };
      await ask(`mutation ($input: SettleRefundInput!) { settleRefund(input: $input) { __typename ${failed} } }`, {
        input: settled,
      });
    },
    async cancel(code) {
      const input = { orderId: (await find(code)).id };
      await ask(`mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { __typename ${failed} } }`, {
        input,
      });
    },
    async setPrice(product, price) {
      const { variants } = await ask<{ variants: { id: string }[] }>(
        "query ($product: ID!) { product(id: $product) { variants { id } } }",
        { product },
      );
      const input = variants.map(({ id }) => ({ id, price }));
      await ask("mutation ($input: [UpdateProductVariantInput!]!) { updateProductVariants(input: $input) { id } }", {
        input,
      });
    },
    async remove(product) {
      await ask("mutation ($product: ID!) { deleteProduct(id: $product) { result } }", { product });
    },
    async restart() {
      await end("SIGKILL");
      await start();
    },
    async said() {
      const lines = said().split("\n");
      return lines.filter((line) => / \[cartwright\] /.test(line)).join("\n");
    },
    stop: () => end("SIGTERM"),
  };
};
