"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainDialog, PlainField, PlainForm } from "@/components/forms/plain-form";
import { keepLocale } from "@/components/keep-locale";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useBrowserValue } from "@/components/ui/use-browser";
import { useDesk } from "@/lib/api/desk";
import type { Account } from "@/lib/contract/desk/account";
import { localeNames, locales } from "@/lib/i18n/locales";

export function ProfilePanel({ account }: { account: Account }) {
  const t = useTranslations("myAccount");
  const { desk } = useDesk();
  const router = useRouter();
  const [changing, setChanging] = useState(false);
  const update = useMutation(desk.account.update.mutation());
  const changeEmail = useMutation(desk.account.email.mutation());
  return (
    <Panel title={t("profile")}>
      <PlainForm
        names={["name"]}
        onSend={async (body) => {
          await update.mutateAsync({ body });
          toast.success(t("nameSaved"));
          // The server renders the account menu with the name.
          router.refresh();
        }}
        submit={t("saveName")}
        button={{ className: "justify-self-start" }}
        className="grid gap-3"
      >
        <PlainField
          name="name"
          label={t("name")}
          description={t("nameHint")}
          defaultValue={account.name}
          autoComplete="name"
        />
      </PlainForm>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">{t("email")}</p>
          <p className="wrap-anywhere">{account.email}</p>
        </div>
        <Button aria-label={t("emailTitle")} onClick={() => setChanging(true)}>
          {t("changeEmail")}
        </Button>
      </div>
      {changing && (
        <PlainDialog
          names={["email", "current_password"]}
          onSend={async (body) => {
            const { email } = await changeEmail.mutateAsync({ body: { ...body, email: body.email.trim() } });
            toast.success(t("emailSaved", { email }));
            router.refresh();
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
          shape="sm"
          title={t("emailTitle")}
          description={t("emailHint")}
          submit={t("save")}
        >
          <PlainField name="email" label={t("newEmail")} type="email" autoComplete="email" data-autofocus />
          <CurrentPassword name="current_password" />
        </PlainDialog>
      )}
    </Panel>
  );
}

export function CurrentPassword(props: { name: string; "data-autofocus"?: boolean }) {
  const t = useTranslations("myAccount");
  return <PlainField {...props} label={t("currentPassword")} type="password" autoComplete="current-password" />;
}

export function PasswordPanel() {
  const t = useTranslations("myAccount");
  const { desk } = useDesk();
  const change = useMutation({ ...desk.account.password.mutation(), gcTime: 0 });
  return (
    <Panel title={t("password")} description={t("passwordHint")}>
      <PlainForm
        names={["current_password", "password"]}
        onSend={async (body, form) => {
          const { sessions_ended: count } = await change.mutateAsync({ body });
          change.reset();
          form.reset();
          toast.success(t("passwordChanged", { count }));
        }}
        submit={t("changePassword")}
        button={{ className: "justify-self-start" }}
        className="grid gap-3"
      >
        <PlainField name="current_password" label={t("oldPassword")} type="password" autoComplete="current-password" />
        <PlainField name="password" label={t("newPassword")} type="password" autoComplete="new-password" />
      </PlainForm>
    </Panel>
  );
}

export function LanguagePanel({ account }: { account: Account }) {
  const t = useTranslations("myAccount");
  const { desk, store } = useDesk();
  const router = useRouter();
  const prefer = useMutation(desk.account.prefer.mutation());
  const zone = account.time_zone;
  // Browsers know all time zones, so the page from the server does not include them.
  const inBrowser = useBrowserValue(() => true, false);
  const known = inBrowser ? ["UTC", ...Intl.supportedValuesOf("timeZone")] : zone ? [zone] : [];
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
        className="grid items-end gap-3 sm:grid-cols-2"
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
