"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { FormDialog } from "@/components/forms/form-dialog";
import { useFailureWords } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Field } from "@/components/ui/field";
import { DateInput, Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { addDays, dayIn, startOfDay } from "@/lib/days";

const longestReason = 1_000;

type Props = { experiment: Experiment; outcome: "keep" | "longer"; onClose: () => void };

export default function DecideDialog({ experiment, outcome, onClose }: Props) {
  const t = useTranslations("plannedExperiments");
  const { checkout, person, store } = useDesk();
  const failure = useFailureWords();
  const today = useToday(dayIn(store.timeZone, new Date()));
  const { ends_at } = experiment.plan ?? {};
  const planned = ends_at && dayIn(store.timeZone, new Date(ends_at));
  const [day, setDay] = useState(addDays(planned && planned > today ? planned : today, 14));
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const decide = useMutation({
    ...checkout.experiments.decide.mutation(),
    onSuccess: () => {
      toast.success(t(`decide.${outcome}Done`));
      onClose();
    },
  });
  const late = outcome === "longer" && !(day > today);
  const submit = () => {
    setTried(true);
    if (reason.trim() === "" || late) return;
    // The end is the end of that day.
    const ends = startOfDay(store.timeZone, addDays(day, 1)).toISOString();
    const body = { outcome, reason: reason.trim(), by: person.name, ...(outcome === "longer" && { ends_at: ends }) };
    decide.mutate({ params: { id: experiment.id }, body });
  };
  return (
    <FormDialog
      title={t(`decide.${outcome}Title`)}
      description={t(`decide.${outcome}About`)}
      submit={t(`decide.${outcome}Submit`)}
      pending={decide.isPending}
      onClose={onClose}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          submit();
        },
      }}
    >
      {decide.error && <Banner tone="danger">{failure(decide.error, (said) => said)}</Banner>}
      {outcome === "longer" && (
        <Field label={t("decide.until")} error={tried && late && t("decide.untilBad")} required>
          <DateInput value={day} onValueChange={setDay} />
        </Field>
      )}
      <ReasonField value={reason} onValueChange={setReason} tried={tried} />
    </FormDialog>
  );
}

type ReasonProps = { value: string; onValueChange: (value: string) => void; tried: boolean };

export function ReasonField({ value, onValueChange, tried }: ReasonProps) {
  const t = useTranslations("plannedExperiments.decide");
  return (
    <Field
      label={t("reason")}
      description={t("reasonHint")}
      error={tried && value.trim() === "" && t("reasonMissing")}
      required
    >
      <Textarea maxLength={longestReason} value={value} onChange={(event) => onValueChange(event.target.value)} />
    </Field>
  );
}
