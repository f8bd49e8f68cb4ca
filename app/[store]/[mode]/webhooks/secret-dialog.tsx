"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";

type Props = { secret: string; onDone: () => void };

/** The one time that a signing secret is seen. It is kept by nothing but this dialog, and goes with it. */
export function SecretDialog({ secret, onDone }: Props) {
  const t = useTranslations("webhooks.secret");
  const forget = useEffectEvent(() => flushSync(onDone));
  useEffect(() => {
    // A page that is left may be kept whole by the browser, and shown again on the way back.
    const onHide = () => forget();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, []);
  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={onDone}
      title={t("title")}
      description={t("about")}
      footer={
        <Button variant="primary" onClick={onDone}>
          {t("done")}
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-3">
          <code data-testid="signing-secret" className="min-w-0 flex-1 basis-64 font-mono wrap-anywhere select-all">
            {secret}
          </code>
          <CopyButton text={secret} label={t("label")} size="md" wide />
        </div>
        <p className="text-sm text-muted text-pretty">{t("lost")}</p>
      </div>
    </Dialog>
  );
}
