"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { useWindowEvent } from "@/components/ui/use-browser";
import { useDesk } from "@/lib/api/desk";
import { LeaveGuard } from "./leave-guard";

type Props = {
  secret: string;
  texts: "webhooks.secret" | "keys.made";
  /** The name of what the secret is for, if the texts say it. */
  name?: string;
  onDone: () => void;
  children?: ReactNode;
};

/** The secret is shown only once, because nothing but this dialog keeps it. */
export function SecretDialog({ secret, texts, name = "", onDone, children }: Props) {
  const t = useTranslations(texts);
  const { has } = useDesk();
  const renews = has("checkout", "webhooks", "rotate") ? "yes" : "no";
  useForgotten(onDone);
  return (
    <>
      <LeaveGuard when what="secret" />
      <Dialog
        open
        dismissible={false}
        onOpenChange={onDone}
        title={t("title")}
        description={t("about", { name })}
        footer={
          <Button variant="primary" onClick={onDone}>
            {t("done")}
          </Button>
        }
      >
        <div className="grid gap-3">
          <SecretBox secret={secret} label={t("label")} />
          {children}
          <p className="text-sm text-muted text-pretty">{t("lost", { renews })}</p>
        </div>
      </Dialog>
    </>
  );
}

export function SecretBox({ secret, label }: { secret: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-3">
      <code data-testid="secret" className="min-w-0 flex-1 basis-64 font-mono wrap-anywhere select-all">
        {secret}
      </code>
      <CopyButton text={secret} label={label} size="md" wide />
    </div>
  );
}

/** The browser may keep a page for the back button, so content that must be shown only once is cleared on leaving. */
export const useForgotten = (forget: () => void) => useWindowEvent("pagehide", () => flushSync(forget));
