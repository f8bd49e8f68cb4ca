"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis, KeyRound, ShieldCheck, UserCog, UserMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureWords } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Member } from "@/lib/contract/desk/people";
import type { OneTimeLink } from "./link-dialog";
import { RoleDialog } from "./role-dialog";

export function MemberRow({ member, onLink }: { member: Member; onLink: (link: OneTimeLink) => void }) {
  const t = useTranslations("people");
  const roles = useTranslations("shell.roles");
  const { desk, can, format } = useDesk();
  const words = useFailureWords();
  const [asked, setAsked] = useState<"role" | "remove" | null>(null);
  const remove = useMutation(desk.people.remove.mutation());
  const reset = useMutation({ ...desk.people.reset_link.mutation(), meta: {}, gcTime: 0 });
  const { id, name, email, role, you, two_factor: twoFactor, passkeys, seen_at: seen } = member;
  const onError = (cause: Error) => toast.error(words(cause, (reason) => reason));
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
            <MenuItem icon={<UserCog aria-hidden />} onSelect={() => setAsked("role")}>
              {t("changeRole")}
            </MenuItem>
            <MenuItem
              icon={<KeyRound aria-hidden />}
              onSelect={() =>
                reset.mutate(
                  { params: { id } },
                  {
                    onSuccess: ({ secret_link, expires_at }) => {
                      reset.reset();
                      onLink({ kind: "reset", who: name, link: secret_link, until: expires_at });
                    },
                    onError,
                  },
                )
              }
            >
              {t("resetLink")}
            </MenuItem>
            <MenuItem icon={<UserMinus aria-hidden />} tone="danger" onSelect={() => setAsked("remove")}>
              {t("remove")}
            </MenuItem>
          </Menu>
        )}
      </div>
      {asked === "role" && <RoleDialog member={member} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        open={asked === "remove"}
        onOpenChange={() => setAsked(null)}
        title={t("removeTitle", { name })}
        description={t("removeBody", { email })}
        confirmLabel={t("remove")}
        pending={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { params: { id } },
            {
              onSuccess: () => toast.success(t("removed", { name })),
              onError,
              onSettled: () => setAsked(null),
            },
          )
        }
      />
    </li>
  );
}
