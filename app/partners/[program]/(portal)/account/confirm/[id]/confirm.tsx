"use client";

import { useTranslations } from "next-intl";
import { PressForm } from "@/components/forms/press-form";
import { TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import type { PartnerDetails } from "@/lib/contract/partner/account";
import { usePortal } from "../../../../portal";

export function Confirm({ id, pending }: { id: string; pending: PartnerDetails["pending"] }) {
  const t = useTranslations("partners.account");
  const { base, program, send } = usePortal();
  return (
    <>
      <PageHeader title={t("confirmTitle")} />
      <Panel>
        <div className="grid gap-4">
          {pending ? (
            <PressForm
              onSend={() => send("POST", `/payout-details/${id}/confirm`)}
              submit={t("confirmSubmit")}
              done={t("confirmed")}
            >
              {t("confirmBody", { details: pending.masked, program })}
            </PressForm>
          ) : (
            <p>{t("confirmEnded")}</p>
          )}
          <TextLink href={`${base}/account`}>{t("back")}</TextLink>
        </div>
      </Panel>
    </>
  );
}
