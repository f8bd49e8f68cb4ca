"use client";

import { ListChecks, LogOut, UserRound, UserRoundCog } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAttempt } from "@/components/attempt";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useDesk } from "@/lib/api/desk";
import { post } from "@/lib/api/send";

export function AccountMenu() {
  const t = useTranslations("shell");
  const { base, can, person, role } = useDesk();
  const signOut = useSignOut();
  return (
    <Menu
      label={t("account")}
      align="end"
      trigger={(props) => <IconButton {...props} label={t("account")} icon={<UserRound aria-hidden />} />}
    >
      <div className="max-w-64 px-2 py-1.5 text-sm">
        <p className="truncate font-medium">{person.name}</p>
        <p className="truncate text-muted">{person.email}</p>
        <p className="text-muted">{t(`roles.${role}`)}</p>
      </div>
      <MenuItem icon={<UserRoundCog aria-hidden />} href={`${base}/settings/account`}>
        {t("yourAccount")}
      </MenuItem>
      {can("checkout", "upsells", "create") && (
        <MenuItem icon={<ListChecks aria-hidden />} href={`${base}?checklist=true`}>
          {t("checklist")}
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        {t("signOut")}
      </MenuItem>
    </Menu>
  );
}

export function useSignOut(): () => void {
  const attempt = useAttempt();
  return () =>
    attempt(async () => {
      await post("/api/auth/sign-out", {});
      window.location.assign("/sign-in");
    });
}
