"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import type { PartnerPayout } from "@/lib/contract/partner/money";
import { dayOfPayout } from "@/lib/contract/partner/words";
import { usePortal } from "../portal";

/** A payout that did not arrive, until the affiliate changes the payout details or a newer payout is paid. */
export function ReturnedBanner({ payout }: { payout: PartnerPayout | null }) {
  const t = useTranslations("partners.returned");
  const { base, format, money } = usePortal();
  if (!payout) return null;
  const { amount, currency, failure, returned_at } = payout;
  const day = dayOfPayout(payout);
  const about = {
    amount: amount === null ? payout.id : money(amount, currency),
    day: day === null ? "—" : format.date(day),
  };
  return (
    <Banner
      tone="danger"
      live={false}
      title={returned_at ? t("returned", about) : t("failed", about)}
      action={
        <IntentLink href={`${base}/account?change=payout`} className={buttonClass({ size: "sm" })}>
          {t("action")}
        </IntentLink>
      }
    >
      {failure && `${failure} `}
      {t("check")}
    </Banner>
  );
}
