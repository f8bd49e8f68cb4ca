"use client";

import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { keepLocale } from "@/components/keep-locale";
import { Select } from "@/components/ui/select";
import { localeNames, locales } from "@/lib/i18n/locales";

export function ChooseLanguage() {
  const t = useTranslations("ui");
  const router = useRouter();
  return (
    // A select fills what it is in, which would be the whole row.
    <div>
      <Select
        size="sm"
        aria-label={t("language")}
        value={useLocale()}
        options={locales.map((value) => ({ value, label: localeNames[value] ?? value }))}
        onChange={(event) => {
          keepLocale(event.target.value);
          router.refresh();
        }}
      />
    </div>
  );
}
