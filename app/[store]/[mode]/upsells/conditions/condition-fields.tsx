"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { AudienceFields } from "@/components/audience/audience-fields";
import { usePart } from "@/components/audience/use-part";
import { FormField, messageAt } from "@/components/forms/form-field";
import { StoreDayInput } from "@/components/forms/store-day-input";
import { useProducts } from "@/components/products/use-products";
import { Checkbox } from "@/components/ui/checkbox";
import { DecimalInput } from "@/components/ui/decimal-input";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import { limitFields, productsIn, weekdays } from "@/lib/contract/checkout/audience-words";
import type { UpsellDraft } from "@/lib/contract/checkout/upsell-draft";

type Props = { form: UseFormReturn<UpsellDraft>; values: UpsellDraft };

export default function ConditionFields({ form, values }: Props) {
  const t = useTranslations("upsellConditions");
  const { audience = {} } = values;
  const found = useProducts(productsIn(audience));
  return (
    <div className="grid pt-4">
      <AudienceFields
        form={form}
        name="audience"
        audience={audience}
        found={found}
        level={3}
        before={
          <FormField
            form={form}
            name="share_percent"
            label={t("labels.share_percent")}
            description={t("shareHint")}
            className="sm:max-w-64"
          >
            {({ value, ...control }) => <DecimalInput {...control} value={value ?? Number.NaN} suffix="%" />}
          </FormField>
        }
      />
      <ScheduleFields form={form} values={values} />
      <LimitFields form={form} values={values} />
    </div>
  );
}

function ScheduleFields({ form, values: { schedule = {} } }: Props) {
  const t = useTranslations("upsellConditions");
  const { format, store } = useDesk();
  const set = usePart(form, "schedule", schedule);
  const field = (of: keyof typeof schedule, control: ReactNode, group = false) => (
    <Field
      name={`schedule.${of}`}
      label={t(`labels.${of}`)}
      error={messageAt(form.formState.errors, `schedule.${of}`)}
      group={group}
    >
      {control}
    </Field>
  );
  const day = (of: "starts_at" | "ends_at", last = false) =>
    field(of, <StoreDayInput value={schedule[of]} onValueChange={(time) => set(of, time)} last={last} />);
  const time = (of: "daily_from" | "daily_until") =>
    field(of, <Input type="time" value={schedule[of] ?? ""} onChange={({ target }) => set(of, target.value)} />);
  const days = schedule.weekdays ?? [];
  return (
    <FormSection title={t("schedule")} description={t("scheduleHint", { timeZone: store.timeZone })} level={3}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {day("starts_at")}
        {day("ends_at", true)}
        {time("daily_from")}
        {time("daily_until")}
      </div>
      {field(
        "weekdays",
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {weekdays.map((weekday, at) => (
            <Checkbox
              key={weekday}
              checked={days.includes(weekday)}
              onChange={({ target: { checked } }) =>
                set(
                  "weekdays",
                  weekdays.filter((each) => (each === weekday ? checked : days.includes(each))),
                )
              }
              label={format.dayName(at)}
            />
          ))}
        </div>,
        true,
      )}
    </FormSection>
  );
}

function LimitFields({ form, values: { limits = {} } }: Props) {
  const t = useTranslations("upsellConditions");
  const set = usePart(form, "limits", limits);
  return (
    <FormSection title={t("limits")} description={t("limitsHint")} level={3}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {limitFields.map((of) => (
          <Field
            key={of}
            name={`limits.${of}`}
            label={t(`labels.${of}`)}
            error={messageAt(form.formState.errors, `limits.${of}`)}
          >
            <DecimalInput
              value={limits[of] ?? Number.NaN}
              onValueChange={(value) => set(of, value)}
              placeholder={t("noLimit")}
            />
          </Field>
        ))}
        <FormField form={form} name="priority" label={t("labels.priority")} description={t("priorityHint")}>
          {({ value, ...control }) => <DecimalInput {...control} value={value ?? Number.NaN} />}
        </FormField>
      </div>
    </FormSection>
  );
}
