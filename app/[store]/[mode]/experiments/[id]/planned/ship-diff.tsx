"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { useBundleWords } from "../../../bundles/words";
import { useUpsellWords } from "../../../upsells/words";
import type { Difference, LiveProduct, ShippedField, Write } from "./ship";

type Priced = { type?: string; value?: number };

export function useChangeWords(products: readonly LiveProduct[]) {
  const t = useTranslations("plannedExperiments.ship");
  const { format } = useDesk();
  const upsells = useUpsellWords();
  const bundles = useBundleWords();
  const wordsFor: Partial<Record<ShippedField, (value: never) => string | null>> = {
    status: (status: string) => upsells.status(status).label,
    product_id: (id: string) => products.find((one) => one.id === id)?.title ?? id,
    discount: (discount: Priced) => upsells.discount(discount),
    placement: upsells.placement,
    first: (first: boolean) => t(first ? "first" : "notFirst"),
    pricing: (pricing: Priced) => bundles.pricing(pricing),
    max_offers_per_checkout: format.number,
    cooldown_hours: format.number,
  };
  return (field: ShippedField, value: unknown): string => {
    if (value === undefined || value === null || value === "") return t(field === "first" ? "notFirst" : "none");
    return wordsFor[field]?.(value as never) ?? String(value);
  };
}

type Props = { writes: readonly Write[]; products: readonly LiveProduct[]; nameOf: (write: Write) => string };

export function ShipDiff({ writes, products, nameOf }: Props) {
  const t = useTranslations("plannedExperiments.ship");
  const show = useChangeWords(products);
  const gone = writes.filter(({ missing }) => missing);
  const rows = writes.flatMap((write) =>
    write.missing ? [] : write.differences.map((difference) => ({ ...difference, write })),
  );
  type Row = Difference & { write: Write };
  const value = (row: Row, which: "before" | "after") => (
    <span className="wrap-anywhere">{show(row.field, row[which])}</span>
  );
  return (
    <>
      {gone.length > 0 && (
        <Banner tone="warning" live={false}>
          {t("gone", { names: gone.map(nameOf).join(", ") })}
        </Banner>
      )}
      {rows.length === 0 ? (
        <p className="text-muted">{t("nothing")}</p>
      ) : (
        <div data-testid="ship-diff" className="rounded-md border border-line">
          <RowsTable<Row>
            caption={t("diff")}
            cards
            columns={[
              {
                id: "what",
                label: t("what"),
                cell: ({ write }) => (
                  <span className="wrap-anywhere">
                    {nameOf(write)}
                    {write.kind !== "settings" && <span className="block text-muted">{t(`kinds.${write.kind}`)}</span>}
                  </span>
                ),
              },
              { id: "field", label: t("field"), cell: ({ field }) => t(`fields.${field}`) },
              { id: "before", label: t("before"), cell: (row) => <del>{value(row, "before")}</del> },
              {
                id: "after",
                label: t("after"),
                cell: (row) => (
                  <ins className="rounded-sm bg-accent-soft px-1 font-medium no-underline">{value(row, "after")}</ins>
                ),
              },
            ]}
            rows={rows}
            rowKey={({ write, field }) => `${write.kind} ${write.id} ${field}`}
          />
        </div>
      )}
    </>
  );
}
