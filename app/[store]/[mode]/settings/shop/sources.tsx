"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CodeLine } from "@/components/code-block";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import type { ShopSource } from "@/lib/contract/checkout/shop-sources";
import type { Platform, ShopRejection } from "@/lib/contract/checkout/source-words";
import { Code, linkToHelper } from "./code";
import { platformNames } from "./platform-names";
import { shopSources } from "./reads";
import { checkoutSnippet } from "./snippets";
import type { ShopStep } from "./steps";

const SourceSecret = lazyPart(() => import("./source-secret"));

/** As the screens of the platforms name them. */
const topics: Record<Platform, string[]> = {
  shopify: [
    "Order creation",
    "Order update",
    "Order cancellation",
    "Order deletion",
    "Refund create",
    "Product creation",
    "Product update",
    "Product deletion",
  ],
  woocommerce: [
    "Order created",
    "Order updated",
    "Order deleted",
    "Order restored",
    "Product created",
    "Product updated",
    "Product deleted",
  ],
  stripe: [
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "invoice.paid",
    "invoice_payment.paid",
    "payment_intent.succeeded",
    "payment_intent.canceled",
    "charge.refunded",
    "refund.failed",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "product.created",
    "product.updated",
    "product.deleted",
  ],
};

/** Null for a shop that reports its orders by code, and for people who may not read platforms. */
export function usePlatformStep(platform: Platform | null, connect: string, byApp: boolean): ShopStep | null {
  const t = useTranslations("sources");
  const desk = useDesk();
  const { can, format, mode, store } = desk;
  const { data } = useQuery({ ...shopSources(desk), enabled: can("checkout", "sources", "list") });
  const source = data?.data.find((one) => one.platform === platform);
  if (!platform || !data || !source) return null;
  const url = `${connect}/${platform}/${store.id}${mode === "sandbox" ? "/sandbox" : ""}`;
  const { secret_set_at: isSet, last_delivery_at: last } = source;
  const ago = last && format.ago(last, data.as_of);
  return {
    name: "webhooks",
    title: t("title", { name: platformNames[platform] }),
    done: !!isSet && !!last,
    tone: isSet ? "info" : "neutral",
    says: !isSet ? t("states.off") : ago ? t("states.connected", { ago }) : t("states.waiting"),
    content: <Webhooks source={source} id={platform} url={url} asOf={data.as_of} byApp={byApp} />,
  };
}

type WebhooksProps = { source: ShopSource; id: Platform; url: string; asOf: string; byApp: boolean };

function Webhooks({ source, id, url, asOf, byApp }: WebhooksProps) {
  const t = useTranslations("sources");
  const { can, format } = useDesk();
  const [asking, setAsking] = useState<"set" | "delete" | null>(null);
  const isSet = source.secret_set_at !== null;
  const secret = (
    <div className="grid justify-items-start gap-2">
      <p>{t(`secret.${id}`)}</p>
      {can("checkout", "sources", "save") ? (
        <div className="flex flex-wrap gap-2">
          <Button variant={isSet ? "secondary" : "primary"} onClick={() => setAsking("set")}>
            {t(isSet ? "replace" : "set")}
          </Button>
          {isSet && <Button onClick={() => setAsking("delete")}>{t("delete")}</Button>}
        </div>
      ) : (
        <p className="text-sm text-muted">{t("ownerOnly")}</p>
      )}
    </div>
  );
  return (
    <>
      <p className="text-sm text-muted">{t("about")}</p>
      {source.rejected > 0 && source.rejected_at && (
        <Banner tone="warning" title={t("rejected", { count: source.rejected })} live={false}>
          {t(`rejections.${(source.rejection ?? "signature_wrong") as ShopRejection}`, {
            ago: format.ago(source.rejected_at, asOf),
          })}
        </Banner>
      )}
      {byApp ? (
        <p>{t("byApp")}</p>
      ) : (
        <>
          {id === "woocommerce" && secret}
          <div className="grid gap-2">
            <p>{t(`open.${id}`)}</p>
            <CodeLine text={url} label={t("address")} />
          </div>
          <div className="grid gap-2">
            <p>{t(`topics.${id}`)}</p>
            <ul className="flex flex-wrap gap-x-2 gap-y-1">
              {topics[id].map((topic) => (
                <li key={topic}>
                  <code className="rounded-sm bg-sunken px-1.5 py-0.5 text-sm">{topic}</code>
                </li>
              ))}
            </ul>
          </div>
          {id !== "woocommerce" && secret}
        </>
      )}
      {source.last_delivery_at && <p className="text-sm text-muted">{t("last", { counts: countsOf(source, t) })}</p>}
      {asking && (
        <SourceSecret
          platform={id}
          name={platformNames[id]}
          deletes={asking === "delete"}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}

/** What a shop on the platform can tell besides its orders. */
export function MoreOfPlatform({ id, origin, scripts }: { id: Platform; origin: string; scripts: string }) {
  const t = useTranslations("sources");
  const { store } = useDesk();
  const code = (words: ReactNode) => <code className="text-sm wrap-anywhere">{words}</code>;
  return (
    <Disclosure summary={t("more")} summaryClass="w-fit min-h-6 font-medium hover:underline">
      <div className="mt-2 grid gap-2">
        <p>{t.rich(`attribution.${id}`, { code })}</p>
        {id === "shopify" && <p>{t.rich("privacy", { code })}</p>}
        {id === "stripe" && (
          <>
            <p>{t.rich("stripe.products", { code })}</p>
            <p>{t("stripe.subscriptions")}</p>
            <p>{t.rich("stripe.tickets", { code, file: linkToHelper(scripts) })}</p>
            <Code title={t("stripe.code")} text={checkoutSnippet({ url: origin, store: store.id })} />
          </>
        )}
      </div>
    </Disclosure>
  );
}

type Words = ReturnType<typeof useTranslations<"sources">>;

/** The service counts to 1,000. */
const most = 1_000;

function countsOf({ deliveries }: ShopSource, t: Words): string {
  const counts = (["applied", "ignored", "refused", "failed", "received"] as const).filter(
    (word) => deliveries[word] > 0,
  );
  return counts
    .map((word) => t(`counts.${word}`, { count: deliveries[word], more: deliveries[word] < most ? "" : "+" }))
    .join(", ");
}
