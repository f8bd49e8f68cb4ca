"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useAffiliateStatuses } from "@/components/affiliates/program-words";
import { CardsField, FormField, messageAt } from "@/components/forms/form-field";
import { MoneyInput, RateInput } from "@/components/forms/money-input";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import { rateTypes } from "@/lib/contract/affiliate/affiliate-words";
import { isOneOf } from "@/lib/word-format";
import { emptyForm, type AffiliateForm as Form, isOptional, toBody } from "./to-form";
import { nameOf } from "./use-affiliate-changes";

const paths = Object.keys(emptyForm) as Name[];
const fields = () => paths;
const loadNew = () => import("./check-affiliate").then(({ checkNew }) => checkNew);
const loadKnown = () => import("./check-affiliate").then(({ checkKnown }) => checkKnown);
const loadOurs = () => import("./check-affiliate").then(({ checkOurs }) => checkOurs);

export function AffiliateForm({ beside, ...record }: FormOf<Form> & { beside?: ReactNode }) {
  const t = useTranslations("affiliates.form");
  const { has } = useDesk();
  const { initial, current } = record;
  const isNew = !current;
  return (
    <RecordForm<Form>
      {...record}
      kind="affiliate"
      loadCheck={isNew ? loadNew : has("affiliate", "affiliates", "update", "own_rate") ? loadOurs : loadKnown}
      fields={fields}
      labelOf={(field) => t(`labels.${field as Name}`)}
      createLabel={t("createAction")}
      beside={() => beside}
    >
      {(form, values) => <Fields form={form} values={values} initial={initial} isNew={isNew} />}
    </RecordForm>
  );
}

type Props = { form: UseFormReturn<Form>; values: Form; initial: Form; isNew: boolean };
type Name = keyof Form;
type TextName = Exclude<Name, "commission_rate" | "minimum_payout" | "coupon_codes">;

function Fields(props: Props) {
  const { t, text, native } = useFields(props);
  return (
    <>
      <FormSection title={t("person")}>
        <div className="grid gap-4 sm:grid-cols-2">
          {text("first_name")}
          {text("last_name")}
        </div>
        {text("email", { type: "email" })}
        <div className="grid gap-4 sm:grid-cols-2">
          {text("company_name")}
          {text("website", { type: "url" })}
          {text("country", { maxLength: 2 })}
        </div>
      </FormSection>
      <ProgramFields {...props} />
      <PaymentFields {...props} />
      <FormSection title={t("labels.notes")}>
        {native("notes", (input) => (
          <Textarea {...input} rows={4} />
        ))}
      </FormSection>
    </>
  );
}

function ProgramFields(props: Props) {
  const { values, initial, isNew } = props;
  const { t, field, text, native } = useFields(props);
  const { store } = useDesk();
  const statusOf = useAffiliateStatuses();
  const types = [...new Set([...rateTypes, initial.commission_type])].filter(Boolean);
  const typeOf = (type: string) => (isOneOf(rateTypes, type) ? t(`types.${type}`) : type);
  return (
    <FormSection title={t("program")}>
      {isNew && (
        <CardsField
          {...field("status")}
          known={["active", "pending"]}
          initial={initial.status}
          optionOf={(status) => ({
            label: statusOf(status).label,
            description: t(`statusHints.${status as "active" | "pending"}`),
          })}
        />
      )}
      {text("group")}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {native("commission_type", (input) => (
          <Select {...input} options={types.map((value) => ({ value, label: typeOf(value) }))} />
        ))}
        <FormField {...field("commission_rate")}>
          {(control) => (
            <RateInput {...control} type={values.commission_type} currency={values.currency || store.currency} />
          )}
        </FormField>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {text("referral_code")}
        <FormField {...field("coupon_codes")}>{(control) => <TokenField {...control} />}</FormField>
      </div>
    </FormSection>
  );
}

function PaymentFields(props: Props) {
  const { t, field, text } = useFields(props);
  const { store } = useDesk();
  return (
    <FormSection title={t("payment")}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {text("payout_method")}
        <FormField {...field("minimum_payout")}>
          {(control) => <MoneyInput {...control} currency={props.values.currency || store.currency} />}
        </FormField>
        {text("payout_email", { type: "email" })}
        {text("currency", { maxLength: 3 })}
      </div>
    </FormSection>
  );
}

function useFields({ form, initial, isNew }: Props) {
  const t = useTranslations("affiliates.form");
  const byRules = useDesk().has("affiliate", "affiliates", "update", "own_rate");
  const hintOf = (name: Name) => {
    const hint = `hints.${name as "notes"}` as const;
    if (name === "referral_code" && !isNew) return t("referralKept");
    if (name === "commission_rate" && !byRules) return undefined;
    return t.has(hint) ? t(hint) : undefined;
  };
  const about = <N extends Name>(name: N) => ({
    name,
    label: t(`labels.${name as Name}`),
    description: hintOf(name),
    optional: isOptional(name, isNew) || (name === "commission_rate" && byRules),
  });
  const field = <N extends Name>(name: N) => ({ form, ...about(name) });
  /** The first paint needs default values, because `register` sets them only when scripts run. */
  const inputOf = (name: TextName) => ({ ...form.register(name), defaultValue: initial[name] });
  const native = (name: TextName, control: (input: ReturnType<typeof inputOf>) => ReactNode) => (
    <Field {...about(name)} error={messageAt(form.formState.errors, name)}>
      {control(inputOf(name))}
    </Field>
  );
  const text = (name: TextName, more: ComponentProps<"input"> = {}) =>
    native(name, (input) => <Input {...input} type="text" autoComplete="off" {...more} />);
  return { t, field, text, native };
}

export function AffiliateCreate() {
  const { affiliate } = useDesk();
  const create = useCreateRecord(affiliate.affiliates, {
    toBody(form: Form) {
      const { commission_type: type, ...body } = toBody(form, true);
      // An affiliate without a rate gets the program's default rate with its type.
      return body.commission_rate === undefined ? body : { ...body, commission_type: type };
    },
    nameOf,
  });
  return (
    <RecordCreate api="affiliate" resource="affiliates">
      <AffiliateForm initial={emptyForm} onSave={create} />
    </RecordCreate>
  );
}
