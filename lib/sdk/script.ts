import { createShop } from "./shop.ts";
import type { Shop } from "./types.ts";

type Callback = (shop: Shop) => unknown;
type Page = { cartwright?: Callback[] | (Shop & { push(callback: Callback): void }) };

/** Calls that the page queued before this script was there, and later ones in the same form. */
function start({ src, dataset, nonce }: HTMLScriptElement): void {
  const page = window as Page;
  const waiting = page.cartwright ?? [];
  if ("show" in waiting) return;
  const { key = "", api = new URL(src).origin, consent, clickDays } = dataset;
  const common = { key, api, consent, clickDays: Number(clickDays ?? 30), nonce: dataset.nonce || nonce };
  const shop = createShop({ ...common, words: dataset });
  // An error of the shop's own code is the shop's to see.
  const push = (callback: Callback) => queueMicrotask(() => callback(shop));
  page.cartwright = { ...shop, push };
  waiting.forEach(push);
}

start(document.currentScript as HTMLScriptElement);
