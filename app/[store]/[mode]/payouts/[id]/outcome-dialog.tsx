"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { FormFooter } from "@/components/forms/form-footer";
import { useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { DateInput } from "@/components/ui/date-input";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { payoutOutcomes } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";

type Outcome = (typeof payoutOutcomes)[number];

/** The outcomes paid, failed and cancelled are final. */
export function OutcomeDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const t = useTranslations("payouts.outcome");
  const statuses = useTranslations("program.payoutStatuses");
  const { affiliate } = useDesk();
  const failure = useFailureWords();
  const options = payoutOutcomes.filter((each) => each !== payout.status);
  const [status, setStatus] = useState<Outcome>("paid");
  const [day, setDay] = useState("");
  const [reason, setReason] = useState("");
  const update = useMutation(affiliate.payouts.update.mutation());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      status,
      ...(status === "paid" && day && { paid_at: `${day}T12:00:00Z` }),
      ...(status === "failed" && reason.trim() && { failure_reason: reason }),
    };
    const onSuccess = () => {
      toast.success(t("noted"));
      onClose();
    };
    update.mutate({ params: { id: payout.id }, body }, { onSuccess });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("hint")}
      footer={
        <FormFooter form="outcome" pending={update.isPending} onClose={onClose}>
          {t("save")}
        </FormFooter>
      }
    >
      <form id="outcome" noValidate className="grid gap-4" onSubmit={submit}>
        {update.error && <Banner tone="danger">{failure(update.error, (said) => said)}</Banner>}
        <RadioCards<Outcome>
          label={t("became")}
          value={status}
          onValueChange={setStatus}
          options={options.map((value) => ({ value, label: statuses(value), description: t(`means.${value}`) }))}
        />
        {status === "paid" && (
          <Field label={t("paidOn")} description={t("paidOnHint")} optional>
            <DateInput value={day} onValueChange={setDay} />
          </Field>
        )}
        {status === "failed" && (
          <Field label={t("reason")} optional>
            <Input maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
