"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { DateInput, Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { addDays, dayIn, startOfDay } from "@/lib/days";

type Props = { experiment: Experiment; outcome: "keep" | "longer"; onClose: () => void };

export default function DecideDialog({ experiment: { id, plan }, outcome, onClose }: Props) {
  const t = useTranslations("plannedExperiments.decide");
  const { checkout, store } = useDesk();
  const today = useToday(dayIn(store.timeZone, new Date()));
  const planned = plan?.ends_at && dayIn(store.timeZone, new Date(plan.ends_at));
  const [day, setDay] = useState(addDays(planned && planned > today ? planned : today, 14));
  const { mutateAsync: decide } = useMutation(checkout.experiments.decide.mutation());
  return (
    <PlainDialog
      title={t(`${outcome}Title`)}
      description={t(`${outcome}About`)}
      submit={t(`${outcome}Submit`)}
      names={["ends_at", "reason"]}
      onSend={async ({ reason }) => {
        // The experiment ends at the end of that day.
        const ends_at = day && startOfDay(store.timeZone, addDays(day, 1)).toISOString();
        const body = { outcome, reason, ...(outcome === "longer" && { ends_at }) };
        await decide({ params: { id }, body });
        toast.success(t(`${outcome}Done`));
        onClose();
      }}
      onClose={onClose}
    >
      {outcome === "longer" && (
        <PlainField name="ends_at" label={t("until")} required>
          <DateInput name="ends_at" value={day} onValueChange={setDay} />
        </PlainField>
      )}
      <ReasonField />
    </PlainDialog>
  );
}

const longestReason = 1_000;

export function ReasonField() {
  const t = useTranslations("plannedExperiments.decide");
  return (
    <PlainField name="reason" label={t("reason")} description={t("reasonHint")} required>
      <Textarea name="reason" maxLength={longestReason} />
    </PlainField>
  );
}
