"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import { contactOf, shopContact } from "./shop-reads";
import { buttonClass } from "./ui/button-class";
import { IntentLink } from "./ui/intent-link";

/** What an empty screen of a live store says whose shop was never heard of, or null. */
export function useUnheardShop(isEmpty: boolean) {
  const t = useTranslations("shell.unheard");
  const desk = useDesk();
  const [read] = contactOf(desk, desk.mode);
  const { data } = useQuery({ ...(read ?? shopContact(desk)), enabled: isEmpty && read !== undefined });
  if (!isEmpty || !data) return null;
  if (data.offers_asked_at || data.events_sent_at || data.order_reported_at) return null;
  return {
    title: t("title"),
    children: t("body"),
    action: (
      <IntentLink href={`${desk.base}/settings/shop`} className={buttonClass({ variant: "primary" })}>
        {t("connect")}
      </IntentLink>
    ),
  };
}
