"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGo } from "@/components/forms/leave-guard";
import { QueryError, useFailureWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { rejectReasons } from "@/lib/contract/affiliate/commission-words";
import type { Commission } from "@/lib/contract/affiliate/commissions";
import type { JobPreview } from "@/lib/contract/desk/jobs";
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
  asked: Operation | null;
  onAsk: (operation: Operation | null) => void;
  onDone: (job: string) => void;
};

const icons = { approve: <Check aria-hidden />, reject: <X aria-hidden /> };

export default function CommissionBulk({ asked, onAsk, ...props }: Props) {
  const t = useTranslations("commissions.bulk");
  return (
    <>
      {operations.map((operation) => (
        <Button key={operation} size="sm" icon={icons[operation]} onClick={() => onAsk(operation)}>
          {t(operation)}
        </Button>
      ))}
      {asked && <Confirm {...props} operation={asked} onClose={() => onAsk(null)} />}
    </>
  );
}

type ConfirmProps = Omit<Props, "asked" | "onAsk"> & { operation: Operation; onClose: () => void };

/** The background job keeps the rows or the filter that were confirmed, even if the list changes in the meantime. */
function Confirm({ operation, commissions, filter, waiting, onClose, onDone }: ConfirmProps) {
  const t = useTranslations("commissions.bulk");
  const go = useGo();
  const failure = useFailureWords();
  const words = useCommissionWords();
  const { base, desk, format } = useDesk();
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const start = useMutation(desk.jobs.create.mutation());
  const kind = operation === "approve" ? ("approve_commissions" as const) : ("reject_commissions" as const);
  const counted = useQuery({
    ...desk.jobs.preview.options({ body: { kind, filter: filter ?? {} } }),
    enabled: filter !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const preview: JobPreview | undefined = filter ? counted.data : sumUp(commissions);
  const count = preview?.count ?? 0;
  const named = { count, number: format.number(count), counted: preview ? "yes" : "no" } as const;

  const confirm = async () => {
    if (operation === "reject" && reason === "") return setMissing(true);
    const params = operation === "reject" ? { reason, ...(note.trim() && { note: note.trim() }) } : {};
    const which = filter ? { filter } : { ids: commissions.map(({ id }) => id) };
    try {
      const { id } = await start.mutateAsync({ body: { kind, params, ...which } });
      toast.info(t(`started.${operation}`, { count }), {
        action: { label: t("show"), onAction: () => go(`${base}/jobs/${id}`) },
      });
      onClose();
      onDone(id);
    } catch (cause) {
      toast.error(failure(cause, (why) => why));
    }
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone={operation === "reject" ? "danger" : "primary"}
      title={preview ? t(`titles.${operation}`, named) : t("counting")}
      confirmLabel={t(`acts.${operation}`, named)}
      pending={start.isPending}
      blocked={!preview || count === 0 || waiting > 0}
      onConfirm={confirm}
    >
      {counted.error ? (
        <QueryError error={counted.error} onRetry={() => counted.refetch()} retrying={counted.isFetching} />
      ) : preview ? (
        <BulkFacts preview={preview} filter={filter} />
      ) : (
        <TextSkeleton lines={4} />
      )}
      {waiting > 0 && (
        <p role="status" className="text-pretty">
          {t("first", { count: waiting })}
        </p>
      )}
      {operation === "reject" && (
        <>
          <Field label={t("reason")} required error={missing && reason === "" && t("reasonMissing")}>
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
    </ConfirmDialog>
  );
}
