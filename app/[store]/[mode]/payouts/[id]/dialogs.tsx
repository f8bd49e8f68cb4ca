"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import type { DialogProps } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { DateInput, Input, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { payoutOutcomes } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";
import { ApiError } from "@/lib/contract/errors";
import { usePayoutWords } from "../words";

type PayoutDialogProps = Pick<DialogProps, "title" | "description" | "children"> & {
  submit: string;
  variant?: "primary" | "danger";
  pending: boolean;
  error: Error | null;
  onSubmit: () => void;
  onClose: () => void;
};

function PayoutDialog({ error, onSubmit, children, ...dialog }: PayoutDialogProps) {
  const failure = useFailureWords();
  return (
    <FormDialog
      {...dialog}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          onSubmit();
        },
      }}
    >
      {error && <Banner tone="danger">{failure(error, (said) => said)}</Banner>}
      {children}
    </FormDialog>
  );
}

type SettleProps = { entry: PayoutEntry; as: "made" | "not_made"; onClose: () => void };

export function SettleDialog({ entry, as, onClose }: SettleProps) {
  const t = useTranslations("payouts.settle");
  const { desk, money } = useDesk();
  const [payoutId, setPayoutId] = useState("");
  const [reason, setReason] = useState("");
  const [judged, setJudged] = useState(false);
  const onSuccess = () => {
    toast.success(t("settled"));
    onClose();
  };
  const made = useMutation({ ...desk.payouts.made.mutation(), onSuccess });
  const notMade = useMutation({ ...desk.payouts.not_made.mutation(), onSuccess });
  const error = made.error ?? notMade.error;
  const told = error instanceof ApiError && error.details.find(({ field }) => field === "payout_id")?.message;
  const isMade = as === "made";
  const submit = () => {
    setJudged(true);
    if (!reason.trim() || (isMade && !payoutId.trim())) return;
    const params = { id: entry.id };
    if (isMade) made.mutate({ params, body: { payout_id: payoutId.trim(), reason } });
    else notMade.mutate({ params, body: { reason } });
  };
  return (
    <PayoutDialog
      title={t(isMade ? "madeTitle" : "notMadeTitle", { amount: money(entry.amount, entry.currency) })}
      description={t(isMade ? "madeHint" : "notMadeHint")}
      submit={t(isMade ? "made" : "notMade")}
      variant={isMade ? "primary" : "danger"}
      pending={made.isPending || notMade.isPending}
      error={told ? null : error}
      onSubmit={submit}
      onClose={onClose}
    >
      {isMade && (
        <Field
          label={t("payoutId")}
          description={t("payoutIdHint")}
          error={judged && !payoutId.trim() ? t("payoutIdMissing") : told}
          required
        >
          <Input spellCheck={false} value={payoutId} onChange={(event) => setPayoutId(event.target.value)} />
        </Field>
      )}
      <Field
        label={t("reason")}
        description={t("reasonHint")}
        error={judged && !reason.trim() && t("reasonMissing")}
        required
      >
        <Textarea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </PayoutDialog>
  );
}

/** A paid payout is final, unless the bank returns the money. */
type Outcome = (typeof payoutOutcomes)[number] | "returned";

export function OutcomeDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const t = useTranslations("payouts.outcome");
  const words = usePayoutWords();
  const { affiliate } = useDesk();
  const [outcome, setOutcome] = useState<Outcome>(payout.status === "paid" ? "returned" : "paid");
  const isReturn = outcome === "returned";
  const hasFailed = isReturn || outcome === "failed";
  const [day, setDay] = useState("");
  const [reason, setReason] = useState("");
  const onSuccess = () => {
    toast.success(t("noted"));
    onClose();
  };
  const update = useMutation({ ...affiliate.payouts.update.mutation(), onSuccess });
  const submit = () => {
    const at = day ? `${day}T12:00:00Z` : undefined;
    const body = {
      status: isReturn ? ("failed" as const) : outcome,
      ...(outcome === "paid" && { paid_at: at }),
      ...(isReturn && { returned_at: at ?? new Date().toISOString() }),
      ...(hasFailed && reason.trim() && { failure_reason: reason }),
    };
    update.mutate({ params: { id: payout.id }, body });
  };
  return (
    <PayoutDialog
      title={t(isReturn ? "returned" : "title")}
      description={t(isReturn ? "means.failed" : "hint")}
      submit={t(isReturn ? "returned" : "save")}
      variant={isReturn ? "danger" : "primary"}
      pending={update.isPending}
      error={update.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isReturn && (
        <RadioCards<Outcome>
          label={t("became")}
          value={outcome}
          onValueChange={setOutcome}
          options={payoutOutcomes
            .filter((value) => value !== payout.status)
            .map((value) => ({ value, label: words.status(value).label, description: t(`means.${value}`) }))}
        />
      )}
      {(isReturn || outcome === "paid") && (
        <Field label={t(isReturn ? "returnedOn" : "paidOn")} description={t("paidOnHint")} optional>
          <DateInput value={day} onValueChange={setDay} />
        </Field>
      )}
      {hasFailed && (
        <Field label={t("reason")} optional>
          <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    </PayoutDialog>
  );
}
