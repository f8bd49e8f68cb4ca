"use client";

import { useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import type { FieldPath, UseFormReturn } from "react-hook-form";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import { FormField, messageOf } from "@/components/forms/form-field";
import { changedFields } from "@/components/forms/merge-edits";
import { MoneyInput, RateInput } from "@/components/forms/money-input";
import { RecordForm } from "@/components/forms/record-form";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { focusField } from "@/components/ui/form-error-summary";
import { FormSection } from "@/components/ui/form-section";
import { DateInput } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { byLineOrComma, TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import { rateTypes } from "@/lib/contract/affiliate/affiliate-words";
import type { ProgramRecord } from "@/lib/contract/affiliate/program";
import { attributingClicks, bothPresent, selfReferralRules } from "@/lib/contract/affiliate/program-words";
import { dayIn, startOfDay } from "@/lib/days";
import { RateFields, RateRows } from "./rate-rows";
import { amountNames, type RulesForm as Form, hasAmount, keyOf, listNames, toForm, toPatch } from "./to-form";

type Name = FieldPath<Form>;
type Props = { record: ProgramRecord; currency: string; onTry: (changes: Record<string, unknown>) => void };

const loadCheck = () => import("./check-rules");

/** Fields of rows have paths such as `product_rates.0.rate`. */
function fieldsOf(values: Form): Name[] {
  const rows = listNames.flatMap((name) =>
    values[name].flatMap((_, at) => {
      const others = hasAmount(name) ? ["amount"] : ["rate", "rate_type"];
      return ["", `.${keyOf[name]}`, ...others.map((other) => `.${other}`)].map((end) => `${name}.${at}${end}` as Name);
    }),
  );
  const rates = ["new_customer_rate.rate", "returning_customer_rate.rate"] as const;
  return [...(Object.keys(values) as Name[]), ...rates, ...rows];
}

export function RulesForm({ record, currency, onTry }: Props) {
  const t = useTranslations("programRules");
  const { affiliate, can } = useDesk();
  const { mutateAsync: update } = useMutation(affiliate.program.update.mutation());
  const current = toForm(record);
  const labelOf = (path: string) => {
    const [name = "", row, field] = path.split(".");
    const label = t(`labels.${name as keyof Form}`);
    return row === undefined || field === undefined ? label : t("rowLabel", { label, number: Number(row) + 1 });
  };
  const { save, dialog } = useSaveRecord<Form, ProgramRecord>({
    read: affiliate.program.get.options(),
    toDraft: toForm,
    words: { label: labelOf, value: (_, value) => (typeof value === "string" ? value : JSON.stringify(value)) },
    send: (changed) => update({ body: toPatch(changed) as never }),
  });
  return (
    <>
      <ChangedElsewhere api="affiliate" resource="program" text={t("changedElsewhere")} />
      <RecordForm<Form>
        initial={current}
        current={current}
        kind="program_rules"
        draft={{ record: "all", base: String(record.version ?? 1) }}
        readOnly={!can("affiliate", "program", "update")}
        loadCheck={loadCheck}
        fields={fieldsOf}
        labelOf={labelOf}
        saveLabel={t("save")}
        onSave={async (edited, base) => {
          const saved = await save(edited, base);
          // Rules that take effect later are not those of the form.
          return saved && { ...(edited.effective_at === "" ? saved : current), effective_at: "" };
        }}
        bar={(form) => ({
          before: can("affiliate", "program", "preview") && (
            <Button
              onClick={async () => {
                const { effective_at: _, ...changes } = changedFields(form.getValues(), current);
                if (await form.trigger()) return onTry(toPatch(changes));
                const wrong = fieldsOf(form.getValues()).find((name) => messageOf(form.getFieldState(name).error));
                if (wrong) focusField(wrong);
              }}
            >
              <FlaskConical aria-hidden /> {t("dryRun.action")}
            </Button>
          ),
        })}
      >
        {(form, values) => <Fields form={form} values={values} currency={currency} />}
      </RecordForm>
      {dialog}
    </>
  );
}

type FieldsProps = { form: UseFormReturn<Form>; values: Form; currency: string };

function Fields(props: FieldsProps) {
  const { form, values, currency } = props;
  const { t, flag, amount, days, choice } = useFields(props);
  const { store } = useDesk();
  const rows = (name: (typeof listNames)[number]) => <RateRows {...props} name={name} />;
  return (
    <>
      <FormSection title={t("sections.rates")} description={t("sections.ratesHint")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {choice("default_commission_type", rateTypes)}
          <FormField form={form} name="default_commission_rate" label={t("labels.default_commission_rate")}>
            {(control) => <RateInput {...control} type={values.default_commission_type} currency={currency} />}
          </FormField>
        </div>
        {rows("product_rates")}
        {rows("category_rates")}
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-sm font-medium">{t("customers")}</legend>
          <p className="text-sm text-muted text-pretty">{t("customersHint")}</p>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <RateFields {...props} name="new_customer_rate" label={t("labels.new_customer_rate")} />
            <RateFields {...props} name="returning_customer_rate" label={t("labels.returning_customer_rate")} />
          </div>
        </fieldset>
        {rows("volume_tiers")}
        {rows("group_rates")}
        {flag("exclude_tax")}
        {flag("exclude_shipping")}
        <FormField form={form} name="excluded_products" label={t("labels.excluded_products")} optional>
          {(control) => <TokenField {...control} split={byLineOrComma} />}
        </FormField>
      </FormSection>
      <FormSection title={t("sections.limits")}>
        <div className="grid items-end gap-4 sm:grid-cols-3">{amountNames.slice(0, 3).map(amount)}</div>
        {rows("volume_bonuses")}
      </FormSection>
      <FormSection title={t("sections.attribution")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {days("attribution_window_days", "days")}
          {choice("attributing_click", attributingClicks)}
          {choice("coupon_or_click", bothPresent)}
          {choice("self_referrals", selfReferralRules)}
        </div>
        {flag("coupons_attribute")}
        {flag("customers_attribute")}
        {values.customers_attribute && days("recurring_months", "months")}
      </FormSection>
      <FormSection title={t("sections.payment")}>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {days("hold_days", "days")}
          {amount("minimum_payout")}
        </div>
        {rows("minimum_payouts")}
      </FormSection>
      <FormSection title={t("sections.effect")}>
        <FormField
          form={form}
          name="effective_at"
          label={t("labels.effective_at")}
          description={t("hints.effective_at")}
          className="max-w-xs"
          optional
        >
          {({ value, onValueChange, onBlur }) => (
            <DateInput
              value={value && dayIn(store.timeZone, new Date(value))}
              onValueChange={(day) => onValueChange(day && startOfDay(store.timeZone, day).toISOString())}
              onBlur={onBlur}
            />
          )}
        </FormField>
      </FormSection>
    </>
  );
}

type Flag = "exclude_tax" | "exclude_shipping" | "coupons_attribute" | "customers_attribute";
type Choice = "default_commission_type" | "attributing_click" | "coupon_or_click" | "self_referrals";

function useFields({ form, currency }: FieldsProps) {
  const t = useTranslations("programRules");
  const hintOf = (name: string) => {
    const hint = `hints.${name as "minimum_payout"}` as const;
    return t.has(hint) ? t(hint) : undefined;
  };
  const flag = (name: Flag) => (
    <FormField form={form} name={name} label={t(`labels.${name}`)} className="sr-label">
      {({ value, onValueChange }) => (
        <Checkbox label={t(`flags.${name}`)} checked={value} onChange={({ target }) => onValueChange(target.checked)} />
      )}
    </FormField>
  );
  const amount = (name: (typeof amountNames)[number]) => (
    <FormField key={name} form={form} name={name} label={t(`labels.${name}`)} description={hintOf(name)} optional>
      {(control) => <MoneyInput {...control} currency={currency} />}
    </FormField>
  );
  const days = (name: "hold_days" | "attribution_window_days" | "recurring_months", unit: "days" | "months") => (
    <FormField
      form={form}
      name={name}
      label={t(`labels.${name}`)}
      description={hintOf(name)}
      optional={name === "recurring_months"}
    >
      {(control) => <DecimalInput {...control} className="max-w-48" suffix={t(`units.${unit}`)} />}
    </FormField>
  );
  const choice = (name: Choice, words: readonly string[]) => (
    <FormField form={form} name={name} label={t(`labels.${name}`)}>
      {({ value, onValueChange, onBlur }) => (
        <Select
          value={value}
          onBlur={onBlur}
          onChange={({ target }) => onValueChange(target.value as never)}
          options={words.map((word) => ({ value: word, label: t(`choices.${name}.${word}` as never) }))}
        />
      )}
    </FormField>
  );
  return { t, flag, amount, days, choice };
}
