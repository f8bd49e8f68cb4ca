"use client";

import { useTranslations } from "next-intl";
import { Scroller } from "@/components/scroller";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";

const parts = ["subtotal", "discount", "tax", "shipping", "total", "refunded_amount"] as const;

export function OrderMoney({ order }: { order: AttributedOrder }) {
  const t = useTranslations("affiliateOrders");
  const { format, money } = useDesk();
  const { currency, line_items: lines = [] } = order;
  const known = parts.flatMap((part) => {
    const amount = order[part];
    return amount === undefined || (part === "refunded_amount" && amount === 0) ? [] : [{ part, amount }];
  });
  if (lines.length === 0 && known.length === 0) return null;
  const sign = (part: (typeof parts)[number], amount: number) =>
    amount > 0 && (part === "discount" || part === "refunded_amount") ? "−" : "";
  return (
    <Panel title={t("money.title")}>
      <div className="grid gap-4 text-sm">
        {lines.length > 0 && (
          <Scroller label={t("money.title")}>
            <table className="w-full">
              <thead className="text-xs text-muted">
                <tr className="border-b border-line">
                  {(["product", "quantity", "price"] as const).map((name, at) => (
                    <th
                      key={name}
                      scope="col"
                      className={`py-2 font-medium ${at === 0 ? "text-start" : "ps-4 text-end"}`}
                    >
                      {t(`money.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ name, sku, product_id, quantity, unit_price }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order do not move, and a product may be on two.
                  <tr key={at} className="border-b border-line">
                    <td className="py-2 wrap-anywhere">{name || sku || product_id || t("notProvided")}</td>
                    <td className="py-2 ps-4 text-end">{quantity === undefined ? "—" : format.number(quantity)}</td>
                    <td className="py-2 ps-4 text-end whitespace-nowrap">
                      {unit_price === undefined ? "—" : money(unit_price, currency)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        )}
        <dl className="ms-auto grid w-full max-w-xs gap-1">
          {known.map(({ part, amount }) => (
            <div
              key={part}
              className={`flex justify-between gap-6 ${part === "total" ? "border-t border-line pt-1 font-semibold" : ""}`}
            >
              <dt>{t(`money.${part}`)}</dt>
              <dd className="whitespace-nowrap tabular-nums">
                {sign(part, amount)}
                {money(amount, currency)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
