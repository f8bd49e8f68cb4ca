"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SendButton } from "@/components/attempt";
import { Waiting } from "@/components/query-error";
import { Badge, Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { setSingleKeys, useSingleKeys } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import type { Account } from "@/lib/contract/desk/account";
import { SettingsHeader } from "../settings-header";
import { PasskeysPanel } from "./passkeys-panel";
import { LanguagePanel, PasswordPanel, ProfilePanel } from "./profile-panel";

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

function SessionsPanel() {
  const t = useTranslations("myAccount.sessions");
  const { desk, format } = useDesk();
  const sessions = useQuery(desk.account.sessions.options());
  const others = sessions.data?.data.some(({ current }) => !current);
  const nameOf = (device: string | null) => {
    const [browser, system] = device?.split(" on ") ?? [];
    return browser && system ? t("device", { browser, system }) : (device ?? t("unknown"));
  };
  return (
    <Panel
      title={t("title")}
      description={t("body")}
      flush
      actions={
        others && (
          <SendButton
            mutation={desk.account.end_others.mutation()}
            input={{}}
            onDone={({ sessions_ended: count }) => toast.success(t("othersEnded", { count }))}
          >
            {t("endOthers")}
          </SendButton>
        )
      }
    >
      {sessions.data ? (
        <ul aria-label={t("title")}>
          {sessions.data.data.map(({ id, device, address, begun_at: begun, seen_at: seen, current }) => (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-6 gap-y-1.5 border-b border-line px-4 py-2.5 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{nameOf(device)}</span>
                  {current && <Badge tone="accent">{t("this")}</Badge>}
                </p>
                <p className="text-sm text-muted wrap-anywhere">
                  {[address, t("begun", { time: format.dateTime(begun) })].filter(Boolean).join(" · ")}
                </p>
              </div>
              {!current && (
                <>
                  <p className="text-sm text-muted">{t("seen", { time: format.dateTime(seen) })}</p>
                  <SendButton
                    mutation={desk.account.end_session.mutation()}
                    input={{ params: { id } }}
                    onDone={() => toast.success(t("ended"))}
                    size="sm"
                    aria-label={t("endOf", { device: nameOf(device) })}
                  >
                    {t("end")}
                  </SendButton>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Waiting of={sessions} lines={3} className="p-4" />
      )}
    </Panel>
  );
}

const TwoFactorDialog = lazyPart(() => import("./two-factor-dialog"));

const fewCodes = 3;

function TwoFactorPanel({ account }: { account: Account }) {
  const t = useTranslations("myAccount.twoFactor");
  const { format } = useDesk();
  const [open, setOpen] = useState<"on" | "off" | "codes" | null>(null);
  const { two_factor: on, recovery_codes: codes } = account;
  return (
    <Panel
      title={t("title")}
      description={t("body")}
      actions={
        on ? (
          <>
            <Button onClick={() => setOpen("codes")}>{t("newCodes")}</Button>
            <Button onClick={() => setOpen("off")}>{t("turnOff")}</Button>
          </>
        ) : (
          <Button variant="primary" onClick={() => setOpen("on")}>
            {t("turnOn")}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Status tone={on ? "success" : "neutral"} hollow={!on}>
          {t(on ? "on" : "off")}
        </Status>
        {codes !== null && (
          <p className={codes <= fewCodes ? "text-sm text-warning" : "text-sm text-muted"}>
            {format.join([t("left", { count: codes }), codes <= fewCodes ? t("few") : ""])}
          </p>
        )}
      </div>
      {open && <TwoFactorDialog change={open} email={account.email} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
