"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { addPasskey } from "@/lib/api/passkeys";
import type { Passkey } from "@/lib/contract/desk/account";

export default function PasskeyDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useTranslations("myAccount.passkeys");
  const words = useTranslations("myAccount");
  const { desk } = useDesk();
  const client = useQueryClient();
  const rename = useMutation(desk.account.rename_passkey.mutation());
  const sessions = useQuery(desk.account.sessions.options());
  const device = sessions.data?.data.find(({ current }) => current)?.device ?? "";
  const { formProps, pending, errors, problem } = usePlainForm(["name", "password"], async ({ name, password }) => {
    if (passkey) {
      await rename.mutateAsync({ params: { id: passkey.id }, body: { name: name.trim() } });
      toast.success(t("renamed", { name }));
    } else {
      await addPasskey({ name, password });
      await client.invalidateQueries({ queryKey: desk.account.passkeys.options().queryKey });
      toast.success(t("added", { name }));
    }
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="sm"
      title={t(passkey ? "renameTitle" : "add")}
      description={passkey ? undefined : t("addHint")}
      footer={
        <>
          <Button onClick={onClose}>{words("cancel")}</Button>
          <Button variant="primary" type="submit" form="passkey" pending={pending}>
            {passkey ? t("rename") : t("add")}
          </Button>
        </>
      }
    >
      <form id="passkey" className="grid gap-4" {...formProps}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field label={t("name")} description={t("nameHint")} error={errors.name}>
          <Input
            name="name"
            defaultValue={passkey?.name ?? device}
            maxLength={60}
            data-autofocus={passkey || undefined}
          />
        </Field>
        {!passkey && (
          <Field label={words("currentPassword")} error={errors.password}>
            <Input name="password" type="password" autoComplete="current-password" data-autofocus />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
