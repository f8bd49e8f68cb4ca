"use client";

import { useTranslations } from "next-intl";
import { QueryError } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { PayoutProof } from "@/lib/contract/desk/payouts";
import { CommissionLines } from "./commission-lines";

type Props = { proof: PayoutProof | undefined; error: Error | null; onRetry: () => void; retrying: boolean };

export function ProofPanel({ proof, error, onRetry, retrying }: Props) {
  const t = useTranslations("payouts.proof");
  return (
    <Panel
      title={t("title")}
      {...(proof && proof.commissions.length > 0 && { actions: <Badge>{proof.commissions.length}</Badge> })}
    >
      {proof ? (
        <Proven proof={proof} />
      ) : error ? (
        <QueryError error={error} onRetry={onRetry} retrying={retrying} />
      ) : (
        <TextSkeleton lines={6} />
      )}
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
