"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ShieldCheck, UserCog, UserMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useAttempt } from "@/components/use-attempt";
import { useDesk } from "@/lib/api/desk";
import type { Member } from "@/lib/contract/desk/people";
import type { OneTimeLink } from "./link-dialog";
import { RoleDialog } from "./role-dialog";

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
