"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { keepLocale } from "@/components/keep-locale";
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
  const save = async (chosen: { locale: string; time_zone: string }) => {
    const locale = locales.find((one) => one === chosen.locale) ?? null;
    await prefer.mutateAsync({ body: { locale, time_zone: chosen.time_zone || null } });
    // The sign-in page in this browser uses the language as well.
    keepLocale(locale);
    toast.success(t("preferencesSaved"));
    router.refresh();
  };
  return (
    <Panel title={t("languageAndZone")}>
      <PlainForm
        names={["locale", "time_zone"]}
        onSend={save}
        submit={t("savePreferences")}
        button={{ className: "justify-self-start sm:col-span-2" }}
        className="grid gap-3 sm:grid-cols-2"
      >
        <PlainField name="locale" label={t("language")} description={t("languageHint")}>
          <Select
            name="locale"
            defaultValue={account.locale ?? ""}
            placeholder={t("browsersLanguage")}
            options={locales.map((value) => ({ value, label: localeNames[value] ?? value }))}
          />
        </PlainField>
        <PlainField name="time_zone" label={t("timeZone")} description={t("timeZoneHint")}>
          <Select
            key={zones.length}
            name="time_zone"
            defaultValue={zone ?? ""}
            placeholder={t("storesTimeZone", { zone: store.timeZone })}
            options={zones.map((value) => ({ value, label: value }))}
          />
        </PlainField>
      </PlainForm>
    </Panel>
  );
}
