"use client";

import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmJob } from "@/components/lists/confirm-matching";
import { useChanges } from "@/components/lists/use-changes";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { rejectReasons } from "@/lib/contract/affiliate/commission-words";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { ListFilter } from "../filters";
import { type Operation, operations } from "../review/decisions";
import { useCommissionWords } from "../words";
import { BulkFacts } from "./bulk-facts";
import { sumUp } from "./sum-up";

type Props = {
  commissions: readonly Commission[];
  /** If given, the decision applies to all commissions that match this filter, instead of the selected rows. */
  filter: ListFilter | null;
  /** The number of this person's decisions that are still being sent. */
  waiting: number;
  /** The decision that is being confirmed. */
  operation: Operation | null;
  onAsk: (operation: Operation | null) => void;
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

type ConfirmProps = Omit<Props, "operation" | "onAsk"> & { operation: Operation; onClose: () => void };

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
