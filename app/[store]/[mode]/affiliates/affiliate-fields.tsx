"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useAffiliateStatuses } from "@/components/affiliates/affiliate-statuses";
import { messageAt } from "@/components/forms/form-field";
import { MoneyInput } from "@/components/forms/money-input";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input, Textarea } from "@/components/ui/input";
import { RadioCards } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import { rateTypes } from "@/lib/contract/affiliate/affiliate-words";
import type { AffiliateForm } from "./to-form";

type Name = keyof AffiliateForm & string;
type TextName = Exclude<Name, "commission_rate" | "minimum_payout" | "coupon_codes">;

export const affiliatePaths: readonly Name[] = [
  ...(["first_name", "last_name", "email", "company_name", "website", "country"] as const),
  ...(["status", "group", "commission_type", "commission_rate", "referral_code", "coupon_codes"] as const),
  ...(["currency", "payout_method", "payout_email", "minimum_payout", "notes"] as const),
];

type Props = { form: UseFormReturn<AffiliateForm>; values: AffiliateForm; initial: AffiliateForm; isNew: boolean };

export function AffiliateFields({ form, values, initial, isNew }: Props) {
  const t = useTranslations("affiliates.form");
  const { store } = useDesk();
  const statusOf = useAffiliateStatuses();
  const { control, formState } = form;
  const error = (name: Name) => messageAt(formState.errors, name);
  const field = (name: Name, control: ReactNode, more: { description?: string; optional?: boolean } = {}) => (
    <Field name={name} label={t(`labels.${name}`)} error={error(name)} {...more}>
      {control}
    </Field>
  );
  const text = (
    name: TextName,
    more: { description?: string; optional?: boolean; type?: string; maxLength?: number } = {},
  ) => {
    const { type = "text", maxLength, ...about } = more;
    return field(
      name,
      <Input
        {...form.register(name)}
        // The first paint needs default values, because `register` sets them only when scripts run.
        defaultValue={initial[name]}
        type={type}
        maxLength={maxLength}
        autoComplete="off"
      />,
      about,
    );
  };
  const optional = true;
  const currency = values.currency || store.currency;
  const types = [...new Set([...rateTypes, initial.commission_type].filter(Boolean))];
  return (
    <>
      <FormSection title={t("person")}>
        <div className="grid gap-4 sm:grid-cols-2">
          {text("first_name")}
          {text("last_name")}
        </div>
        {text("email", { type: "email" })}
        <div className="grid gap-4 sm:grid-cols-2">
          {text("company_name", { optional })}
          {text("website", { optional, type: "url" })}
          {text("country", { optional, description: t("countryHint"), maxLength: 2 })}
        </div>
      </FormSection>
      <FormSection title={t("program")}>
        {isNew && (
          <Field name="status" group label={t("labels.status")} error={error("status")}>
            <Controller
              control={control}
              name="status"
              render={({ field: { value, onChange } }) => (
                <RadioCards
                  name="status"
                  value={value}
                  onValueChange={onChange}
                  options={(["active", "pending"] as const).map((status) => ({
                    value: status as string,
                    label: statusOf(status).label,
                    description: t(`statusHints.${status}`),
                  }))}
                />
              )}
            />
          </Field>
        )}
        {text("group", { optional, description: t("groupHint") })}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {field(
            "commission_type",
            <Select
              {...form.register("commission_type")}
              defaultValue={initial.commission_type}
              options={types.map((value) => ({
                value,
                label: value === "percentage" || value === "fixed" ? t(`types.${value}`) : value,
              }))}
            />,
          )}
          <Controller
            control={control}
            name="commission_rate"
            render={({ field: { value, onChange, onBlur } }) => {
              const shared = { value, onValueChange: onChange, onBlur };
              return field(
                "commission_rate",
                values.commission_type === "fixed" ? (
                  <MoneyInput {...shared} currency={currency} />
                ) : (
                  <DecimalInput {...shared} {...(values.commission_type === "percentage" && { suffix: "%" })} />
                ),
                isNew ? { optional } : {},
              ) as never;
            }}
          />
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {text("referral_code", {
            description: t(isNew ? "referralHint" : "referralKept"),
            ...(isNew && { optional }),
          })}
          <Field
            name="coupon_codes"
            label={t("labels.coupon_codes")}
            optional
            description={t("couponsHint")}
            error={error("coupon_codes")}
          >
            <Controller
              control={control}
              name="coupon_codes"
              render={({ field: { value, onChange, onBlur } }) => (
                <TokenField value={value} onValueChange={onChange} onBlur={onBlur} options={[]} />
              )}
            />
          </Field>
        </div>
      </FormSection>
      <FormSection title={t("payment")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {text("payout_method", { optional, description: t("methodHint") })}
          <Controller
            control={control}
            name="minimum_payout"
            render={({ field: { value, onChange, onBlur } }) =>
              field(
                "minimum_payout",
                <MoneyInput value={value} onValueChange={onChange} onBlur={onBlur} currency={currency} />,
                { optional, description: t("minimumHint") },
              ) as never
            }
          />
          {text("payout_email", { optional, type: "email" })}
          {text("currency", { ...(isNew && { optional }), maxLength: 3 })}
        </div>
      </FormSection>
      <FormSection title={t("labels.notes")}>
        {field("notes", <Textarea {...form.register("notes")} defaultValue={initial.notes} rows={4} />, {
          optional,
          description: t("notesHint"),
        })}
      </FormSection>
    </>
  );
}
