"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePlainForm } from "@/components/forms/use-plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useDesk } from "@/lib/api/desk";
import type { Role } from "@/lib/contract/define";
import type { OneTimeLink } from "./link-dialog";
import { RoleChoice } from "./role-dialog";

type Props = { mail: boolean; onClose: () => void; onLink: (link: OneTimeLink) => void };

export function InviteDialog({ mail, onClose, onLink }: Props) {
  const t = useTranslations("people");
  const { desk } = useDesk();
  const [role, setRole] = useState<Role>("merchant");
  const create = useMutation({ ...desk.invitations.create.mutation(), gcTime: 0 });
  const { formProps, pending, errors, problem } = usePlainForm(["email"], async ({ email }) => {
    const made = await create.mutateAsync({ body: { email: email.trim(), role } });
    onLink({
      kind: "invite",
      who: made.invitation.email,
      link: made.secret_link,
      until: made.invitation.expires_at,
      mailed: mail ? made.mailed : null,
    });
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("invite")}
      description={t(`inviteHint.${mail ? "mail" : "link"}`)}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" type="submit" form="invite" pending={pending}>
            {t("submitInvite")}
          </Button>
        </>
      }
    >
      <form id="invite" className="grid gap-4" {...formProps}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <Field label={t("email")} error={errors.email}>
          <Input name="email" type="email" autoComplete="off" spellCheck={false} data-autofocus />
        </Field>
        <Field label={t("role")} group>
          <RoleChoice value={role} onChange={setRole} />
        </Field>
      </form>
    </Dialog>
  );
}
