"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

export function PasswordPanel() {
  const t = useTranslations("myAccount");
  const { desk } = useDesk();
  const change = useMutation({ ...desk.account.password.mutation(), gcTime: 0 });
  const { formProps, pending, errors, problem } = usePlainForm(["current_password", "password"], async (body) => {
    const { sessions_ended: count } = await change.mutateAsync({ body });
    change.reset();
    formProps.ref.current?.reset();
    toast.success(t("passwordChanged", { count }));
  });
  return (
    <Panel title={t("password")} description={t("passwordHint")}>
      <form className="grid gap-3" {...formProps}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field label={t("oldPassword")} error={errors.current_password}>
          <Input name="current_password" type="password" autoComplete="current-password" />
        </Field>
        <Field label={t("newPassword")} error={errors.password}>
          <Input name="password" type="password" autoComplete="new-password" />
        </Field>
        <Button type="submit" className="justify-self-start" pending={pending}>
          {t("changePassword")}
        </Button>
      </form>
    </Panel>
  );
}
