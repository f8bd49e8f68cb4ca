"use client";

import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useTranslations } from "next-intl";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { useToday } from "@/components/figures/use-days";
import { shopContact } from "@/components/shop-reads";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { RadioCards, Segmented } from "@/components/ui/radio-group";
import { useDesk } from "@/lib/api/desk";
import { addDays } from "@/lib/days";
import { SettingsHeader } from "../settings-header";
import { isPlatform, platformNames, type ShopKind, shopKinds } from "./platform-names";
import { shopSources } from "./reads";
import { AddressPanel } from "./shop-address-panel";
import { ShopCalls } from "./shop-calls";
import { useCreateKey } from "./shop-key";
import { type Place, ShopSteps } from "./shop-steps";

const ShopDeliveries = lazyPart(() => import("./source-deliveries"));
const TicketsPanel = lazyPart(() => import("@/components/tickets/tickets-panel"));

type Reach = "everywhere" | "unencrypted" | "nearby";

type Props = Place & { reach: Reach; day: string };

export function ShopView(props: Props) {
  const t = useTranslations("shop");
  const { has } = useDesk();
  if (has("checkout", "shop", "contact")) return <ConnectShop {...props} />;
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

function ConnectShop({ reach, day, ...place }: Props) {
  const t = useTranslations("shop");
  const { can } = useDesk();
  const today = useToday(day);
  const [kind, choose] = useShopKind();
  const createKey = useCreateKey();
  return (
    <>
      <SettingsHeader description={t("description")} />
      {reach !== "everywhere" && (
        <Banner tone="warning" live={false} title={t(`reach.${reach}`, { origin: place.origin })}>
          {t(`reach.${reach}Means`)} {t.rich("reach.what", { code: (words) => <code>{words}</code> })}
        </Banner>
      )}
      <Panel title={t("kinds.title")} description={t("kinds.about")}>
        <div className="max-w-3xl">
          <RadioCards<ShopKind>
            label={t("kinds.title")}
            options={shopKinds.map((value) => ({
              value,
              label: value === "own" ? t("kinds.own") : platformNames[value],
            }))}
            value={kind}
            onValueChange={(value) => {
              choose(value);
              createKey.createFirst();
            }}
          />
        </div>
      </Panel>
      {kind && <ShopSteps key={kind} kind={kind} place={place} createKey={createKey} />}
      {kind === "own" && <ShopCalls api={place.api} />}
      <AddressPanel />
      {can("checkout", "tickets", "list") && <Tickets today={today} />}
      {kind && isPlatform(kind) && can("checkout", "sources", "list") && <ShopDeliveries key={kind} platform={kind} />}
    </>
  );
}

const periods = ["7d", "30d", "90d", "365d"] as const;

function Tickets({ today }: { today: string }) {
  const t = useTranslations("period");
  const tickets = useTranslations("tickets");
  const [period, choose] = useState<(typeof periods)[number]>("30d");
  return (
    <TicketsPanel
      of={{ range: { start: addDays(today, 1 - Number.parseInt(period, 10)), end: today } }}
      description={tickets("aboutRecent")}
      actions={
        <Segmented
          label={t("label")}
          size="sm"
          value={period}
          onValueChange={choose}
          options={periods.map((value) => ({ value, label: t(`names.${value}`) }))}
        />
      }
    />
  );
}

/** What the address says, else what is connected already. */
function useShopKind() {
  const desk = useDesk();
  const [chosen, choose] = useQueryState("platform", parseAsStringLiteral(shopKinds).withOptions({ history: "push" }));
  const contact = useQuery({ ...shopContact(desk), enabled: desk.can("checkout", "shop", "contact") }).data;
  const sources = useQuery({ ...shopSources(desk), enabled: desk.can("checkout", "sources", "list") }).data;
  const connected = sources?.data.find(({ secret_set_at }) => secret_set_at !== null)?.platform;
  const hasCalled = contact && (contact.offers_asked_at || contact.events_sent_at || contact.order_reported_at);
  const kind = chosen ?? shopKinds.find((one) => one === connected) ?? (hasCalled ? ("own" as const) : null);
  return [kind, choose] as const;
}
