"use client";

import { useTranslations } from "next-intl";
import { Controller, type Path, type UseFormReturn } from "react-hook-form";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { type EndpointForm as Draft, endpointFields } from "./to-form";
import { useEventTypes, useMeanings } from "./words";

const loadCheck = () => import("./check-endpoint");
const fieldsOf = () => endpointFields;

export function EndpointForm(record: FormOf<Draft>) {
  const t = useTranslations("webhooks.form");
  return (
    <RecordForm<Draft>
      {...record}
      kind="webhook"
      loadCheck={loadCheck}
      fields={fieldsOf}
      labelOf={(field: Path<Draft>) => t(`labels.${field as (typeof endpointFields)[number]}`)}
      createLabel={t("createAction")}
      beside={() => (
        <Panel title={t("rules.title")}>
          <ul className="grid list-disc gap-1.5 ps-4 text-sm text-muted text-pretty">
            {(["answer", "signed", "retries", "twice"] as const).map((rule) => (
              <li key={rule}>{t(`rules.${rule}`)}</li>
            ))}
          </ul>
        </Panel>
      )}
    >
      {(form) => <Fields form={form} initial={record.initial} />}
    </RecordForm>
  );
}

function Fields({ form, initial }: { form: UseFormReturn<Draft>; initial: Draft }) {
  const t = useTranslations("webhooks.form");
  const { has } = useDesk();
  const { errors } = form.formState;
  return (
    <FormSection title={t("what")}>
      <Field name="url" required label={t("labels.url")} description={t("urlHint")} error={errors.url?.message}>
        {/* The first paint needs a default value, because `register` sets it only when scripts run. */}
        <Input
          {...form.register("url")}
          defaultValue={initial.url}
          type="url"
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
        />
      </Field>
      <Controller
        control={form.control}
        name="events"
        render={({ field }) => (
          <Events value={field.value} onChange={field.onChange} onBlur={field.onBlur} error={errors.events?.message} />
        )}
      />
      <Field name="enabled" group label={t("labels.enabled")} error={errors.enabled?.message}>
        <Checkbox
          {...form.register("enabled")}
          defaultChecked={initial.enabled}
          label={t("enabled")}
          description={has("checkout", "webhooks", "release") && t("enabledHint")}
        />
      </Field>
    </FormSection>
  );
}

type EventsProps = {
  value: readonly string[];
  onChange: (events: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
};

function Events({ value, onChange, onBlur, error }: EventsProps) {
  const t = useTranslations("webhooks.form");
  const meaning = useMeanings();
  // Selected events stay visible, even if only this API knows them.
  const known: readonly string[] = useEventTypes();
  const all = [...known, ...value.filter((event) => !known.includes(event))];
  const every = all.every((event) => value.includes(event));
  return (
    <Field name="events" group required label={t("labels.events")} error={error}>
      <div>
        <Button size="sm" onClick={() => onChange(every ? [] : all)}>
          {t(every ? "none" : "all")}
        </Button>
      </div>
      <div className="grid gap-x-6 gap-y-2.5 pt-1 sm:grid-cols-2">
        {all.map((event) => (
          <Checkbox
            key={event}
            name="events"
            label={<code>{event}</code>}
            description={meaning(event)}
            checked={value.includes(event)}
            onBlur={onBlur}
            onChange={({ target }) =>
              // Events keep the order of the list, whatever the order of the clicks.
              onChange(all.filter((each) => (each === event ? target.checked : value.includes(each))))
            }
          />
        ))}
      </div>
    </Field>
  );
}
