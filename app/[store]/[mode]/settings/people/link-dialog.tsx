"use client";

import { useTranslations } from "next-intl";
import { LeaveGuard } from "@/components/forms/leave-guard";
import { SecretBox, useForgotten } from "@/components/forms/secret-dialog";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useDesk } from "@/lib/api/desk";
import type { Invited } from "@/lib/contract/desk/people";

export type OneTimeLink = {
  kind: "invite" | "reset";
  who: string;
  link: string;
  until: string;
  /** Null if Cartwright sends no mail for this link. */
  mailed?: boolean | null;
};

/** Null in `mailed` if Cartwright does not send mail at all. */
export const invitationLink = ({ invitation, secret_link, mailed }: Invited, mail: boolean): OneTimeLink => ({
  kind: "invite",
  who: invitation.email,
  link: secret_link,
  until: invitation.expires_at,
  mailed: mail ? mailed : null,
});

type Props = { link: OneTimeLink; onDone: () => void };

/** The link is shown only once, because nothing but this dialog keeps it. */
export function LinkDialog({ link: { kind, who, link, until, mailed }, onDone }: Props) {
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
          <SecretBox secret={link} label={t("label")} />
          <p className="text-sm text-muted">{t("once", { time: format.dateTime(until) })}</p>
        </div>
      </Dialog>
    </>
  );
}
