"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { RowsTable } from "@/components/ui/rows-table";
import type { Live } from "../../live";
import { useChangeWords } from "../../plan-words";
import type { Difference, ShippedField, Write } from "./ship";

type Props = { writes: readonly Write[]; live: Live; nameOf: (write: Write) => string };
type Row = Difference & { write: Write };

export function ShipDiff({ writes, live, nameOf }: Props) {
  const t = useTranslations("plannedExperiments.ship");
  const said: Partial<Record<ShippedField, (value: never) => string>> = useChangeWords(live).said;
  const show = (field: ShippedField, value: unknown): string => {
    if (field === "first") return t(value ? "first" : "notFirst");
    if (value === undefined || value === null || value === "") return t("none");
    return said[field]?.(value as never) ?? String(value);
  };
  const gone = writes.filter(({ missing }) => missing);
  const rows = writes.flatMap((write) =>
    write.missing ? [] : write.differences.map((difference): Row => ({ ...difference, write })),
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
        <div data-testid="ship-diff" className="rounded-md border border-line wrap-anywhere">
          <RowsTable<Row>
            caption={t("diff")}
            cards
            columns={[
              {
                id: "what",
                label: t("what"),
                cell: ({ write }) => (
                  <>
                    {nameOf(write)}
                    {write.kind !== "settings" && <span className="block text-muted">{t(`kinds.${write.kind}`)}</span>}
                  </>
                ),
              },
              { id: "field", label: t("field"), cell: ({ field }) => t(`fields.${field}`) },
              { id: "before", label: t("before"), cell: ({ field, before }) => <del>{show(field, before)}</del> },
              {
                id: "after",
                label: t("after"),
                cell: ({ field, after }) => (
                  <ins className="rounded-sm bg-accent-soft px-1 font-medium no-underline">{show(field, after)}</ins>
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
