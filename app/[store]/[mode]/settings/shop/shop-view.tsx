"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { QueryError } from "@/components/query-error";
import { refetchInterval, shopContact, waitingMs } from "@/components/shop-reads";
import { Status } from "@/components/ui/badge";
import { DescriptionList } from "@/components/ui/description-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { SettingsHeader } from "../settings-header";
import { ShopCalls } from "./shop-calls";
import { ShopKeys } from "./shop-keys";

export function ShopView({ api }: { api: string }) {
  const t = useTranslations("shop");
  const { extensions, can } = useDesk();
  if (!extensions.checkout) {
    return (
      <>
        <SettingsHeader />
        <Panel>
          <EmptyState icon={<Store />} title={t("elsewhere.title")}>
            {t("elsewhere.body")}
          </EmptyState>
        </Panel>
      </>
    );
  }
  return (
    <>
      <SettingsHeader description={t("description")} />
      {can("checkout", "shop", "contact") && <ContactPanel />}
      <ShopKeys />
      <ShopCalls api={api} />
    </>
  );
}

function ContactPanel() {
  const t = useTranslations("shop.contact");
  const desk = useDesk();
  const { format } = desk;
  const { data, error, refetch, isFetching } = useQuery({
    ...shopContact(desk),
    refetchInterval: ({ state }) =>
      state.data?.offers_asked_at && state.data.events_sent_at ? refetchInterval : waitingMs,
  });
  const fact = (at: string | null | undefined, waiting: string, done: (ago: string) => string) => (
    <span className="grid justify-items-start">
      <span aria-live="polite">
        <Status tone={at ? "success" : "neutral"} hollow={!at} className="max-sm:whitespace-normal">
          {at ? t("received") : waiting}
        </Status>
      </span>
      {at && data && <span className="text-muted">{done(format.ago(at, data.as_of))}</span>}
    </span>
  );
  return (
    <Panel title={t("title")}>
      {error && !data ? (
        <QueryError error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <DescriptionList
          items={[
            {
              term: t("offers"),
              detail: fact(data?.offers_asked_at, t("waitingOffers"), (ago) => t("askedAt", { ago })),
            },
            {
              term: t("events"),
              detail: fact(data?.events_sent_at, t("waitingEvents"), (ago) => t("sentAt", { ago })),
            },
          ]}
        />
      )}
    </Panel>
  );
}
