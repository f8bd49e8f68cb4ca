"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IntentLink } from "@/components/ui/intent-link";
import { usePrinting } from "@/components/ui/use-printing";
import { useDesk } from "@/lib/api/desk";

type Row = {
  id: string;
  amount: number | null;
  type?: string | null;
  order_id?: string | null;
  created_at?: string | null;
};
type Props = { rows: readonly Row[]; currency: string | null; sum: number | null; drift?: number };

const atFirst = 25;
const cell = "border-b border-line py-1.5 pe-3 last:pe-0";

export function CommissionLines({ rows, currency, sum, drift }: Props) {
  const t = useTranslations("payouts.proof");
  const { base, format, money } = useDesk();
  const [all, setAll] = useState(false);
  const shown = usePrinting() || all ? rows : rows.slice(0, atFirst);
  return (
    <div className="grid gap-3">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{t("title")}</caption>
        <thead>
          <tr className="text-start text-muted">
            <th scope="col" className={`${cell} text-start font-medium`}>
              {t("commission")}
            </th>
            <th scope="col" className={`${cell} text-start font-medium max-sm:hidden`}>
              {t("order")}
            </th>
            <th scope="col" className={`${cell} text-start font-medium max-sm:hidden`}>
              {t("date")}
            </th>
            <th scope="col" className={`${cell} text-end font-medium`}>
              {t("amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row" className={`${cell} text-start font-normal wrap-anywhere`}>
                {row.id}
                {row.type && row.type !== "sale" && <span className="ms-2 text-muted">{row.type}</span>}
              </th>
              <td className={`${cell} max-sm:hidden`}>
                {row.order_id ? (
                  <IntentLink
                    href={`${base}/affiliate-orders/${encodeURIComponent(row.order_id)}`}
                    className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
                  >
                    {row.order_id}
                  </IntentLink>
                ) : (
                  <span className="text-muted">—</span>
                )}
              </td>
              <td className={`${cell} max-sm:hidden`}>
                {row.created_at ? format.date(row.created_at) : <span className="text-muted">—</span>}
              </td>
              <td className={`${cell} text-end tabular-nums`}>
                {row.amount === null ? (
                  <span className="text-danger">{t("notRead")}</span>
                ) : (
                  money(row.amount, currency)
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={3} className="py-1.5 pe-3 text-start max-sm:hidden">
              {t("sum")}
            </th>
            <th scope="row" className="py-1.5 pe-3 text-start sm:hidden">
              {t("sum")}
            </th>
            <td className="py-1.5 text-end tabular-nums">{sum === null ? "—" : money(sum, currency)}</td>
          </tr>
          {drift !== undefined && (
            <tr className="font-semibold text-danger">
              <th scope="row" colSpan={3} className="py-1.5 pe-3 text-start max-sm:hidden">
                {t("driftLine")}
              </th>
              <th scope="row" className="py-1.5 pe-3 text-start sm:hidden">
                {t("driftLine")}
              </th>
              <td className="py-1.5 text-end tabular-nums">{money(drift, currency)}</td>
            </tr>
          )}
        </tfoot>
      </table>
      {!all && rows.length > atFirst && (
        <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          {t("showAll", { count: rows.length })}
        </Button>
      )}
    </div>
  );
}
