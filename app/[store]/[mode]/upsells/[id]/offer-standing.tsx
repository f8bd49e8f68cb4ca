"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { shopContact, showingsOf } from "@/components/shop-reads";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

export function OfferStanding({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.standing");
  const desk = useDesk();
  const { base, extensions, format } = desk;
  const showings = useQuery({ ...showingsOf(desk, offer.id), enabled: extensions.checkout }).data;
  const waits = extensions.checkout && offer.status === "active" && showings?.total === 0;
  const contact = useQuery({ ...shopContact(desk), enabled: waits }).data;
  const { status = "" } = offer;
  const known = upsellStatuses.find((word) => word === status);
  const state = known ? t(extensions.checkout ? known : `elsewhere.${known}`) : status && t("other", { status });
  const told = () => {
    if (waits && contact) {
      const { offers_asked_at: asked, as_of: now } = contact;
      return asked === null ? t("notAsked") : t("notShown", { ago: format.ago(asked, now) });
    }
    if (!showings) return "";
    const { last_24_hours: lately, last_at: at, last_on: day, as_of: now } = showings;
    if (lately > 0 && at) return t("shownLately", { count: lately, ago: format.ago(at, now) });
    return day ? t("shownBefore", { count: showings.total, day: format.day(day) }) : "";
  };
  return (
    <span data-testid="standing">
      {format.join([state, told()])}
      {waits && contact?.offers_asked_at === null && (
        <>
          {" "}
          <Link href={`${base}/settings/shop`} prefetch={false} className="font-medium underline underline-offset-3">
            {t("connect")}
          </Link>
        </>
      )}
    </span>
  );
}
