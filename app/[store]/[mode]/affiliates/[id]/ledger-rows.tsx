"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextLink } from "@/components/ui/intent-link";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";

type Props = {
  affiliate: string;
  currency: string;
  figure: "approved" | "clawed_back" | "paid" | "unpaid";
  onClose: () => void;
};

export default function LedgerRows({ affiliate, currency, figure, onClose }: Props) {
  const t = useTranslations("affiliates.page");
  const { base, desk, format, money } = useDesk();
  const account = useQuery(desk.payouts.account.options({ params: { id: affiliate }, query: { rows: "true" } }));
  const found = account.data?.currencies.find((each) => each.currency === currency)?.[figure];
  const title = t("rowsTitle", { figure: t(`ledgerFigures.${figure}`), currency });
  const path = figure === "paid" ? "payouts/" : "commissions?status=all&id=";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={found && t("rowsSum", { amount: money(found.amount, currency) })}
      footer={<Button onClick={onClose}>{t("close")}</Button>}
    >
      {!found || account.error ? (
        <Waiting of={account} lines={5} />
      ) : (
        <RowsTable
          caption={title}
          columns={[
            {
              id: "record",
              label: t("record"),
              cell: ({ id }) => <TextLink href={`${base}/${path}${encodeURIComponent(id)}`}>{id}</TextLink>,
            },
            { id: "date", label: t("date"), cell: ({ at }) => (at ? format.date(at) : "—") },
            {
              id: "amount",
              label: t("amount"),
              align: "end",
              cell: ({ amount }) => (amount === null ? "—" : money(amount, currency)),
            },
          ]}
          rows={found.rows ?? []}
          rowKey={({ id }) => id}
        />
      )}
    </Dialog>
  );
}
