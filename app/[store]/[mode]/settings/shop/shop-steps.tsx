"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { QueryError } from "@/components/query-error";
import { refetchInterval, shopContact, waitingMs } from "@/components/shop-reads";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { CountUnconfirmed } from "@/components/uncounted-orders";
import { useDesk } from "@/lib/api/desk";
import type { ShopContact } from "@/lib/contract/checkout/shop";
import { Code, linkToHelper } from "./code";
import { isPlatform, platformNames, type ShopKind } from "./platform-names";
import { Plugin, SecretKey, WooCommercePlugin } from "./plugin";
import { firstOffer, firstProduct } from "./reads";
import { type CreateKey, ShopKey, usePublishableKey } from "./shop-key";
import { ShopProblems } from "./shop-problems";
import { useShopifyStep } from "./shopify-app";
import {
  anyProduct,
  hasPlugin,
  offerSnippet,
  orderSnippet,
  productsSnippet,
  scriptTag,
  serverSnippet,
  type Tag,
} from "./snippets";
import { MoreOfPlatform, usePlatformStep } from "./sources";
import { type ShopStep, Steps } from "./steps";
import { useWay, type Way, WayChoice } from "./way";

const TestVisit = lazyPart(() => import("./test-visit"));

export type Place = { origin: string; api: string; scripts: string; connect: string; tag: Tag | null };

type Props = { kind: ShopKind; place: Place; createKey: CreateKey };

export function ShopSteps({ kind, place, createKey }: Props) {
  const t = useTranslations("shop");
  const desk = useDesk();
  const { can, mode } = desk;
  const [visiting, setVisiting] = useState(false);
  const contact = useQuery({
    ...shopContact(desk),
    enabled: can("checkout", "shop", "contact"),
    refetchInterval: ({ state: { data } }) =>
      data?.offers_asked_at && data.events_sent_at && data.order_reported_at ? refetchInterval : waitingMs,
  });
  const { data } = contact;
  const { known } = usePublishableKey();
  const [way, choose] = useWay(kind);
  const steps = useSteps(kind, place, data, way);
  // Products may be entered in Cartwright as well.
  const finished = steps.every(({ done, name }) => done || name === "products");
  return (
    <Panel
      title={t("steps.title", { name: kind === "own" ? t("steps.ownShop") : platformNames[kind] })}
      actions={
        mode === "sandbox" &&
        known &&
        can("checkout", "shop", "preview") && <Button onClick={() => setVisiting(true)}>{t("testVisit.action")}</Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div aria-live="polite" className="empty:hidden">
          {finished && <Finished />}
        </div>
        {contact.error && !data && (
          <QueryError error={contact.error} onRetry={() => contact.refetch()} retrying={contact.isFetching} />
        )}
        {data && <ShopProblems contact={data} />}
        {data && <ShopKey keys={data.publishable_keys} createKey={createKey} />}
        {way && <WayChoice way={way} onChoose={choose} />}
        <Steps steps={steps} />
      </div>
      {visiting && known && (
        <TestVisit api={new URL(place.api).pathname} publishableKey={known} onClose={() => setVisiting(false)} />
      )}
    </Panel>
  );
}

function Finished() {
  const t = useTranslations("shop.finished");
  const desk = useDesk();
  const { base, can } = desk;
  const offers = useQuery({ ...firstOffer(desk), enabled: can("checkout", "upsells", "list") }).data;
  const needsOffer = offers?.data.length === 0 && can("checkout", "upsells", "create");
  const link = (path: string, text: string, variant: "primary" | "secondary") => (
    <IntentLink href={base + path} className={buttonClass({ variant })}>
      {text}
    </IntentLink>
  );
  return (
    <Banner
      tone="success"
      live={false}
      title={t("title")}
      action={
        <>
          {needsOffer && link("/upsells/new", t("offer"), "primary")}
          {link("/orders", t("orders"), "secondary")}
        </>
      }
    >
      {t(needsOffer ? "aboutOffer" : "about")}
    </Banner>
  );
}

function useSteps(kind: ShopKind, place: Place, contact: ShopContact | undefined, way: Way | null): ShopStep[] {
  const t = useTranslations("shop");
  const desk = useDesk();
  const { can, format, store } = desk;
  const key = usePublishableKey();
  const offers = useQuery({ ...firstOffer(desk), enabled: can("checkout", "upsells", "list") }).data;
  const products = useQuery({
    ...firstProduct(desk),
    enabled: kind === "own" && can("checkout", "products", "list"),
  }).data;
  const app = useShopifyStep(kind === "shopify");
  const platformStep = usePlatformStep(isPlatform(kind) ? kind : null, place.connect, app.isConnected);
  const fact = (at: string | null | undefined, waiting: string, said: (ago: string) => string) => ({
    done: !!at,
    says: at && contact ? said(format.ago(at, contact.as_of)) : waiting,
  });
  const [offer] = offers?.data ?? [];
  const cart = offer?.trigger_products?.slice(0, 1) ?? [anyProduct];
  const snippet = offerSnippet(kind, { placement: offer?.placement || "cart", cart });
  const code = (words: ReactNode) => <code>{words}</code>;
  const script: ShopStep = {
    name: "script",
    title: t("script.title"),
    ...fact(contact?.events_sent_at, t("contact.waitingEvents"), (ago) => t("contact.sentAt", { ago })),
    content: (
      <>
        <p>{t.rich(`script.where.${kind}`, { code, head: () => code("</head>") })}</p>
        <Code title={t("script.tag")} text={scriptTag(place.scripts, place.tag, key.text)} />
        <p className="text-sm text-muted">
          {t.rich("script.consent", { code, consent: () => code('data-consent="required"') })}
        </p>
      </>
    ),
  };
  const show: ShopStep = {
    name: "offer",
    title: t("offer.title"),
    ...fact(contact?.offers_asked_at, t("contact.waitingOffers"), (ago) => t("contact.askedAt", { ago })),
    content: (
      <>
        <p>{t.rich(`offer.where.${kind === "shopify" || kind === "woocommerce" ? kind : "coded"}`, { code })}</p>
        <Code title={t("offer.code")} text={snippet} />
        {snippet.includes(anyProduct) && <p>{t.rich("offer.replace", { product: () => code(anyProduct) })}</p>}
        <p className="text-sm text-muted">
          {t.rich(hasPlugin(kind) ? "offer.acceptPlugin" : "offer.accept", { code })}
        </p>
      </>
    ),
  };
  const waitsForOrder = fact(contact?.order_reported_at, t("contact.waitingOrders"), (ago) =>
    t("contact.orderedAt", { ago }),
  );
  if (isPlatform(kind)) {
    const first = {
      name: "order",
      title: t("order.firstTitle"),
      ...waitsForOrder,
      content: (
        <>
          <p>{t(`order.first.${kind}`)}</p>
          {way !== "plugin" && <MoreOfPlatform id={kind} origin={place.origin} scripts={place.scripts} />}
        </>
      ),
    };
    if (way === "plugin") {
      const { content: _, ...seen } = script;
      const content = <WooCommercePlugin origin={place.origin} publishableKey={key.text} />;
      return [{ ...seen, name: "plugin", title: t("plugin.title"), content }, first];
    }
    return [script, show, ...[app.step, platformStep].filter((step) => step !== null), first];
  }
  const uncounted = contact?.uncounted_orders ?? 0;
  const counts = waitsForOrder.done && uncounted === 0;
  const count = products?.pagination.total ?? 0;
  return [
    script,
    show,
    ...(kind === "own"
      ? [
          {
            name: "products",
            title: t("products.title"),
            done: count > 0,
            says: count > 0 ? t("products.known", { count }) : t("products.none"),
            content: (
              <>
                <p>{t.rich("products.why", { link: linkTo(`${desk.base}/upsells/products`) })}</p>
                <Code title={t("products.code")} text={productsSnippet(place.origin)} />
              </>
            ),
          },
        ]
      : []),
    {
      name: "order",
      title: t("order.title"),
      ...waitsForOrder,
      content: (
        <>
          <p>{t("order.where")}</p>
          <Code title={t("order.code")} text={orderSnippet(store.currency)} />
        </>
      ),
    },
    {
      name: "server",
      title: t(hasPlugin(kind) ? "plugin.title" : "server.title"),
      done: counts,
      tone: uncounted > 0 ? "warning" : "neutral",
      says: counts
        ? t("server.counts")
        : uncounted > 0
          ? t("server.uncounted", { count: uncounted })
          : t("contact.waitingOrders"),
      content: (
        <>
          {hasPlugin(kind) ? <Plugin kind={kind} origin={place.origin} /> : <Server place={place} />}
          <SecretKey />
          <CountUnconfirmed />
        </>
      ),
    },
  ];
}

const linkTo = (href: string) => (words: ReactNode) => <TextLink href={href}>{words}</TextLink>;

function Server({ place: { origin, scripts } }: { place: Place }) {
  const t = useTranslations("shop.server");
  const { store } = useDesk();
  return (
    <>
      <p>{t("why")}</p>
      <p>
        {t.rich("where", {
          file: linkToHelper(scripts),
          code: (words) => <code>{words}</code>,
        })}
      </p>
      <Code title={t("code")} text={serverSnippet({ url: origin, store: store.id })} />
    </>
  );
}
