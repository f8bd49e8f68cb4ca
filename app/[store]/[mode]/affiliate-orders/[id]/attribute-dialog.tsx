"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { useFailureWords } from "@/components/failure";
import { FormDialog } from "@/components/forms/form-dialog";
import { MoneyInput } from "@/components/forms/money-input";
import { Banner } from "@/components/ui/banner";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { nameOfOrder } from "@/lib/contract/affiliate/affiliate-words";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { ApiError } from "@/lib/contract/errors";
import { type AttributionTerms, CommissionPreview } from "./commission-preview";

const ways = ["own", "rate", "amount"] as const;
const empty = {
  affiliate_id: "",
  reason: "",
  way: "own" as (typeof ways)[number],
  commission_rate: Number.NaN,
  commission_amount: Number.NaN,
  link_id: "",
  note: "",
};
type Values = typeof empty;
type Errors = { [Name in keyof Values]?: string };

const termsOf = ({ affiliate_id, way, commission_rate, commission_amount, link_id }: Values): AttributionTerms => ({
  affiliate_id,
  ...(way === "rate" && { commission_rate }),
  ...(way === "amount" && { commission_amount }),
  ...(link_id && { link_id }),
});

type Props = { order: AttributedOrder; onClose: () => void };

export default function AttributeDialog({ order, onClose }: Props) {
  const t = useTranslations("affiliateOrders.attribute");
  const [values, setValues] = useState(empty);
  const former = order.affiliate_id ?? null;
  const names = useAffiliateNames([former, values.affiliate_id]);
  const nameOf = (id: string) => names.get(id)?.name ?? id;
  const { submit, isPending, errors, failure } = useAttribute(order, values, nameOf(values.affiliate_id), onClose);
  return (
    <FormDialog
      shape="lg"
      title={t(former ? "overrideTitle" : "title", { order: nameOfOrder(order) })}
      description={former ? t("overrideBody", { name: nameOf(former) }) : t("body")}
      submit={t(former ? "submitOverride" : "submit")}
      pending={isPending}
      onClose={onClose}
      form={{
        className: "grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_20rem]",
        onSubmit: (event) => {
          event.preventDefault();
          void submit();
        },
      }}
    >
      <div className="grid gap-4">
        {failure && <Banner tone="danger">{failure}</Banner>}
        <Fields
          order={order}
          values={values}
          errors={errors}
          set={(change) => setValues((now) => ({ ...now, ...change }))}
        />
      </div>
      <CommissionPreview order={order} terms={termsOf(values)} />
    </FormDialog>
  );
}

function useAttribute(order: AttributedOrder, values: Values, name: string, onDone: () => void) {
  const t = useTranslations("affiliateOrders.attribute");
  const { affiliate, money, store } = useDesk();
  const failureWords = useFailureWords();
  const { mutateAsync: attribute, isPending } = useMutation(affiliate.orders.attribute.mutation());
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  // The dialog overrides only an affiliate whose name it shows.
  const override = Boolean(order.affiliate_id);

  async function submit() {
    const terms = termsOf(values);
    const reason = values.reason.trim();
    const note = values.note.trim();
    const missing = Object.entries({ ...terms, reason }).filter(([, value]) => value === "" || Number.isNaN(value));
    setErrors(Object.fromEntries(missing.map(([field]) => [field, t("required")])));
    setFailure(null);
    if (missing.length > 0) return;
    try {
      const body = { ...terms, reason, ...(note && { note }), override };
      const after = await attribute({ params: { id: order.id }, body });
      const made = after.attribution_timeline?.findLast(
        (entry) => entry.type === "commission" && entry.amount !== undefined,
      );
      const words = { order: nameOfOrder(order), name };
      const currency = made?.currency ?? order.currency ?? store.currency;
      const amount = made?.amount !== undefined && money(made.amount, currency);
      toast.success(amount ? t("doneMade", { ...words, amount }) : t("done", words));
      onDone();
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 409 && !override) return setFailure(t("taken"));
      const details = cause instanceof ApiError ? cause.details.filter(({ field }) => field in empty) : [];
      setErrors(Object.fromEntries(details.map(({ field, message }) => [field, message])));
      if (details.length === 0) setFailure(failureWords(cause, (why) => why));
    }
  }
  return { submit, isPending, errors, failure };
}

type FieldsProps = { order: AttributedOrder; values: Values; errors: Errors; set: (change: Partial<Values>) => void };

function Fields({ order, values, errors, set }: FieldsProps) {
  const t = useTranslations("affiliateOrders.attribute");
  const { store } = useDesk();
  const { affiliate_id, reason, way, commission_rate: rate, commission_amount: amount, note } = values;
  return (
    <>
      <Field label={t("affiliate")} required error={errors.affiliate_id}>
        <AffiliatePicker value={affiliate_id} onValueChange={(id) => set({ affiliate_id: id, link_id: "" })} />
      </Field>
      <Field label={t("reason")} description={t("reasonHint")} required error={errors.reason}>
        <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => set({ reason: event.target.value })} />
      </Field>
      <Field label={t("earns")} group>
        <RadioCards
          value={way}
          onValueChange={(next) => set({ way: next })}
          options={ways.map((value) => ({ value, label: t(`terms.${value}`) }))}
        />
      </Field>
      {way === "rate" && (
        <Field label={t("rate")} error={errors.commission_rate}>
          <DecimalInput value={rate} onValueChange={(value) => set({ commission_rate: value })} suffix="%" />
        </Field>
      )}
      {way === "amount" && (
        <Field label={t("amount")} error={errors.commission_amount}>
          <MoneyInput
            value={amount}
            onValueChange={(value) => set({ commission_amount: value })}
            currency={order.currency ?? store.currency}
          />
        </Field>
      )}
      {affiliate_id !== "" && <LinkField order={order} values={values} errors={errors} set={set} />}
      <Field label={t("note")} description={t("noteHint")} optional error={errors.note}>
        <Input maxLength={2000} value={note} onChange={(event) => set({ note: event.target.value })} />
      </Field>
    </>
  );
}

function LinkField({ values, errors, set }: FieldsProps) {
  const t = useTranslations("affiliateOrders.attribute");
  const { affiliate, can } = useDesk();
  const { affiliate_id, link_id } = values;
  const query = { per_page: 100, affiliate_id };
  const links = useQuery({ ...affiliate.links.list.options({ query }), enabled: can("affiliate", "links", "list") });
  const own = links.data?.data.filter((link) => link.affiliate_id === affiliate_id) ?? [];
  if (own.length === 0) return null;
  return (
    <Field label={t("link")} description={t("linkHint")} optional error={errors.link_id}>
      <Select
        value={link_id}
        onChange={(event) => set({ link_id: event.target.value })}
        options={[
          { value: "", label: t("noLink") },
          ...own.map(({ id, name, code }) => ({ value: id, label: name || code || id })),
        ]}
      />
    </Field>
  );
}
