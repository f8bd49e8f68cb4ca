"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { shopContact, showingsOf } from "@/components/shop-reads";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";

export function UpsellStanding({ upsell }: { upsell: Upsell }) {
  const t = useTranslations("upsells.standing");
  const desk = useDesk();
  const { base, extensions, format } = desk;
  const showings = useQuery({ ...showingsOf(desk, upsell.id), enabled: extensions.checkout }).data;
  const isOn = extensions.checkout && upsell.status === "active";
  const contact = useQuery({ ...shopContact(desk), enabled: extensions.checkout }).data;
  const neverCalled = contact?.offers_asked_at === null && contact.events_sent_at === null;
  const { status = "" } = upsell;
  const known = upsellStatuses.find((word) => word === status);
  const state = known ? t(extensions.checkout ? known : `elsewhere.${known}`) : status && t("other", { status });
  const shown = () => {
    if (!showings) return "";
    const { total, last_24_hours: lately, last_at: at, last_on: day, as_of: now } = showings;
    if (lately > 0 && at) return t("shownLately", { count: lately, ago: format.ago(at, now) });
    if (day) return t("shownBefore", { count: total, day: format.day(day) });
    if (!isOn || !contact) return "";
    const { offers_asked_at: asked } = contact;
    return asked === null ? t("notAsked") : t("notShown", { ago: format.ago(asked, contact.as_of) });
  };
  // Only the demo writes showings without calls of a shop.
  const isDemo = neverCalled && !!showings?.total;
  return (
    <span data-testid="standing">
      {format.join([state, shown(), isDemo ? t("demo") : ""])}
      {isOn && contact?.offers_asked_at === null && (neverCalled || !showings?.total) && (
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
