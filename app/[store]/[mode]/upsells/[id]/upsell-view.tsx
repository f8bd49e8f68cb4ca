"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartLine, CircleHelp } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { RecordHeader } from "@/components/records/record-header";
import { RecordFacts } from "@/components/records/record-sheet";
import { shopContact, showingsOf } from "@/components/shop-reads";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { performanceDays, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { useConditionWords } from "../conditions/use-condition-words";
import { usePerformance } from "../performance/use-performance";
import { UpsellActions } from "../upsell-actions";
import { UpsellForm } from "../upsell-form";
import { toDraft, useFieldWords, useUpsellWords } from "../words";

const WhyDialog = lazyPart(() => import("../why/why-dialog"));
const WhyOfOrder = lazyPart(() => import("../why/why-of-order"));
const PromoteDialog = lazyPart(() => import("../promote/promote-dialog"));

export function UpsellView({ id, day }: { id: string; day: string }) {
  const t = useTranslations("upsells");
  const { base, checkout } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const record = useQuery(checkout.upsells.get.options({ params: { id } }));
  if (record.data) return <Loaded upsell={record.data} day={day} />;
  return <RecordWaiting title={t("one")} crumbs={[{ href: listHref, label: t("title") }]} record={record} />;
}

function Loaded({ upsell, day }: { upsell: Upsell; day: string }) {
  const t = useTranslations("upsells");
  const router = useRouter();
  const { base, can, checkout } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const mayWrite = can("checkout", "upsells", "update");
  const words = useUpsellWords();
  const [promoting, setPromoting] = useState(false);
  const [asking, setAsking] = useState(false);
  const [order, setOrder] = useQueryState("order");
  const asked = { ...upsell, name: upsell.name ?? t("untitled") };
  const onPage = { onDeleted: () => router.push(listHref), onPromote: () => setPromoting(true) };
  return (
    <>
      <RecordHeader
        title={upsell.name ?? t("untitled")}
        crumbs={[{ href: listHref, label: t("title") }]}
        status={upsell.status === undefined ? null : words.status(upsell.status)}
        description={<UpsellStanding upsell={upsell} />}
        actions={
          <>
            {can("checkout", "shop", "explain") && (
              <Button onClick={() => setAsking(true)}>
                <CircleHelp aria-hidden /> {t("actions.why")}
              </Button>
            )}
            {can("checkout", "analytics", "upsell") && (
              <IntentLink href={`${base}/upsells/${encodeURIComponent(upsell.id)}/results`} className={buttonClass()}>
                <ChartLine aria-hidden /> {t("actions.results")}
              </IntentLink>
            )}
          </>
        }
        menu={mayWrite && <UpsellActions upsell={upsell} onPage={onPage} />}
      />
      {asking && <WhyDialog upsell={asked} onClose={() => setAsking(false)} />}
      {order && <WhyOfOrder upsell={asked} order={order} onClose={() => setOrder(null)} />}
      {promoting && <PromoteDialog upsells={[upsell]} onClose={() => setPromoting(false)} />}
      {!mayWrite && <Banner live={false}>{t("form.readOnly")}</Banner>}
      <RecordEditor
        of={checkout.upsells}
        record={upsell}
        toDraft={toDraft}
        words={useFieldWords()}
        changedElsewhere={t("form.changedElsewhere")}
        createAnew={t("form.createAnew")}
      >
        {(form) => (
          <UpsellForm
            {...form}
            id={upsell.id}
            readOnly={!mayWrite}
            below={
              <>
                <PerformancePanel upsell={upsell} day={day} />
                <RecordFacts title={t("about")} record={upsell} />
              </>
            }
          />
        )}
      </RecordEditor>
    </>
  );
}

function PerformancePanel({ upsell, day }: { upsell: Upsell; day: string }) {
  const t = useTranslations("upsells.performance");
  const { format } = useDesk();
  const found = usePerformance(day)?.(upsell);
  if (!found) return null;
  const { shown, accepted, rate, revenue, currency } = found;
  const figures = [
    { term: t("shown"), value: shown === undefined ? null : format.number(shown) },
    { term: t("accepted"), value: accepted === undefined ? null : format.number(accepted) },
    { term: t("rate"), value: rate === undefined ? null : format.ratio(rate) },
    { term: t("revenue"), value: revenue === undefined ? null : format.money(revenue, currency) },
  ];
  return (
    <Panel title={t("title", { days: performanceDays })}>
      <dl data-testid="performance" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {figures.map(({ term, value }) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="text-lg font-semibold">{value ?? "—"}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function UpsellStanding({ upsell }: { upsell: Upsell }) {
  const t = useTranslations("upsells.standing");
  const desk = useDesk();
  const { base, has, format } = desk;
  const seesShop = has("checkout", "shop", "contact");
  const showings = useQuery({ ...showingsOf(desk, upsell.id), enabled: seesShop }).data;
  const isOn = seesShop && upsell.status === "active";
  const contact = useQuery({ ...shopContact(desk), enabled: seesShop }).data;
  const neverCalled = contact?.offers_asked_at === null && contact.events_sent_at === null;
  const { status = "" } = upsell;
  const known = upsellStatuses.find((word) => word === status);
  const state = known ? t(seesShop ? known : `elsewhere.${known}`) : status && t("other", { status });
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
  const words = useConditionWords();
  // The time of the server, so that the first paint says the same.
  const now = contact ? Date.parse(contact.as_of) : 0;
  const notNow = isOn && upsell.schedule && now > 0 ? words.notNow(upsell.schedule, now) : "";
  const isDemo = neverCalled && !!showings?.total;
  return (
    <span data-testid="standing">
      {format.join([notNow || state, shown(), isDemo ? t("demo") : ""])}
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
