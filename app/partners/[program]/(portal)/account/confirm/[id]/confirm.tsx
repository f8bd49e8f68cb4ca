"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import type { PartnerDetails } from "@/lib/contract/partner/account";
import { usePortal } from "../../../../portal";

export function Confirm({ id, pending }: { id: string; pending: PartnerDetails["pending"] }) {
  const t = useTranslations("partners.account");
  const { base, program, send } = usePortal();
  const [done, setDone] = useState(false);
  const confirm = async () => {
    await send("POST", `/payout-details/${id}/confirm`);
    setDone(true);
  };
  return (
    <>
      <PageHeader title={t("confirmTitle")} />
      <Panel>
        <div className="grid gap-4">
          {done && <Banner tone="success">{t("confirmed")}</Banner>}
          {!done && !pending && <p>{t("confirmEnded")}</p>}
          {!done && pending && (
            <PlainForm
              names={[]}
              onSend={confirm}
              submit={t("confirmSubmit")}
              button={{ variant: "primary", className: "justify-self-start" }}
            >
              <p>{t("confirmBody", { details: pending.masked, program })}</p>
            </PlainForm>
          )}
          <TextLink href={`${base}/account`}>{t("back")}</TextLink>
        </div>
      </Panel>
    </>
  );
}
