"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { addPasskey } from "@/lib/api/passkeys";
import type { Passkey } from "@/lib/contract/desk/account";
import { CurrentPassword } from "./profile-panel";

export default function PasskeyDialog({ passkey, onClose }: { passkey: Passkey | null; onClose: () => void }) {
  const t = useTranslations("myAccount.passkeys");
  const { desk } = useDesk();
  const client = useQueryClient();
  const rename = useMutation(desk.account.rename_passkey.mutation());
  const sessions = useQuery(desk.account.sessions.options());
  const device = sessions.data?.data.find(({ current }) => current)?.device ?? "";
  const save = async ({ name, password }: { name: string; password: string }) => {
    if (passkey) {
      await rename.mutateAsync({ params: { id: passkey.id }, body: { name: name.trim() } });
      toast.success(t("renamed", { name }));
    } else {
      await addPasskey({ name, password });
      await client.invalidateQueries({ queryKey: desk.account.passkeys.options().queryKey });
      toast.success(t("added", { name }));
    }
    onClose();
  };
  return (
    <PlainDialog
      names={["name", "password"]}
      onSend={save}
      onClose={onClose}
      shape="sm"
      title={t(passkey ? "renameTitle" : "add")}
      description={passkey ? undefined : t("addHint")}
      submit={t(passkey ? "rename" : "add")}
    >
      <PlainField
        name="name"
        label={t("name")}
        description={t("nameHint")}
        defaultValue={passkey?.name ?? device}
        maxLength={60}
        data-autofocus={passkey || undefined}
      />
      {!passkey && <CurrentPassword name="password" data-autofocus />}
    </PlainDialog>
  );
}
