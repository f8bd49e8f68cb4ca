"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  type DetailsKind,
  namesOf,
  PayoutDetailsFields,
  toDetails,
} from "@/components/affiliates/payout-details-fields";
import { PlainDialog } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import type { PartnerDetails, PartnerProfile } from "@/lib/contract/partner/account";
import { usePortal } from "../../portal";

type Sends = { sends: "yes" | "no" };

/** `changing` opens the form at once. */
type Props = Sends & { details: PartnerDetails; profile: PartnerProfile; changing: boolean };

export function PayoutDetails({ details: { current, pending }, profile, changing, sends }: Props) {
  const t = useTranslations("partners.account");
  const home = useTranslations("partners.home");
  const kinds = useTranslations("payoutDetails");
  const { email, format, program } = usePortal();
  const [open, setOpen] = useState(changing);
  const { payout_method: method } = profile;
  const isSet = current !== null || pending !== null || Boolean(method);
  const isKnown = (word: string): word is "paypal" => t.has(`methods.${word}` as "methods.paypal");
  return (
    <Panel
      title={t("payout")}
      description={t("payoutHint", { program })}
      actions={
        <Button size="sm" variant={isSet ? "secondary" : "primary"} onClick={() => setOpen(true)}>
          {isSet ? t("change") : home("payMeAction")}
        </Button>
      }
    >
      <div className="grid gap-4">
        {current && (
          <p>
            {t("current")}: <strong className="wrap-anywhere">{current.masked}</strong>{" "}
            <span className="text-muted">
              ({kinds(`kinds.${current.kind}`)}, {t("since", { date: format.date(current.changed_at) })})
            </span>
          </p>
        )}
        {!current && method && (
          <p>
            {t("current")}: <strong>{isKnown(method) ? t(`methods.${method}`) : method}</strong>{" "}
            <span className="text-muted wrap-anywhere">{profile.payout_email}</span>
          </p>
        )}
        {!isSet && <p className="text-muted">{t("none")}</p>}
        {pending && (
          <Banner tone="warning" live={false}>
            {t("pending", { details: pending.masked, email, program, sends })}
          </Banner>
        )}
      </div>
      {open && <ChangeDialog sends={sends} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function ChangeDialog({ sends, onClose }: Sends & { onClose: () => void }) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { email, program, send } = usePortal();
  const [kind, setKind] = useState<DetailsKind>("iban");
  const save = async (values: Record<string, string>) => {
    const saved = (await send("PUT", "/payout-details", toDetails(kind, values))) as PartnerDetails;
    toast.success(saved.pending ? t("savedPending", { email, program, sends }) : t("saved"));
    onClose();
    router.refresh();
  };
  return (
    <PlainDialog names={namesOf(kind)} onSend={save} onClose={onClose} title={t("payout")} submit={t("save")}>
      <PayoutDetailsFields kind={kind} onKindChange={setKind} />
    </PlainDialog>
  );
}
