"use client";

import { useTranslations } from "next-intl";
import { LeaveGuard } from "@/components/forms/leave-guard";
import { useForgotten } from "@/components/forms/use-forgotten";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { useDesk } from "@/lib/api/desk";

export type OneTimeLink = {
  kind: "invite" | "reset";
  who: string;
  link: string;
  until: string;
  /** Null if Cartwright sends no mail for this link. */
  mailed?: boolean | null;
};

/** The link is shown only once, because nothing but this dialog keeps it. */
export function LinkDialog({
  link: { kind, who, link, until, mailed },
  onDone,
}: {
  link: OneTimeLink;
  onDone: () => void;
}) {
  const t = useTranslations("people.link");
  const { format } = useDesk();
  useForgotten(onDone);
  return (
    <>
      <LeaveGuard when={!mailed} what="secret" />
      <Dialog
        open
        dismissible={false}
        onOpenChange={onDone}
        title={kind === "invite" ? t("invite", { email: who }) : t("reset", { name: who })}
        footer={
          <Button variant="primary" onClick={onDone}>
            {t(mailed ? "close" : "done")}
          </Button>
        }
      >
        <div className="grid gap-3">
          {mailed === false ? (
            <Banner tone="warning">{t("notMailed")}</Banner>
          ) : (
            <p className="text-pretty">{t(kind === "reset" ? "resetCopy" : mailed ? "mailed" : "copy")}</p>
          )}
          <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-3">
            <code data-testid="one-time-link" className="min-w-0 flex-1 basis-64 font-mono wrap-anywhere select-all">
              {link}
            </code>
            <CopyButton text={link} label={t("label")} size="md" wide />
          </div>
          <p className="text-sm text-muted">{t("once", { time: format.dateTime(until) })}</p>
        </div>
      </Dialog>
    </>
  );
}
