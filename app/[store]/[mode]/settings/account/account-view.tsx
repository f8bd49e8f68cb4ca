"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { Checkbox } from "@/components/ui/checkbox";
import { Panel } from "@/components/ui/panel";
import { setSingleKeys, useSingleKeys } from "@/components/ui/single-keys";
import { useDesk } from "@/lib/api/desk";
import { SettingsHeader } from "../settings-header";
import { LanguagePanel } from "./language-panel";
import { PasskeysPanel } from "./passkeys-panel";
import { PasswordPanel, ProfilePanel } from "./profile-panel";
import { SessionsPanel } from "./sessions-panel";
import { TwoFactorPanel } from "./two-factor-panel";

/** `passkeysHere` is true if this page is at the address that passkeys belong to. */
export function AccountView({ passkeysHere }: { passkeysHere: boolean }) {
  const t = useTranslations("myAccount");
  const { desk } = useDesk();
  const account = useQuery(desk.account.get.options());
  return (
    <>
      <SettingsHeader description={t("description")} />
      {account.data ? (
        <div className="grid gap-5 lg:grid-cols-2">
          <ProfilePanel account={account.data} />
          <PasswordPanel />
          <div className="lg:col-span-2">
            <LanguagePanel account={account.data} />
          </div>
          <div className="lg:col-span-2">
            <TwoFactorPanel account={account.data} />
          </div>
        </div>
      ) : (
        <Panel>
          <Waiting of={account} lines={8} />
        </Panel>
      )}
      <PasskeysPanel here={passkeysHere} />
      <SessionsPanel />
      <ShortcutsPanel />
    </>
  );
}

/** The setting belongs to the browser, not the person: shortcuts conflict with software on one device. */
function ShortcutsPanel() {
  const t = useTranslations("myAccount.shortcuts");
  const on = useSingleKeys();
  return (
    <Panel title={t("title")}>
      <Checkbox
        label={t("label")}
        description={t("body")}
        checked={on}
        onChange={({ target }) => setSingleKeys(target.checked)}
      />
    </Panel>
  );
}
