"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { FormFooter } from "@/components/forms/form-dialog";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { enter } from "@/components/ui/lazy-part";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { messageAt } from "@/lib/api/form-errors";
import type { Platform } from "@/lib/contract/checkout/source-words";

type Props = { platform: Platform; name: string; deletes: boolean; onClose: () => void };

export default function SourceSecret({ deletes, ...rest }: Props) {
  return deletes ? <DeleteSecret {...rest} /> : <SetSecret {...rest} />;
}

type OneProps = Omit<Props, "deletes">;

function DeleteSecret({ platform, name, onClose }: OneProps) {
  const t = useTranslations("sources.secretDialog");
  const attempt = useAttempt();
  const { checkout } = useDesk();
  const remove = useMutation(checkout.sources.delete.mutation());
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("deleteTitle", { name })}
      description={t("deleteAbout", { name })}
      confirmLabel={t("delete")}
      pending={remove.isPending}
      onConfirm={async () => {
        if (!(await attempt(() => remove.mutateAsync({ params: { platform } })))) return;
        toast.success(t("deleted", { name }));
        onClose();
      }}
    />
  );
}

function SetSecret({ platform, name, onClose }: OneProps) {
  const t = useTranslations("sources.secretDialog");
  const { checkout } = useDesk();
  const [secret, setSecret] = useState("");
  const save = useMutation(checkout.sources.save.mutation());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      shape="sm"
      title={t("title", { name })}
      description={t("about")}
      footer={
        <FormFooter form="source-secret" pending={save.isPending} onClose={onClose}>
          {t("save")}
        </FormFooter>
      }
    >
      <form
        id="source-secret"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { params: { platform }, body: { secret: secret.trim() } },
            {
              onSuccess: () => {
                toast.success(t("saved", { name }));
                onClose();
              },
            },
          );
        }}
      >
        <Field name="secret" label={t("label")} error={messageAt(save.error, "secret")}>
          <Input
            ref={enter}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
            type="password"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </form>
    </Dialog>
  );
}
