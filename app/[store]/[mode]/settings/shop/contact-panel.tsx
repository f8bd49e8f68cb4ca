"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { QueryError } from "@/components/query-error";
import { refetchInterval, shopContact, waitingMs } from "@/components/shop-reads";
import { Status } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { ShopContact } from "@/lib/contract/checkout/shop";
import { sentenceOf } from "@/lib/contract/errors";

const TestVisit = lazyPart(() => import("./test-visit"));
const ShopAddress = lazyPart(() => import("@/components/shop-address"));

export function ContactPanel({ api }: { api: string }) {
  const t = useTranslations("shop.contact");
  const visit = useTranslations("shop.testVisit");
  const desk = useDesk();
  const { can, format, mode } = desk;
  const [visiting, setVisiting] = useState(false);
  const { data, error, refetch, isFetching } = useQuery({
    ...shopContact(desk),
    refetchInterval: ({ state: { data } }) =>
      data?.offers_asked_at && data.events_sent_at && data.order_reported_at ? refetchInterval : waitingMs,
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
    <Panel
      title={t("title")}
      actions={
        mode === "sandbox" &&
        can("checkout", "shop", "preview") && <Button onClick={() => setVisiting(true)}>{visit("action")}</Button>
      }
    >
      {error && !data ? (
        <QueryError error={error} onRetry={() => refetch()} retrying={isFetching} />
      ) : (
        <div className="grid gap-4">
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
              {
                term: t("orders"),
                detail: fact(data?.order_reported_at, t("waitingOrders"), (ago) => t("orderedAt", { ago })),
              },
              { term: t("address"), detail: <Address /> },
            ]}
          />
          {data && <Clock seconds={data.clock_skew_seconds} />}
          {data && <Refused refused={data.refused} />}
        </div>
      )}
      {visiting && <TestVisit api={new URL(api).pathname} onClose={() => setVisiting(false)} />}
    </Panel>
  );
}

function Address() {
  const t = useTranslations("shop");
  const words = useTranslations("shopAddress");
  const attempt = useAttempt();
  const { can, checkout } = useDesk();
  const [entering, setEntering] = useState(false);
  const settings = useQuery({ ...checkout.settings.get.options(), enabled: can("checkout", "settings", "get") });
  const update = useMutation(checkout.settings.update.mutation());
  const address = settings.data?.shop?.address;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      {address || <span className="text-muted">{settings.data ? t("contact.noAddress") : "—"}</span>}
      {settings.data && can("checkout", "settings", "update") && (
        <Button variant="link" className="min-h-6" onClick={() => setEntering(true)}>
          {t(address ? "contact.change" : "contact.enterAddress")}
        </Button>
      )}
      {entering && (
        <ShopAddress
          address={address ?? ""}
          submit={words("save")}
          pending={update.isPending}
          onClose={() => setEntering(false)}
          onSave={async (entered) => {
            if (!(await attempt(() => update.mutateAsync({ body: { shop: { address: entered } } })))) return;
            toast.success(t("contact.saved"));
            setEntering(false);
          }}
        />
      )}
    </span>
  );
}

/** A visit that waited in a page for a moment says nothing about a clock. */
const toleratedSeconds = 60;

function Clock({ seconds }: { seconds: ShopContact["clock_skew_seconds"] }) {
  const t = useTranslations("shop.contact");
  if (seconds === null || Math.abs(seconds) <= toleratedSeconds) return null;
  const count = Math.round(Math.abs(seconds) / 60);
  return (
    <Banner tone="warning" title={t(seconds > 0 ? "slow" : "fast", { count })} live={false}>
      {t("clock")}
    </Banner>
  );
}

function Refused({ refused }: Pick<ShopContact, "refused">) {
  const t = useTranslations("shop.contact");
  const said = useSaid();
  if (refused.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{t("refused")}</h3>
      <p className="text-sm text-pretty text-muted">{t("refusedAbout")}</p>
      <ul className="mt-2 grid gap-1.5 text-sm">
        {refused.map(({ type, field, message, message_key, count }) => {
          const reason = sentenceOf({ field, message, ...message_key });
          return (
            <li key={`${type} ${field} ${message}`} className="wrap-anywhere">
              {t("times", { count })} {type ? <code>{type}</code> : t("unknownType")}
              <span className="block text-warning">{said(reason.message, reason)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
