"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { CardsField, type Control, FormField } from "@/components/forms/form-field";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormSection } from "@/components/ui/form-section";
import { Input, Textarea } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { byLineOrComma, TokenField } from "@/components/ui/token-field";
import { useDesk } from "@/lib/api/desk";
import type { PartnerPage } from "@/lib/contract/desk/partner-program";
import { approvalRules } from "@/lib/contract/desk/partner-words";
import type { ProgramPage } from "@/lib/contract/desk/program-draft";
import { countryCodes } from "@/lib/countries";
import { localeNames, locales } from "@/lib/i18n/locales";
import { QuestionFields } from "./question-fields";

type Switch = Pick<Control<boolean>, "value" | "onValueChange"> & { people: number };

/** Asks before people lose access. */
function PortalSwitch({ value, onValueChange, people }: Switch) {
  const t = useTranslations("programPage.portal");
  const [ending, setEnding] = useState(false);
  const close = () => {
    onValueChange(false);
    setEnding(false);
  };
  return (
    <>
      <Checkbox
        label={t("hint")}
        checked={value}
        onChange={({ target }) => (target.checked || people === 0 ? onValueChange(target.checked) : setEnding(true))}
      />
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title={t("closeTitle")}
        description={t("closeBody", { count: people })}
        confirmLabel={t("close")}
        onConfirm={close}
      />
    </>
  );
}

type Name = keyof ProgramPage;
type Props = { form: UseFormReturn<ProgramPage>; values: ProgramPage; page: PartnerPage };

export function ProgramFields({ form, values, page }: Props) {
  const t = useTranslations("programPage");
  const { format } = useDesk();
  const about = <N extends Name>(name: N) => {
    const hint = `hints.${name as "slug"}` as const;
    return { form, name, label: t(`labels.${name as Name}`), description: t.has(hint) ? t(hint) : undefined };
  };
  const field = <N extends Name>(name: N, control: (of: Control<ProgramPage[N]>) => ReactNode) => (
    <FormField {...about(name)}>{(of) => control(of as unknown as Control<ProgramPage[N]>)}</FormField>
  );
  const text = (name: "slug" | "name" | "reply_to" | "accent", more: { type?: string; spellCheck?: boolean } = {}) =>
    field(name, ({ value, onValueChange, onBlur }) => (
      <Input {...more} value={value} onBlur={onBlur} onChange={({ target }) => onValueChange(target.value)} />
    ));
  const long = (name: "intro" | "terms", rows: number) =>
    field(name, ({ value, onValueChange, onBlur }) => (
      <Textarea rows={rows} value={value} onBlur={onBlur} onChange={({ target }) => onValueChange(target.value)} />
    ));
  const countries = countryCodes.map((value) => ({ value, label: format.country(value) }));
  return (
    <>
      <FormSection title={t("sections.page")} description={t("sections.pageHint")}>
        {field("open", ({ value, onValueChange }) => (
          <Checkbox label={t("openHint")} checked={value} onChange={({ target }) => onValueChange(target.checked)} />
        ))}
        {field("portal_open", (of) => (
          <PortalSwitch {...of} people={page.portal_open ? page.portal_people : 0} />
        ))}
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {text("name")}
          {text("slug", { spellCheck: false })}
        </div>
        {long("intro", 4)}
        {field("benefits", ({ value, onValueChange, onBlur }) => (
          <Textarea
            rows={4}
            value={value.join("\n")}
            onBlur={onBlur}
            onChange={({ target }) => onValueChange(target.value === "" ? [] : target.value.split("\n"))}
          />
        ))}
        <div className="grid items-end gap-4 sm:grid-cols-2">
          {field("accent", ({ value, onValueChange }) => (
            <span className="flex items-center gap-3">
              <input
                type="color"
                aria-label={t("labels.accent")}
                className="h-control w-14 rounded-md border border-control bg-surface"
                value={value || "#0b6655"}
                onChange={({ target }) => onValueChange(target.value)}
              />
              <Checkbox
                label={t("ownColour")}
                checked={value !== ""}
                onChange={({ target }) => onValueChange(target.checked ? "#0b6655" : "")}
              />
            </span>
          ))}
          {field("locale", ({ value, onValueChange }) => (
            <Select
              value={value}
              options={locales.map((locale) => ({ value: locale, label: localeNames[locale] ?? locale }))}
              onChange={({ target }) => onValueChange(target.value as ProgramPage["locale"])}
            />
          ))}
        </div>
        {text("reply_to", { type: "email", spellCheck: false })}
        {field("allowed_hosts", (of) => (
          <TokenField {...of} />
        ))}
      </FormSection>
      <FormSection title={t("sections.questions")} description={t("sections.questionsHint")}>
        <QuestionFields form={form} value={values.questions} />
      </FormSection>
      <FormSection
        title={t("sections.terms")}
        description={
          page.terms_version === null || page.terms_since === null
            ? t("noTerms")
            : t("termsVersion", { version: page.terms_version, date: format.date(page.terms_since) })
        }
      >
        {long("terms", 8)}
      </FormSection>
      <FormSection title={t("sections.approval")} description={t("sections.approvalHint")}>
        <CardsField
          {...about("approval")}
          known={approvalRules}
          initial={page.approval}
          optionOf={(rule) => ({
            label: t(`approval.${rule as "nobody"}`),
            description: t(`approvalHints.${rule as "nobody"}`),
          })}
        />
        {values.approval !== "nobody" &&
          field("approval_countries", (of) => <TokenField {...of} options={countries} split={byLineOrComma} />)}
      </FormSection>
    </>
  );
}
