"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
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
  const { formProps, pending, errors, problem } = usePlainForm(["name"], async (body) => {
    await update.mutateAsync({ body });
    toast.success(t("nameSaved"));
    // The server renders the account menu with the name.
    router.refresh();
  });
  return (
    <Panel title={t("profile")}>
      <form className="grid gap-3" {...formProps}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field label={t("name")} description={t("nameHint")} error={errors.name}>
          <Input name="name" defaultValue={account.name} autoComplete="name" />
        </Field>
        <Button type="submit" className="justify-self-start" pending={pending}>
          {t("saveName")}
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">{t("email")}</p>
          <p className="wrap-anywhere">{account.email}</p>
        </div>
        <Button aria-label={t("emailTitle")} onClick={() => setChanging(true)}>
          {t("changeEmail")}
        </Button>
      </div>
      {changing && <EmailDialog onClose={() => setChanging(false)} />}
    </Panel>
  );
}

function EmailDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("myAccount");
  const { desk } = useDesk();
  const router = useRouter();
  const change = useMutation(desk.account.email.mutation());
  const { formProps, pending, errors, problem } = usePlainForm(["email", "current_password"], async (body) => {
    const { email } = await change.mutateAsync({ body: { ...body, email: body.email.trim() } });
    toast.success(t("emailSaved", { email }));
    router.refresh();
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="sm"
      title={t("emailTitle")}
      description={t("emailHint")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form="email" pending={pending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id="email" className="grid gap-4" {...formProps}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field label={t("newEmail")} error={errors.email}>
          <Input name="email" type="email" autoComplete="email" data-autofocus />
        </Field>
        <Field label={t("currentPassword")} error={errors.current_password}>
          <Input name="current_password" type="password" autoComplete="current-password" />
        </Field>
      </form>
    </Dialog>
  );
}
