"use client";

import { useTranslations } from "next-intl";
import { IntentLink } from "@/components/ui/intent-link";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";

type Row = {
  id: string;
  amount: number | null;
  type?: string | null;
  order_id?: string | null;
  created_at?: string | null;
};
type Props = { rows: readonly Row[]; currency: string | null; sum: number | null; drift: number | null };

export function CommissionLines({ rows, currency, sum, drift }: Props) {
  const t = useTranslations("payouts.proof");
  const { base, format, money } = useDesk();
  const none = <span className="text-muted">—</span>;
  return (
    <div className="-mx-4">
      <RowsTable
        cards
        caption={t("title")}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "commission",
            label: t("commission"),
            cell: ({ id, type }) => (
              <span className="wrap-anywhere">
                {id}
                {type && type !== "sale" && <span className="ms-2 text-muted">{type}</span>}
              </span>
            ),
          },
          {
            id: "order",
            label: t("order"),
            cell: ({ order_id: order }) =>
              order ? (
                <IntentLink
                  href={`${base}/affiliate-orders/${encodeURIComponent(order)}`}
                  className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
                >
                  {order}
                </IntentLink>
              ) : (
                none
              ),
          },
          { id: "date", label: t("date"), cell: ({ created_at: at }) => (at ? format.date(at) : none) },
          {
            id: "amount",
            label: t("amount"),
            align: "end",
            cell: ({ amount }) =>
              amount === null ? <span className="text-danger">{t("notRead")}</span> : money(amount, currency),
            total: sum === null ? "—" : money(sum, currency),
          },
        ]}
      />
      {drift !== null && drift !== 0 && (
        <p className="flex justify-between gap-4 border-t border-line px-4 pt-1.5 text-sm font-medium text-danger">
          {t("driftLine")} <span>{money(drift, currency)}</span>
        </p>
      )}
    </div>
  );
}
