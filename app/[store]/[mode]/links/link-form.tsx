"use client";

import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Controller, type Path, type UseFormReturn } from "react-hook-form";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { RecordForm } from "@/components/forms/record-form";
import type { RecordState } from "@/components/forms/use-record-form";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { type LinkForm as Draft, linkFields } from "./to-draft";
import { type CodeState as State, useCodeCheck } from "./use-code-check";

type Props = Pick<RecordState<Draft>, "initial" | "current"> & {
  draft: { record: string; base: string | null };
  saveLabel: string;
  onSave: (edited: Draft, base: Draft) => Promise<Draft | null>;
  beside: (values: Draft) => ReactNode;
  children?: ReactNode;
};

const loadCheck = () => import("./check-link");
/** The affiliate and the code are part of the published address and cannot be changed. */
const changeable = linkFields.filter((field) => field !== "affiliate_id" && field !== "code");
const fieldsOfNew = () => linkFields;
const fieldsOfMade = () => changeable;

export function LinkForm({ draft, children, ...rest }: Props) {
  const t = useTranslations("links.form.labels");
  const isNew = !rest.current;
  return (
    <RecordForm<Draft>
      {...rest}
      draft={{ kind: "link", ...draft }}
      loadCheck={loadCheck}
      fields={isNew ? fieldsOfNew : fieldsOfMade}
      labelOf={(field: Path<Draft>) => t(field)}
      below={children}
    >
      {(form, values) => <Fields form={form} values={values} initial={rest.initial} isNew={isNew} />}
    </RecordForm>
  );
}

type FieldsProps = { form: UseFormReturn<Draft>; values: Draft; initial: Draft; isNew: boolean };

function Fields({ form, values, initial, isNew }: FieldsProps) {
  const t = useTranslations("links.form");
  const { errors } = form.formState;
  const input = (name: Path<Draft>, props: React.ComponentProps<typeof Input> = {}) => (
    // The first paint needs a default value, because `register` sets it only when scripts run.
    <Input {...form.register(name)} defaultValue={initial[name]} autoComplete="off" spellCheck={false} {...props} />
  );
  return (
    <>
      <FormSection title={t("what")}>
        {isNew && (
          <Controller
            control={form.control}
            name="affiliate_id"
            render={({ field }) => (
              <Field name="affiliate_id" required label={t("labels.affiliate_id")} error={errors.affiliate_id?.message}>
                <AffiliatePicker
                  inputRef={field.ref}
                  value={field.value}
                  onValueChange={field.onChange}
                  onBlur={field.onBlur}
                />
              </Field>
            )}
          />
        )}
        <Field
          name="destination_url"
          required
          label={t("labels.destination_url")}
          description={t("destinationHint")}
          error={errors.destination_url?.message}
        >
          {input("destination_url", { type: "url", inputMode: "url", placeholder: "https://" })}
        </Field>
        {isNew && <CodeField input={input("code")} code={values.code} error={errors.code?.message} />}
        <Field name="name" optional label={t("labels.name")} description={t("nameHint")} error={errors.name?.message}>
          {input("name", { spellCheck: true })}
        </Field>
        <Field
          name="coupon_code"
          optional
          label={t("labels.coupon_code")}
          description={t("couponHint")}
          error={errors.coupon_code?.message}
        >
          {input("coupon_code")}
        </Field>
      </FormSection>
      <FormSection title={t("campaign")} description={t("campaignHint")}>
        <div className="grid gap-4 sm:grid-cols-3">
          {(["utm_source", "utm_medium", "utm_campaign"] as const).map((name) => (
            <Field key={name} name={name} optional label={t(`labels.${name}`)} error={errors[name]?.message}>
              {input(name)}
            </Field>
          ))}
        </div>
      </FormSection>
    </>
  );
}

function CodeField({ input, code, error }: { input: ReactNode; code: string; error: string | undefined }) {
  const t = useTranslations("links.form.labels");
  const state = useCodeCheck(code);
  return (
    <Field name="code" optional label={t("code")} description={<CodeState state={state} />} error={error}>
      {input}
    </Field>
  );
}

/** The status line is always present, so that screen readers announce each change of it. */
function CodeState({ state }: { state: State }) {
  const t = useTranslations("links.form.codeStates");
  return (
    <span role="status" className="inline-flex min-h-5 items-start gap-1.5" data-state={state}>
      {state === "free" && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />}
      {(state === "taken" || state === "malformed") && (
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      )}
      <span className={state === "taken" || state === "malformed" ? "text-danger" : undefined}>{t(state)}</span>
    </span>
  );
}
