"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ShieldCheck, UserCog, UserMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SendButton, useAttempt } from "@/components/attempt";
import { Failure } from "@/components/failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { RadioCards } from "@/components/ui/radio-group";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { type Role, roles } from "@/lib/contract/define";
import type { Invitation, Member } from "@/lib/contract/desk/people";
import { invitationLink, type OneTimeLink } from "./link-dialog";

export function MemberRow({ member, onLink }: { member: Member; onLink: (link: OneTimeLink) => void }) {
  const t = useTranslations("people");
  const roles = useTranslations("shell.roles");
  const { desk, can, format } = useDesk();
  const attempt = useAttempt();
  const [open, setOpen] = useState<"role" | "remove" | null>(null);
  const remove = useMutation(desk.people.remove.mutation());
  const reset = useMutation({ ...desk.people.reset_link.mutation(), meta: {}, gcTime: 0 });
  const { id, name, email, role, you, two_factor: twoFactor, passkeys, seen_at: seen } = member;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_15rem_8rem_2rem]">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span>
          {you && <Badge tone="accent">{t("you")}</Badge>}
        </p>
        <p className="truncate text-sm text-muted">{email}</p>
      </div>
      <p className="order-1 grid text-sm text-muted sm:order-none">
        <span className="flex flex-wrap gap-x-3">
          <span className="flex items-center gap-1.5">
            {twoFactor && <ShieldCheck aria-hidden className="size-3.5 text-success" />}
            {t(twoFactor ? "twoFactor" : "noTwoFactor")}
          </span>
          {passkeys > 0 && (
            <span className="flex items-center gap-1.5">
              <KeyRound aria-hidden className="size-3.5 text-success" />
              {t("passkeys", { count: passkeys })}
            </span>
          )}
        </span>
        <span>{seen ? t("seen", { time: format.dateTime(seen) }) : t("neverSeen")}</span>
      </p>
      <p className="order-1 flex self-start sm:order-none sm:self-center">
        <Badge>{roles(role)}</Badge>
      </p>
      <div className="justify-self-end">
        {!you && can("desk", "people", "change_role") && (
          <Menu
            label={t("actionsFor", { name })}
            align="end"
            trigger={(props) => (
              <IconButton {...props} label={t("actionsFor", { name })} icon={<Ellipsis aria-hidden />} />
            )}
          >
            <MenuItem icon={<UserCog aria-hidden />} onSelect={() => setOpen("role")}>
              {t("changeRole")}
            </MenuItem>
            <MenuItem
              icon={<KeyRound aria-hidden />}
              onSelect={async () => {
                const made = await attempt(() => reset.mutateAsync({ params: { id } }));
                reset.reset();
                if (made) onLink({ kind: "reset", who: name, link: made.secret_link, until: made.expires_at });
              }}
            >
              {t("resetLink")}
            </MenuItem>
            <MenuItem icon={<UserMinus aria-hidden />} tone="danger" onSelect={() => setOpen("remove")}>
              {t("remove")}
            </MenuItem>
          </Menu>
        )}
      </div>
      {open === "role" && <RoleDialog member={member} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === "remove"}
        onOpenChange={() => setOpen(null)}
        title={t("removeTitle", { name })}
        description={t("removeBody", { email })}
        confirmLabel={t("remove")}
        pending={remove.isPending}
        onConfirm={async () => {
          if (await attempt(() => remove.mutateAsync({ params: { id } }))) toast.success(t("removed", { name }));
          setOpen(null);
        }}
      />
    </li>
  );
}

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

function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTranslations("people");
  const names = useTranslations("shell.roles");
  const { desk } = useDesk();
  const [role, setRole] = useState<Role>(member.role);
  const change = useMutation(desk.people.change_role.mutation());
  const { id, name } = member;
  const save = () => {
    if (role === member.role) return onClose();
    const onSuccess = () => {
      toast.success(t("roleChanged", { name, role: names(role) }));
      onClose();
    };
    change.mutate({ params: { id }, body: { role } }, { onSuccess });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("roleOf", { name })}
      description={t("roleHint")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" pending={change.isPending} onClick={save}>
            {t("saveRole")}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Failure of={change} />
        <RoleChoice value={role} onChange={setRole} />
      </div>
    </Dialog>
  );
}

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations("people");
  const names = useTranslations("shell.roles");
  return (
    <RadioCards
      label={t("role")}
      value={value}
      onValueChange={onChange}
      options={roles.map((role) => ({ value: role, label: names(role), description: t(`roleMeanings.${role}`) }))}
    />
  );
}
