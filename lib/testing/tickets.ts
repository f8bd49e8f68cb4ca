import { expect } from "vitest";
import type { Answer, TestServices } from "./services.ts";
import { browser, openShop } from "./shop.ts";

const path = "/checkout/storefront/v1/tickets";

export type Stock = Awaited<ReturnType<typeof openStock>>;

/** A shop with prices: its offers sell the product `p` for 19.99 with 10 % off. */
export async function openStock(services: Pick<TestServices, "db" | "call">) {
  const shop = await openShop(services);

  async function manage(method: string, where: string, body: object): Promise<Answer["body"]> {
    const answer = await services.call(method, `/checkout/v1${where}`, { key: shop.key, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  }
  await manage("PUT", "/products", {
    products: [
      { id: "p", title: "Product", price: 19.99 },
      { id: "q", title: "Other", price: 7.5 },
      { id: "free", title: "Sample", price: 0 },
      { id: "unpriced", title: "Unpriced" },
    ],
  });

  /** As a page of the shop does. */
  const accept = (body: object, headers = {}): Promise<Answer> =>
    services.call("POST", path, { key: shop.pub, body, headers: { "user-agent": browser, ...headers } });

  /** As the shop's server does. */
  const redeem = (id: string, body: object, key = shop.server, call = services.call): Promise<Answer> =>
    call("POST", `${path}/${id}/redeem`, { key, body });

  return {
    ...shop,
    manage,
    accept,
    redeem,
    async sellsSet(products: { product_id: string; quantity: number }[], pricing: object): Promise<string> {
      const set = { name: "Set", type: "fixed", status: "active", products, pricing };
      return (await manage("POST", "/bundles", set)).id;
    },
    async ticket(body: object = { upsell_id: "ups_a", visitor_id: "v1" }) {
      const { status, body: made } = await accept(body);
      expect(status, JSON.stringify(made)).toBe(201);
      return made;
    },
  };
}
