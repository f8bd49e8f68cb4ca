"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { PayoutProof } from "@/lib/contract/desk/payouts";

export function ProofPanel({ read }: { read: UseQueryResult<PayoutProof> }) {
  const t = useTranslations("payouts.proof");
  const proof = read.data;
  return (
    <Panel
      title={t("title")}
      {...(proof && proof.commissions.length > 0 && { actions: <Badge>{proof.commissions.length}</Badge> })}
    >
      {proof ? <Proven proof={proof} /> : <Waiting of={read} lines={6} />}
    </Panel>
  );
}

function Proven({ proof }: { proof: PayoutProof }) {
  const t = useTranslations("payouts.proof");
  const { base, money } = useDesk();
  const { commissions, sum, drift, amount, currency, entry } = proof;
  const unread = commissions.filter((row) => row.amount === null).length;
  if (commissions.length === 0) return <p className="text-muted">{t("silent")}</p>;
  return (
    <div className="grid gap-4">
      {drift !== null && drift !== 0 ? (
        <Banner tone="danger" live={false} title={t("drift", { drift: money(drift, currency) })}>
          {t("driftBody", { sum: money(sum ?? 0, currency), amount: money(amount ?? 0, currency) })}
        </Banner>
      ) : drift === 0 ? (
        <Banner tone="success" live={false}>
          {t("holds", { count: commissions.length, amount: money(amount ?? 0, currency) })}
        </Banner>
      ) : (
        <Banner tone="warning" live={false}>
          {unread > 0 ? t("unread", { count: unread }) : t("noAmount")}
        </Banner>
      )}
      {proof.told_by === "ledger" && <p className="text-sm text-muted">{t("fromLedger")}</p>}
      <CommissionLines rows={commissions} currency={currency} sum={sum} drift={drift} />
      {entry && (
        <p className="text-sm text-muted">
          {t("askedHere", { name: entry.created_by })}{" "}
          <IntentLink href={`${base}/payouts/${entry.id}`} className="text-ink underline underline-offset-3">
            {t("entry")}
          </IntentLink>
        </p>
      )}
    </div>
  );
}

type Row = {
  id: string;
  amount: number | null;
  type?: string | null;
  order_id?: string | null;
  created_at?: string | null;
};
type LinesProps = { rows: readonly Row[]; currency: string | null; sum: number | null; drift: number | null };

export function CommissionLines({ rows, currency, sum, drift }: LinesProps) {
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
              <span className="wrap-break-word">
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
                <TextLink href={`${base}/affiliate-orders/${encodeURIComponent(order)}`}>{order}</TextLink>
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
