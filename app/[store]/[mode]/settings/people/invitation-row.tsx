"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SendButton } from "@/components/send-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { useAttempt } from "@/components/use-attempt";
import { useDesk } from "@/lib/api/desk";
import type { Invitation } from "@/lib/contract/desk/people";
import { invitationLink, type OneTimeLink } from "./link-dialog";

type Props = { invitation: Invitation; mail: boolean; onLink: (link: OneTimeLink) => void };

export function InvitationRow({ invitation, mail, onLink }: Props) {
  const t = useTranslations("people");
  const roles = useTranslations("shell.roles");
  const { desk, format } = useDesk();
  const attempt = useAttempt();
  const [revoking, setRevoking] = useState(false);
  const revoke = useMutation(desk.invitations.revoke.mutation());
  const { id, email, role, invited_by: inviter, expires_at: until, expired } = invitation;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_15rem_8rem_auto]">
      <div className="min-w-0">
        <p className="truncate font-medium">{email}</p>
        {inviter && <p className="truncate text-sm text-muted">{t("invitedBy", { name: inviter })}</p>}
      </div>
      <p
        className={cn(
          "order-1 col-span-2 text-sm sm:order-none sm:col-span-1",
          expired ? "text-warning" : "text-muted",
        )}
      >
        {t(expired ? "expired" : "until", { time: format.dateTime(until) })}
      </p>
      <p className="flex justify-self-end sm:justify-self-start">
        <Badge>{roles(role)}</Badge>
      </p>
      <div className="order-1 col-span-2 flex gap-1.5 sm:order-none sm:col-span-1 sm:justify-self-end">
        <SendButton
          mutation={{ ...desk.invitations.renew.mutation(), gcTime: 0 }}
          input={{ params: { id } }}
          onDone={(made) => onLink(invitationLink(made, mail))}
          size="sm"
          aria-label={`${t(mail ? "resend" : "renew")}: ${email}`}
        >
          {t(mail ? "resend" : "renew")}
        </SendButton>
        <Button size="sm" aria-label={`${t("revoke")}: ${email}`} onClick={() => setRevoking(true)}>
          {t("revoke")}
        </Button>
      </div>
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title={t("revokeTitle", { email })}
        description={t("revokeBody")}
        confirmLabel={t("revoke")}
        pending={revoke.isPending}
        onConfirm={async () => {
          if (await attempt(() => revoke.mutateAsync({ params: { id } }))) toast.success(t("revoked"));
          setRevoking(false);
        }}
      />
    </li>
  );
}
