"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import type { Path, UseFormReturn } from "react-hook-form";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { FormField } from "@/components/forms/form-field";
import { type FormOf, RecordForm } from "@/components/forms/record-form";
import { CopyButton } from "@/components/ui/copy-button";
import { Field } from "@/components/ui/field";
import { FormSection } from "@/components/ui/form-section";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { useDebounced } from "@/components/ui/use-time";
import { useDesk } from "@/lib/api/desk";
import { withCampaign } from "@/lib/contract/affiliate/campaign-parameters";
import { changeableFields, type LinkForm as Draft, linkFields } from "./to-draft";

const loadCheck = () => import("./check-link");
const fieldsOfNew = () => linkFields;
const fieldsOfMade = () => changeableFields;

export function LinkForm(record: FormOf<Draft> & { beside: (values: Draft) => ReactNode }) {
  const t = useTranslations("links.form");
  const { initial, current } = record;
  return (
    <RecordForm<Draft>
      {...record}
      kind="link"
      loadCheck={loadCheck}
      fields={current ? fieldsOfMade : fieldsOfNew}
      labelOf={(field: Path<Draft>) => t(`labels.${field}`)}
      createLabel={t("createAction")}
    >
      {(form, values) => <Fields form={form} values={values} initial={initial} isNew={!current} />}
    </RecordForm>
  );
}

type FieldsProps = { form: UseFormReturn<Draft>; values: Draft; initial: Draft; isNew: boolean };

function Fields({ form, values, initial, isNew }: FieldsProps) {
  const t = useTranslations("links.form");
  const { errors } = form.formState;
  const input = (name: Path<Draft>, props: ComponentProps<typeof Input> = {}) => (
    // The first paint needs a default value, because `register` sets it only when scripts run.
    <Input {...form.register(name)} defaultValue={initial[name]} autoComplete="off" spellCheck={false} {...props} />
  );
  const optional = (name: Path<Draft>, description?: ReactNode, props?: ComponentProps<typeof Input>) => (
    <Field
      key={name}
      name={name}
      optional
      label={t(`labels.${name}`)}
      description={description}
      error={errors[name]?.message}
    >
      {input(name, props)}
    </Field>
  );
  return (
    <>
      <FormSection title={t("what")}>
        {isNew && (
          <FormField form={form} name="affiliate_id" required label={t("labels.affiliate_id")}>
            {(control, inputRef) => <AffiliatePicker {...control} inputRef={inputRef} />}
          </FormField>
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
        {isNew && optional("code", <CodeHint code={values.code} />)}
        {optional("name", t("nameHint"), { spellCheck: true })}
        {optional("coupon_code", t("couponHint"))}
      </FormSection>
      <FormSection title={t("campaign")} description={t("campaignHint")}>
        <div className="grid gap-4 sm:grid-cols-3">
          {(["utm_source", "utm_medium", "utm_campaign"] as const).map((name) => optional(name))}
        </div>
      </FormSection>
    </>
  );
}

type CodeState = "empty" | "malformed" | "asking" | "free" | "taken" | "failed" | "unknowable";

/** The check runs after each pause in typing, if the API can tell whether a code is free. */
function useCodeCheck(typed: string): CodeState {
  const { affiliate, has } = useDesk();
  const canTell = has("affiliate", "links", "code");
  const code = typed.trim();
  const settled = useDebounced(code, 300);
  const fits = /^[A-Za-z0-9_-]{1,64}$/.test(code);
  const asks = canTell && fits && settled === code;
  const response = useQuery({
    ...affiliate.links.code.options({ params: { code: settled } }),
    enabled: asks,
    retry: false,
    staleTime: 5_000,
    gcTime: 60_000,
  });
  if (code === "") return "empty";
  if (!fits) return "malformed";
  if (!canTell) return "unknowable";
  if (!asks || response.isPending) return "asking";
  if (!response.data) return "failed";
  return response.data.available ? "free" : "taken";
}

/** The status line is always present, so that screen readers announce each change of it. */
function CodeHint({ code }: { code: string }) {
  const t = useTranslations("links.form.codeStates");
  const state = useCodeCheck(code);
  const isWrong = state === "taken" || state === "malformed";
  return (
    <span role="status" className="inline-flex min-h-5 items-start gap-1.5" data-state={state}>
      {state === "free" && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />}
      {isWrong && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}
      <span className={isWrong ? "text-danger" : undefined}>{t(state)}</span>
    </span>
  );
}

type LeadsProps = {
  values: Draft;
  /** The beginning of the embedded service's link addresses, or null if the API makes the addresses. */
  front: string | null;
  url?: string | undefined;
};

export function LeadsTo({ values, front, url }: LeadsProps) {
  const t = useTranslations("links.address");
  const code = values.code.trim();
  const address = url ?? (front !== null && code !== "" ? front + code : null);
  const landing = landingOf(values);
  return (
    <Panel title={t("title")}>
      <dl className="grid gap-3 text-sm">
        <div className="grid gap-0.5">
          <dt className="text-muted">{t("url")}</dt>
          <dd data-testid="link-url" className="flex items-start justify-between gap-2 wrap-anywhere">
            {address ? (
              <>
                <span className="min-w-0 font-medium">{address}</span>
                {url !== undefined && <CopyButton text={url} label={t("url")} />}
              </>
            ) : (
              <span className="text-muted">{front === null ? t("byApi") : t("madeUp", { front })}</span>
            )}
          </dd>
        </div>
        <div className="grid gap-0.5">
          <dt className="text-muted">{t(front !== null ? "leadsTo" : "withCampaign")}</dt>
          <dd data-testid="leads-to" className="wrap-anywhere">
            {landing?.href ?? <span className="text-muted">{t("noDestination")}</span>}
          </dd>
        </div>
      </dl>
      {landing && landing.kept.length > 0 && (
        <p className="mt-3 text-sm text-warning">{t("kept", { fields: landing.kept.join(", ") })}</p>
      )}
      <p className="mt-3 text-sm text-pretty text-muted">{t(front !== null ? "clickId" : "notSaid")}</p>
    </Panel>
  );
}

/** Campaign parameters that the destination already has are kept. */
function landingOf({ destination_url, ...values }: Draft): { href: string; kept: string[] } | null {
  const typed = destination_url.trim();
  if (!/^https?:\/\/[^/]/i.test(typed) || !URL.canParse(typed)) return null;
  const url = new URL(typed);
  const campaign = { utm_source: values.utm_source.trim(), utm_medium: values.utm_medium.trim() };
  const all = { ...campaign, utm_campaign: values.utm_campaign.trim() };
  const kept = Object.entries(all).filter(([name, value]) => value && (url.searchParams.get(name) ?? value) !== value);
  return { href: withCampaign(url, all).href, kept: kept.map(([name]) => name) };
}
