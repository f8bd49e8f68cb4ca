import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startDesk } from "./shops/desk.ts";
import type { OpenShop } from "./shops/running-shop.ts";
import { sell } from "./shops/sell.ts";

const platforms: Record<string, () => Promise<{ openShop: OpenShop }>> = {
  medusa: () => import("./shops/medusa.ts"),
  vendure: () => import("./shops/vendure.ts"),
  woocommerce: () => import("./shops/woocommerce.ts"),
};
/** WordPress and WooCommerce are not in npm. */
const installed = Object.keys(platforms).filter((name) => name !== "woocommerce");

// Each platform is installed from npm and sells with the plug-in in docs/platforms, beside a Cartwright. A shopper in a
// browser accepts an offer and pays, others try tickets that do not count, and the sums of both sides are compared. A
// folder that is given keeps the installed packages for the next run.
export async function run(folder = mkdtempSync(join(tmpdir(), "cartwright-shops-")), shops = installed) {
  let isRight = true;
  for (const name of shops) {
    const open = platforms[name];
    if (!open) throw new Error(`There is no shop "${name}". Choose one of: ${Object.keys(platforms).join(", ")}.`);
    const { openShop } = await open();
    const desk = await startDesk();
    try {
      isRight = (await sell(name, desk, (...facts) => openShop(join(resolve(folder), name), ...facts))) && isRight;
    } finally {
      await desk.stop();
    }
  }
  return isRight;
}
