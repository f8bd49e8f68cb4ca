"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { DateInput, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { noonOf, payoutOutcomes } from "@/lib/contract/affiliate/payout-words";
import type { Payout } from "@/lib/contract/affiliate/payouts";
import type { PayoutEntry } from "@/lib/contract/desk/payouts";
import { usePayoutWords } from "../words";

type SettleProps = { entry: PayoutEntry; as: "made" | "not_made"; onClose: () => void };

export function SettleDialog({ entry, as, onClose }: SettleProps) {
  const t = useTranslations("payouts.settle");
  const { desk, money } = useDesk();
  const made = useMutation(desk.payouts.made.mutation());
  const notMade = useMutation(desk.payouts.not_made.mutation());
  const isMade = as === "made";
  return (
    <PlainDialog
      names={["payout_id", "reason"]}
      title={t(isMade ? "madeTitle" : "notMadeTitle", { amount: money(entry.amount, entry.currency) })}
      description={t(isMade ? "madeHint" : "notMadeHint")}
      submit={t(isMade ? "made" : "notMade")}
      variant={isMade ? "primary" : "danger"}
      onClose={onClose}
      onSend={async ({ payout_id, reason }) => {
        const params = { id: entry.id };
        if (isMade) await made.mutateAsync({ params, body: { payout_id, reason } });
        else await notMade.mutateAsync({ params, body: { reason } });
        toast.success(t("settled"));
        onClose();
      }}
    >
      {isMade && (
        <PlainField
          name="payout_id"
          label={t("payoutId")}
          description={t("payoutIdHint")}
          spellCheck={false}
          required
        />
      )}
      <PlainField name="reason" label={t("reason")} description={t("reasonHint")} required>
        <Textarea name="reason" maxLength={500} />
      </PlainField>
    </PlainDialog>
  );
}

/** A paid payout is final, unless the bank returns the money. */
type Outcome = (typeof payoutOutcomes)[number] | "returned";

export function OutcomeDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const t = useTranslations("payouts.outcome");
  const words = usePayoutWords();
  const { affiliate, desk } = useDesk();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>(payout.status === "paid" ? "returned" : "paid");
  const isReturn = outcome === "returned";
  const [day, setDay] = useState("");
  const update = useMutation(affiliate.payouts.update.mutation());
  return (
    <PlainDialog
      names={["paid_at", "returned_at", "failure_reason"]}
      title={t(isReturn ? "returned" : "title")}
      description={t(isReturn ? "means.failed" : "hint")}
      submit={t(isReturn ? "returned" : "save")}
      variant={isReturn ? "danger" : "primary"}
      onClose={onClose}
      onSend={async ({ failure_reason }) => {
        const at = day ? noonOf(day) : undefined;
        const body = {
          status: isReturn ? ("failed" as const) : outcome,
          ...(outcome === "paid" && { paid_at: at }),
          ...(isReturn && { returned_at: at ?? new Date().toISOString() }),
          ...(failure_reason.trim() && { failure_reason }),
        };
        await update.mutateAsync({ params: { id: payout.id }, body });
        void queryClient.invalidateQueries({ queryKey: desk.payouts.account.prefix });
        toast.success(t("noted"));
        onClose();
      }}
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
        <PlainField
          name={isReturn ? "returned_at" : "paid_at"}
          label={t(isReturn ? "returnedOn" : "paidOn")}
          description={t("paidOnHint")}
          optional
        >
          <DateInput name={isReturn ? "returned_at" : "paid_at"} value={day} onValueChange={setDay} />
        </PlainField>
      )}
      {(isReturn || outcome === "failed") && (
        <PlainField name="failure_reason" label={t("reason")} maxLength={500} optional />
      )}
    </PlainDialog>
  );
}
