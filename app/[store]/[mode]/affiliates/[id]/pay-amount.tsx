"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { adjustments } from "@/lib/contract/affiliate/payout-words";
import { typedAmount } from "@/lib/money";

type Props = { affiliate: Affiliate; onClose: () => void };

export default function PayAmountDialog({ affiliate, onClose }: Props) {
  const t = useTranslations("affiliates.page.payAmount");
  const { base, desk, format, money, moneyUnit, store } = useDesk();
  const router = useRouter();
  // Named once for this dialog, so that a repeated click or a lost response pays only once.
  const [request] = useState(() => `req_${crypto.randomUUID()}`);
  const pay = useMutation(desk.payouts.pay_amount.mutation());
  const currencies = [
    ...new Set([affiliate.currency, store.currency, ...(affiliate.balances ?? []).map((each) => each.currency)]),
  ];
  return (
    <PlainDialog
      names={["amount", "currency", "adjustment", "note", "reference"]}
      title={t("title")}
      description={t("hint")}
      submit={t("submit")}
      onClose={onClose}
      onSend={async ({ amount: typed, currency, adjustment, note, reference }) => {
        const amount = typedAmount(typed, currency, moneyUnit, format.decimalMark) ?? Number.NaN;
        const named = reference.trim() && { reference: reference.trim() };
        const body = { request, affiliate_id: affiliate.id, amount, currency, adjustment, note, ...(named || {}) };
        const job = await pay.mutateAsync({ body: body as never });
        toast.success(t("done", { amount: money(amount, currency) }));
        onClose();
        router.push(`${base}/payouts?view=ours&batch=${encodeURIComponent(job.id)}`);
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <PlainField name="amount" label={t("amount")} inputMode="decimal" autoComplete="off" required />
        <PlainField name="currency" label={t("currency")}>
          <Select
            name="currency"
            defaultValue={affiliate.currency ?? store.currency}
            options={currencies.flatMap((each) => (each ? [{ value: each, label: each }] : []))}
          />
        </PlainField>
      </div>
      <PlainField name="adjustment" label={t("kind")}>
        <Select
          name="adjustment"
          defaultValue="bonus"
          options={adjustments.map((each) => ({ value: each, label: t(each) }))}
        />
      </PlainField>
      <PlainField name="note" label={t("note")} description={t("noteHint")} required>
        <Textarea name="note" rows={3} />
      </PlainField>
      <PlainField name="reference" label={t("reference")} description={t("referenceHint")} optional>
        <Input name="reference" type="text" autoComplete="off" maxLength={120} />
      </PlainField>
    </PlainDialog>
  );
}
