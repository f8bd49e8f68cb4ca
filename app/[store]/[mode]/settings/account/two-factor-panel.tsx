"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Status } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Account } from "@/lib/contract/desk/account";

const TwoFactorDialog = lazyPart(() => import("./two-factor-dialog"));

const fewCodes = 3;

export function TwoFactorPanel({ account }: { account: Account }) {
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
