"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { keepLocale } from "@/components/keep-locale";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";
import { useDesk } from "@/lib/api/desk";
import type { Account } from "@/lib/contract/desk/account";
import { localeNames, locales } from "@/lib/i18n/locales";

export function LanguagePanel({ account }: { account: Account }) {
  const t = useTranslations("myAccount");
  const { desk, store } = useDesk();
  const router = useRouter();
  const prefer = useMutation(desk.account.prefer.mutation());
  const zone = account.time_zone;
  // Browsers know all time zones, so the page from the server does not include them.
  const known = useIsHydrating() ? (zone ? [zone] : []) : ["UTC", ...Intl.supportedValuesOf("timeZone")];
  const zones = [...new Set(zone ? [...known, zone] : known)];
  const { formProps, pending, errors, problem } = usePlainForm(["locale", "time_zone"], async (chosen) => {
    const locale = locales.find((one) => one === chosen.locale) ?? null;
    await prefer.mutateAsync({ body: { locale, time_zone: chosen.time_zone || null } });
    // The sign-in page in this browser uses the language as well.
    keepLocale(locale);
    toast.success(t("preferencesSaved"));
    router.refresh();
  });
  return (
    <Panel title={t("languageAndZone")}>
      <form className="grid gap-3 sm:grid-cols-2" {...formProps}>
        {problem && (
          <div className="sm:col-span-2">
            <Banner tone="danger">{problem}</Banner>
          </div>
        )}
        <Field label={t("language")} description={t("languageHint")} error={errors.locale}>
          <Select
            name="locale"
            defaultValue={account.locale ?? ""}
            placeholder={t("browsersLanguage")}
            options={locales.map((value) => ({ value, label: localeNames[value] ?? value }))}
          />
        </Field>
        <Field label={t("timeZone")} description={t("timeZoneHint")} error={errors.time_zone}>
          <Select
            key={zones.length}
            name="time_zone"
            defaultValue={zone ?? ""}
            placeholder={t("storesTimeZone", { zone: store.timeZone })}
            options={zones.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Button type="submit" className="justify-self-start sm:col-span-2" pending={pending}>
          {t("savePreferences")}
        </Button>
      </form>
    </Panel>
  );
}
