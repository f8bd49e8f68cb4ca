"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryError } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { IntentLink } from "@/components/ui/intent-link";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";

const step = 50;

type Props = {
  affiliate: string;
  currency: string;
  figure: "approved" | "clawed_back" | "paid" | "unpaid";
  onClose: () => void;
};

export default function LedgerRows({ affiliate, currency, figure, onClose }: Props) {
  const t = useTranslations("affiliates.page");
  const { base, desk, format, money } = useDesk();
  const [shown, setShown] = useState(step);
  const account = useQuery(desk.payouts.account.options({ params: { id: affiliate }, query: { rows: "true" } }));
  const found = account.data?.currencies.find((each) => each.currency === currency)?.[figure];
  const rows = found?.rows ?? [];
  const path = figure === "paid" ? "payouts/" : "commissions?status=all&id=";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("rowsTitle", { figure: t(`ledgerFigures.${figure}`), currency })}
      description={found && t("rowsSum", { amount: money(found.amount, currency) })}
      footer={<Button onClick={onClose}>{t("close")}</Button>}
    >
      {account.error ? (
        <QueryError error={account.error} onRetry={() => account.refetch()} retrying={account.isFetching} />
      ) : !found ? (
        <TextSkeleton lines={5} />
      ) : (
        <>
          <table className="w-full text-sm">
            <thead className="text-xs text-muted">
              <tr className="border-b border-line">
                <th scope="col" className="py-2 text-start font-medium">
                  {t("record")}
                </th>
                <th scope="col" className="py-2 text-start font-medium max-sm:hidden">
                  {t("date")}
                </th>
                <th scope="col" className="py-2 text-end font-medium">
                  {t("amount")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shown).map((row) => (
                <tr key={row.id} className="border-b border-line last:border-b-0">
                  <td className="max-w-40 truncate py-1.5 pe-4">
                    <IntentLink
                      href={`${base}/${path}${encodeURIComponent(row.id)}`}
                      className="underline decoration-line underline-offset-3"
                    >
                      {row.id}
                    </IntentLink>
                  </td>
                  <td className="py-1.5 pe-4 whitespace-nowrap text-muted max-sm:hidden">
                    {row.at ? format.date(row.at) : "—"}
                  </td>
                  <td className="py-1.5 text-end whitespace-nowrap tabular-nums">
                    {row.amount === null ? "—" : money(row.amount, currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length > shown && (
            <Button size="sm" variant="ghost" className="mt-2" onClick={() => setShown(shown + step)}>
              {t("rowsMore", { count: rows.length - shown })}
            </Button>
          )}
        </>
      )}
    </Dialog>
  );
}
