"use client";

import { useTranslations } from "next-intl";
import { useProducts } from "@/components/products/use-products";
import { Panel } from "@/components/ui/panel";
import { Picture } from "@/components/ui/picture";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { productsOf } from "./reads";

export function OrderLines({ order }: { order: Order }) {
  const t = useTranslations("orders.lines");
  const { format } = useDesk();
  const { line_items: lines = [], currency } = order;
  const { products } = useProducts(productsOf(order));
  const pictured = lines.some(({ product_id }) => products.get(product_id)?.picture);
  if (lines.length === 0) return null;
  const money = (amount: number | null | undefined) => (amount == null ? "—" : format.money(amount, currency));
  return (
    <Panel title={t("title")} flush>
      <RowsTable
        caption={t("title")}
        cards
        rows={lines}
        rowKey={({ product_id }, at) => `${at} ${product_id}`}
        columns={[
          {
            id: "product",
            label: t("product"),
            cell: ({ name, product_id }) => (
              <span className="flex items-center gap-3">
                {pictured && <Picture src={products.get(product_id)?.picture} className="size-10" />}
                <span>
                  <span className="block wrap-anywhere">{name || product_id}</span>
                  {name && <span className="block text-xs text-muted wrap-anywhere">{product_id}</span>}
                </span>
              </span>
            ),
          },
          {
            id: "quantity",
            label: t("quantity"),
            align: "end",
            cell: ({ quantity }) => (quantity === undefined ? "—" : format.number(quantity)),
          },
          { id: "price", label: t("price"), align: "end", cell: ({ unit_price }) => money(unit_price) },
          {
            id: "sum",
            label: t("sum"),
            align: "end",
            cell: ({ quantity = 1, unit_price }) => money(unit_price == null ? null : quantity * unit_price),
          },
        ]}
      />
      <p className="border-t border-line px-4 py-2 text-xs text-pretty text-muted">{t("note")}</p>
    </Panel>
  );
}
