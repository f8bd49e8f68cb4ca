"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/forms/form-footer";
import { useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";
import { ApiError } from "@/lib/contract/errors";

export function SettleDialog({
  entry,
  as,
  onClose,
}: {
  entry: PayoutEntry;
  as: "made" | "not_made";
  onClose: () => void;
}) {
  const t = useTranslations("payouts.settle");
  const { desk, money } = useDesk();
  const failure = useFailureWords();
  const [payoutId, setPayoutId] = useState("");
  const [reason, setReason] = useState("");
  const [judged, setJudged] = useState(false);
  const made = useMutation(desk.payouts.made.mutation());
  const notMade = useMutation(desk.payouts.not_made.mutation());
  const error = made.error ?? notMade.error;
  const told = (field: string) =>
    error instanceof ApiError ? error.details.find((each) => each.field === field)?.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (!reason.trim() || (as === "made" && !payoutId.trim())) return;
    const done = {
      onSuccess: () => {
        toast.success(t("settled"));
        onClose();
      },
    };
    const params = { id: entry.id };
    if (as === "made") made.mutate({ params, body: { payout_id: payoutId.trim(), reason } }, done);
    else notMade.mutate({ params, body: { reason } }, done);
  };
  const worth = money(entry.amount, entry.currency);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(as === "made" ? "madeTitle" : "notMadeTitle", { amount: worth })}
      description={t(as === "made" ? "madeHint" : "notMadeHint")}
      footer={
        <FormFooter
          form="settle"
          variant={as === "made" ? "primary" : "danger"}
          pending={made.isPending || notMade.isPending}
          onClose={onClose}
        >
          {t(as === "made" ? "made" : "notMade")}
        </FormFooter>
      }
    >
      <form id="settle" noValidate className="grid gap-4" onSubmit={submit}>
        {error && !told("payout_id") && <Banner tone="danger">{failure(error, (said) => said)}</Banner>}
        {as === "made" && (
          <Field
            label={t("payoutId")}
            description={t("payoutIdHint")}
            error={judged && !payoutId.trim() ? t("payoutIdMissing") : told("payout_id")}
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
      </form>
    </Dialog>
  );
}
