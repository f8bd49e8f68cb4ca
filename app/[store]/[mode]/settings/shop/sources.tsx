"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Waiting } from "@/components/query-error";
import { refetchInterval, waitingMs } from "@/components/shop-reads";
import { Look, type StatusLook } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { Tabs } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";
import type { ShopSource } from "@/lib/contract/checkout/shop-sources";
import { type Platform, platforms, type ShopRejection } from "@/lib/contract/checkout/source-words";
import { platformNames } from "./platform-names";
import { ShopDeliveries } from "./source-deliveries";

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

export default function Sources({ address }: { address: string }) {
  const t = useTranslations("sources");
  const { checkout } = useDesk();
  const [platform, setPlatform] = useState<Platform>("shopify");
  const sources = useQuery({
    ...checkout.sources.list.options(),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ secret_set_at, last_delivery_at }) => secret_set_at && !last_delivery_at)
        ? waitingMs
        : refetchInterval,
  });
  const { data } = sources;
  return (
    <>
      <Panel title={t("title")} description={t("about")}>
        {data ? (
          <Tabs<Platform>
            label={t("platforms")}
            value={platform}
            onValueChange={setPlatform}
            items={platforms.flatMap((id) => {
              const source = data.data.find((one) => one.platform === id);
              const content = source && <Steps source={source} id={id} address={address} asOf={data.as_of} />;
              return source ? [{ id, label: platformNames[id], content }] : [];
            })}
          />
        ) : (
          <Waiting of={sources} lines={6} />
        )}
      </Panel>
      <ShopDeliveries />
    </>
  );
}

type StepsProps = { source: ShopSource; id: Platform; address: string; asOf: string };

function Steps({ source, id, address, asOf }: StepsProps) {
  const t = useTranslations("sources");
  const { can, format, mode, store } = useDesk();
  const [asking, setAsking] = useState<"set" | "delete" | null>(null);
  const url = `${address}/${id}/${store.id}${mode === "sandbox" ? "/sandbox" : ""}`;
  const isSet = source.secret_set_at !== null;
  const isOwner = can("checkout", "sources", "save");
  const name = platformNames[id];
  const code = (words: ReactNode) => <code className="text-sm wrap-anywhere">{words}</code>;
  const secret = (
    <Step text={t(`secret.${id}`)}>
      {isOwner ? (
        <div className="flex flex-wrap gap-2">
          <Button variant={isSet ? "secondary" : "primary"} onClick={() => setAsking("set")}>
            {t(isSet ? "replace" : "set")}
          </Button>
          {isSet && <Button onClick={() => setAsking("delete")}>{t("delete")}</Button>}
        </div>
      ) : (
        <p className="text-sm text-muted">{t("ownerOnly")}</p>
      )}
    </Step>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid justify-items-start gap-1" aria-live="polite">
        <Look {...lookOf(source, t)} className="max-sm:whitespace-normal" />
        {source.last_delivery_at && (
          <p className="text-sm text-muted">
            {t("last", { ago: format.ago(source.last_delivery_at, asOf), counts: countsOf(source, t) })}
          </p>
        )}
      </div>
      {source.rejected > 0 && source.rejected_at && (
        <Banner tone="warning" title={t("rejected", { count: source.rejected })} live={false}>
          {t(`rejections.${(source.rejection ?? "signature_wrong") as ShopRejection}`, {
            ago: format.ago(source.rejected_at, asOf),
          })}
        </Banner>
      )}
      <ol className="grid list-decimal gap-4 ps-5">
        {id === "woocommerce" && secret}
        <Step text={t(`open.${id}`)}>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 rounded-sm bg-sunken px-2 py-1 text-sm wrap-anywhere">{url}</code>
            <CopyButton text={url} label={t("address")} wide />
          </div>
        </Step>
        <Step text={t(`topics.${id}`)}>
          <ul className="flex flex-wrap gap-x-2 gap-y-1">
            {topics[id].map((topic) => (
              <li key={topic}>
                <code className="rounded-sm bg-sunken px-1.5 py-0.5 text-sm">{topic}</code>
              </li>
            ))}
          </ul>
        </Step>
        {id !== "woocommerce" && secret}
        <li>{t.rich(`attribution.${id}`, { code })}</li>
        {id === "shopify" && <li>{t.rich("privacy", { code })}</li>}
        {id === "stripe" && (
          <>
            <li>{t.rich("stripe.products", { code })}</li>
            <li>{t("stripe.subscriptions")}</li>
          </>
        )}
      </ol>
      {asking && (
        <SourceSecret platform={id} name={name} deletes={asking === "delete"} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

/** The grid is inside, because a list item that is a grid has no number. */
function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li>
      <div className="grid gap-2">
        <p>{text}</p>
        {children}
      </div>
    </li>
  );
}

type Words = ReturnType<typeof useTranslations<"sources">>;

function lookOf({ secret_set_at, last_delivery_at }: ShopSource, t: Words): StatusLook {
  if (secret_set_at === null) return { label: t("states.off"), tone: "neutral", hollow: true };
  return last_delivery_at
    ? { label: t("states.connected"), tone: "success" }
    : { label: t("states.waiting"), tone: "info", hollow: true };
}

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
