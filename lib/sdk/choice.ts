import { minorDigits } from "../decimal.ts";
import { bundleMinor } from "../discount.ts";
import type { Bundle } from "./types.ts";
import type { Kit } from "./view.ts";

// Only pages with a mix or a box load this.

export type OpenChoice = typeof openChoice;

/** What a shopper puts into a bundle, at the price that the service will charge. */
function openChoice(bundle: Bundle) {
  const { products, choice = { least: 1, most: 1 }, pricing, currency } = bundle;
  const unit = 10 ** minorDigits(currency);
  const counts = products.map(() => 0);
  const total = () => counts.reduce((sum, count) => sum + count, 0);
  const major = (minor: number | null) => (minor === null ? null : minor / unit);

  function chosen(): Bundle {
    const held = products.flatMap((line, at) => (counts[at] ? [{ ...line, quantity: counts[at] }] : []));
    const sum = held.reduce<number | null>((sum, { product, quantity }) => {
      const price = product?.price ?? null;
      return sum === null || price === null ? null : sum + quantity * Math.round(price * unit);
    }, 0);
    return { ...bundle, products: held, original_price: major(sum), price: major(bundleMinor(sum, pricing, currency)) };
  }

  function fields({ element, say, money, fill, accept, cost, showCost }: Kit): HTMLElement {
    const left = Object.assign(element("p", "left"), { ariaLive: "polite" });
    cost.ariaLive = "polite";
    const mayStep = (at: number, by: number) =>
      by < 0 ? !!counts[at] : total() < choice.most && (counts[at] ?? 0) < (products[at]?.most ?? choice.most);
    const rows = products.map(({ product_id, product }, at) => {
      const title = product?.title ?? product_id;
      const count = element("span", "count");
      const step = (by: number, sign: string, label: string) => {
        const button = Object.assign(element("button", "step", sign), { ariaLabel: fill(label, title) });
        button.onclick = () => {
          if (!mayStep(at, by)) return;
          counts[at] = (counts[at] ?? 0) + by;
          update();
        };
        return { button, by };
      };
      const steps = [step(-1, "−", say.fewer), step(1, "+", say.more)] as const;
      const [{ button: fewer }, { button: more }] = steps;
      const price = product?.price ?? null;
      const row = element(
        "li",
        "row",
        element("span", "name", title, price !== null && element("span", "each", ` ${money(price)}`)),
        element("span", "steps", fewer, count, more),
      );
      const show = () => {
        count.textContent = String(counts[at]);
        for (const { button, by } of steps) button.ariaDisabled = String(!mayStep(at, by));
      };
      return { row, show };
    });
    function update() {
      const missing = Math.max(0, choice.least - total());
      const { original_price, price } = chosen();
      for (const { show } of rows) show();
      left.textContent = missing ? fill(say.choose, String(missing)) : "";
      accept.ariaDisabled = String(missing > 0);
      // Until the bundle is complete, the total is what its items cost alone.
      const isEmpty = total() === 0;
      const final_price = missing ? original_price : price;
      showCost(isEmpty ? { price: null, final_price: null } : { price: original_price, final_price });
    }
    update();
    return element("div", "choice", element("ul", "rows", ...rows.map(({ row }) => row)), left);
  }

  return { chosen, fields };
}

document.currentScript?.dispatchEvent(new CustomEvent("choice", { detail: openChoice }));
