"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { ConfirmJob, KeptFilter } from "@/components/lists/confirm-matching";
import { useChanges } from "@/components/lists/use-changes";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useDesk } from "@/lib/api/desk";
import { rejectReasons } from "@/lib/contract/affiliate/commission-words";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { JobPreview } from "@/lib/contract/desk/jobs";
import { sumOf } from "@/lib/money";
import type { CommissionFilter } from "../filters";
import { operations, type ReviewOperation } from "../review/decisions";
import { useCommissionWords } from "../words";

type Props = {
  commissions: readonly Commission[];
  /** If given, the decision applies to all commissions that match this filter, instead of the selected rows. */
  filter: CommissionFilter | null;
  waiting: number;
  operation: ReviewOperation | null;
  onAsk: (operation: ReviewOperation | null) => void;
  onStarted: (job: string) => void;
};

const icons = { approve: <Check aria-hidden />, reject: <X aria-hidden /> };

export default function CommissionBulk({ operation, onAsk, ...props }: Props) {
  const t = useTranslations("commissions.bulk");
  return (
    <>
      {operations.map((each) => (
        <Button key={each} size="sm" icon={icons[each]} onClick={() => onAsk(each)}>
          {t(each)}
        </Button>
      ))}
      {operation && <Confirm {...props} operation={operation} onClose={() => onAsk(null)} />}
    </>
  );
}

type ConfirmProps = Omit<Props, "operation" | "onAsk"> & { operation: ReviewOperation; onClose: () => void };

function Confirm({ operation, commissions, filter, waiting, onClose, onStarted }: ConfirmProps) {
  const t = useTranslations("commissions.bulk");
  const words = useCommissionWords();
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { startJob } = useChanges();
  const rejects = operation === "reject";
  const kind = rejects ? "reject_commissions" : "approve_commissions";

  async function start(count: number) {
    setMissing(rejects && reason === "");
    if (rejects && reason === "") return;
    const params = rejects ? { reason, ...(note.trim() && { note: note.trim() }) } : {};
    const body = { kind, params, ...(filter ? { filter } : { ids: commissions.map(({ id }) => id) }) } as const;
    const job = await startJob({ body, message: t(`started.${operation}`, { count }), show: t("show") });
    if (job === null) return;
    onClose();
    onStarted(job);
  }

  return (
    <ConfirmJob
      kind={kind}
      of={filter ? { filter } : { selected: sumUp(commissions) }}
      tone={rejects ? "danger" : "primary"}
      title={(matching) => t(`titles.${operation}`, matching)}
      confirmLabel={(matching) => t(`acts.${operation}`, matching)}
      blocked={waiting > 0}
      onConfirm={start}
      onClose={onClose}
      below={
        <>
          {waiting > 0 && (
            <p role="status" className="text-pretty">
              {t("first", { count: waiting })}
            </p>
          )}
          {rejects && (
            <>
              <Field label={t("reason")} required error={isMissing && reason === "" && t("reasonMissing")}>
                <Select
                  placeholder=""
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                  options={rejectReasons.map((value) => ({ value, label: words.reason(value) }))}
                />
              </Field>
              <Field label={t("note")} optional>
                <Textarea maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
              </Field>
            </>
          )}
        </>
      }
    >
      {(preview) => <BulkFacts preview={preview} filter={filter} />}
    </ConfirmJob>
  );
}

function BulkFacts({ preview, filter }: { preview: JobPreview; filter: CommissionFilter | null }) {
  const t = useTranslations("commissions.bulk");
  const { format, money } = useDesk();
  const { count, totals, affiliates, flagged, complete } = preview;
  const number = (value: number) => (complete ? format.number(value) : t("some", { number: format.number(value) }));
  const facts = [
    ...totals.map(({ currency, amount }) => {
      const shown = money(amount, currency);
      const term = currency === "" ? t("totalUnknown") : t("total", { currency });
      return { term, detail: complete ? shown : t("some", { number: shown }) };
    }),
    { term: t("affiliates"), detail: number(affiliates) },
    { term: t("flagged"), detail: number(flagged) },
  ];
  return (
    <div className="grid gap-3 text-pretty">
      {filter === null ? (
        <p>{t("chosen", { count })}</p>
      ) : count === 0 ? (
        <p>{t("none")}</p>
      ) : (
        <div className="grid gap-1">
          <p>{t("matching")}</p>
          <Kept filter={filter} />
        </div>
      )}
      {count > 0 && <DescriptionList items={facts} />}
      {!complete && <p className="text-sm text-muted">{t("incomplete")}</p>}
      <p className="text-sm text-muted">{t("asJob")}</p>
    </div>
  );
}

function Kept({ filter }: { filter: CommissionFilter }) {
  const t = useTranslations("commissions");
  const { format } = useDesk();
  const words = useCommissionWords();
  const names = useAffiliateNames([filter.affiliate_id]);
  const { status, affiliate_id: affiliate, flagged, type, created_after: from } = filter;
  const parts: [string, string | undefined][] = [
    [t("filters.status"), status && words.status(status).label],
    [t("filters.affiliate"), affiliate && (names.get(affiliate)?.name ?? affiliate)],
    [t("filters.flagged"), flagged && t(flagged === "true" ? "filters.flaggedYes" : "filters.flaggedNo")],
    [t("filters.type"), type && words.type(type)],
    [t("filters.from"), from && format.day(from)],
  ];
  return <KeptFilter parts={parts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))} />;
}

/** Sums loaded rows like the server does, without adding up different currencies. */
export function sumUp(commissions: readonly Commission[]): JobPreview {
  const byCurrency = Map.groupBy(commissions, ({ currency = "" }) => currency);
  const totals = [...byCurrency].map(([currency, rows]) => ({
    currency,
    amount: sumOf(rows.flatMap(({ amount = null }) => (amount === null ? [] : [amount]))),
  }));
  return {
    count: commissions.length,
    complete: true,
    totals,
    affiliates: new Set(commissions.flatMap(({ affiliate_id: id }) => id ?? [])).size,
    flagged: commissions.filter(({ flags = [] }) => flags.length > 0).length,
  };
}
