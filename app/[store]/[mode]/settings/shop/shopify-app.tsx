"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { refetchInterval, waitingMs } from "@/components/shop-reads";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { type Desk, useDesk } from "@/lib/api/desk";
import type { ShopifyState } from "@/lib/contract/checkout/shopify";
import type { WithoutCode } from "@/lib/contract/checkout/shopify-words";
import { addDays } from "@/lib/days";
import { said } from "@/lib/i18n/translate-errors";
import type { ShopStep } from "./steps";

const ConnectShopify = lazyPart(() => import("./connect-shopify"));

const parts = ["webhooks", "products", "orders"] as const;
const scopes = "read_products,read_orders,write_discounts";
/** So long before its end, the version of Shopify's API is named. */
const noticeDays = 120;

type App = NonNullable<ShopifyState["app"]>;
const isReading = (app: App | null | undefined) => !!app && parts.some((part) => !app[part].done_at);

const shopifyState = ({ checkout }: Pick<Desk, "checkout">) => {
  const read = checkout.shopify.get.options();
  return {
    ...read,
    refetchInterval: ({ state }: { state: { data: ShopifyState | undefined } }) =>
      isReading(state.data?.app) || state.data?.app?.failing_since ? waitingMs : refetchInterval,
  };
};

/** Null on other platforms, and for people who may not read it. */
export function useShopifyStep(isShopify: boolean): { step: ShopStep | null; isConnected: boolean } {
  const t = useTranslations("shopify");
  const desk = useDesk();
  const isRead = isShopify && desk.can("checkout", "shopify", "get");
  const { data } = useQuery({ ...shopifyState(desk), enabled: isRead });
  if (!isRead || !data) return { step: null, isConnected: false };
  const { app } = data;
  const isWrong = !!app && (app.failing_since !== null || app.error !== null);
  const word = !app ? "off" : isWrong ? "failing" : isReading(app) ? "reading" : "connected";
  const step: ShopStep = {
    name: "app",
    title: t("title"),
    done: word === "connected",
    tone: word === "failing" ? "warning" : app ? "info" : "neutral",
    says: t(`states.${word}`, { shop: app?.shop ?? "" }),
    content: <ShopifyApp state={data} />,
  };
  return { step, isConnected: app !== null };
}

function ShopifyApp({
  state: { app, api_version: version, api_version_ends_on: day, as_of },
}: {
  state: ShopifyState;
}) {
  const t = useTranslations("shopify");
  const { can, format } = useDesk();
  const [asking, setAsking] = useState<"connect" | "disconnect" | null>(null);
  const isEnding = app && addDays(day, -noticeDays) <= as_of.slice(0, 10);
  return (
    <>
      <p className="text-sm text-muted">{t("about")}</p>
      {isEnding && (
        <Banner tone="warning" live={false} title={t("version.title", { version, day: format.day(day) })}>
          {t("version.about")}
        </Banner>
      )}
      {app && <Wrong app={app} />}
      {app ? (
        <ul className="grid gap-1">
          {parts.map((part) => (
            <li key={part} className="flex flex-wrap justify-between gap-x-4">
              <span>{t(`parts.${part}`, { count: app[part].count })}</span>
              <Status tone={app[part].done_at ? "success" : "info"} hollow={!app[part].done_at} className="text-sm">
                {t(app[part].done_at ? "parts.done" : "parts.waiting")}
              </Status>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>{t.rich("how", { code: (words: ReactNode) => <code className="wrap-anywhere">{words}</code> })}</p>
          <code className="text-sm wrap-anywhere">{scopes}</code>
        </>
      )}
      {can("checkout", "shopify", "connect") ? (
        <div className="flex flex-wrap gap-2">
          <Button variant={app ? "secondary" : "primary"} onClick={() => setAsking("connect")}>
            {t(app ? "change" : "connect")}
          </Button>
          {app && <Button onClick={() => setAsking("disconnect")}>{t("disconnect")}</Button>}
        </div>
      ) : (
        <p className="text-sm text-muted">{t("ownerOnly")}</p>
      )}
      {asking && <ConnectShopify app={app} disconnects={asking === "disconnect"} onClose={() => setAsking(null)} />}
    </>
  );
}

function Wrong({ app: { failing_since, without_code, error } }: { app: App }) {
  const t = useTranslations("shopify");
  if (!failing_since && !error) return null;
  return (
    <Banner tone="warning" title={failing_since ? t("failing.title") : t("error")} live={false}>
      {error && <span className="block">{said(error.message, error.message_key)}</span>}
      {failing_since && t(`failing.${without_code as WithoutCode}`)}
    </Banner>
  );
}
