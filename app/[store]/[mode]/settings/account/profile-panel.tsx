"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainDialog, PlainField, PlainForm } from "@/components/forms/plain-form";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Account } from "@/lib/contract/desk/account";

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
          <PlainField
            name="current_password"
            label={t("currentPassword")}
            type="password"
            autoComplete="current-password"
          />
        </PlainDialog>
      )}
    </Panel>
  );
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
