"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/code-block";
import { OtherFields } from "@/components/forms/other-fields";
import { useUnreported } from "@/components/lists/unreported";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Timeline, TimelineEntry } from "@/components/timeline";
import { Badge, Status, type Tone } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { DescriptionList } from "@/components/ui/description-list";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { UncountedOrders } from "@/components/uncounted-orders";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { ApiError } from "@/lib/contract/errors";
import { otherFields } from "@/lib/contract/read";
import { MissingOrder } from "./missing-order";
import { OrderData } from "./order-data";
import { eventFacts, type OrderEvents, type ShownOrderEvent, useOrderEvents } from "./order-events";

export function OrderView({ id }: { id: string }) {
  const t = useTranslations("orders");
  const { base, checkout } = useDesk();
  const order = useQuery(checkout.orders.get.options({ params: { id } }));
  if (order.data) return <Loaded order={order.data} />;
  return (
    <>
      <PageHeader title={t("one")} crumbs={[{ href: `${base}/orders`, label: t("title") }]} />
      <Panel>{isMissing(order.error) ? <MissingOrder id={id} /> : <Waiting of={order} lines={8} />}</Panel>
    </>
  );
}

/** A missing order is not an error, and neither is an id that no address can contain. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 404 || (error.status === 400 && error.details.some(({ field }) => field === "id"));
}

function Loaded({ order }: { order: Order }) {
  const t = useTranslations("orders");
  const { base } = useDesk();
  const events = useOrderEvents(order);
  const others = [
    ...otherFields(order),
    ...otherFields(order.service_data ?? {}).map(
      ([name, value]) => [`service_data.${name}`, value] as [string, unknown],
    ),
  ];
  return (
    <>
      <PageHeader
        title={order.platform_order_id || order.order_id}
        crumbs={[{ href: `${base}/orders`, label: t("title") }]}
        meta={
          order.cancelled ? (
            <Status tone="danger" hollow>
              {t("cancelled")}
            </Status>
          ) : (
            order.confirmed === false && (
              <Status tone="warning" hollow>
                {t("unconfirmed")}
              </Status>
            )
          )
        }
      />
      {order.counted === false && !order.cancelled && <UncountedOrders title={t("uncounted")} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid gap-5">
          <OrderData order={order} events={events.list ?? []} />
          <OrderTimeline order={order} events={events} />
        </div>
        <div className="grid gap-5">
          <Ids order={order} />
          <OtherFields fields={others} />
        </div>
      </div>
    </>
  );
}

function Ids({ order }: { order: Order }) {
  const t = useTranslations("orders");
  const { format } = useDesk();
  const id = (value: string | undefined, label: string) =>
    value && (
      <span className="flex items-center gap-1">
        <code className="min-w-0 wrap-anywhere">{value}</code>
        <CopyButton text={value} label={format.within(label)} />
      </span>
    );
  const unreported = useUnreported("checkout");
  return (
    <Panel title={t("ids.title")}>
      <DescriptionList
        withoutDetail={unreported.facts}
        items={[
          { term: t("ids.order"), detail: id(order.order_id, t("ids.order")) },
          { term: t("ids.platform"), detail: id(order.platform_order_id, t("ids.platform")) },
        ]}
      />
    </Panel>
  );
}

function OrderTimeline({ order, events }: { order: Order; events: OrderEvents }) {
  const t = useTranslations("orders.timeline");
  const { list, query, source } = events;
  const placed = order.placed_at && (
    <TimelineEntry title={t("placed")} time={<Moment at={order.placed_at} precise />} />
  );
  return (
    <Panel title={t("title")}>
      {list === undefined ? (
        <Waiting of={query} lines={4} />
      ) : list.length === 0 && !placed ? (
        <Silence source={source} />
      ) : (
        <>
          <Timeline>
            {placed}
            {list.map((event) => (
              <EventEntry key={event.id} event={event} currency={order.currency} />
            ))}
          </Timeline>
          {source !== "in_process" && <p className="mt-3 text-sm text-muted">{t("seenOnly")}</p>}
        </>
      )}
    </Panel>
  );
}

function Silence({ source }: { source: OrderEvents["source"] }) {
  const t = useTranslations("orders");
  const { base } = useDesk();
  if (source === "in_process") return <p className="text-muted">{t("timeline.nothing")}</p>;
  if (source === "webhook") return <p className="text-muted">{t("timeline.noneArrived")}</p>;
  return (
    <p className="text-muted">
      {t("timeline.unconnected")}{" "}
      <IntentLink href={`${base}/settings`} className="text-ink underline underline-offset-3">
        {t("seen.connect")}
      </IntentLink>
    </p>
  );
}

function EventEntry({ event, currency }: { event: ShownOrderEvent; currency: string | undefined }) {
  const t = useTranslations("orders.timeline");
  const words = useTranslations("orders.events");
  const { format } = useDesk();
  const { title, facts } = eventFacts(event, { t: words, format, currency });
  return (
    <TimelineEntry
      title={title}
      details={facts}
      time={
        event.at &&
        (event.received ? (
          <time dateTime={event.at}>{t("received", { time: format.dateTime(event.at) })}</time>
        ) : (
          <Moment at={event.at} precise />
        ))
      }
    >
      <Deliveries of={event} />
      {Object.keys(event.data).length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="w-fit min-h-6 text-muted hover:text-ink">{t("payload")}</summary>
          <CodeBlock text={JSON.stringify(event.data, null, 2)} wrap className="mt-1 max-h-96" />
        </details>
      )}
    </TimelineEntry>
  );
}

const tones = {
  pending: "info",
  failed: "warning",
  delivered: "success",
  exhausted: "danger",
  held: "neutral",
} as const;
const isKnown = (status: string): status is keyof typeof tones => status in tones;

function Deliveries({ of }: { of: ShownOrderEvent }) {
  const t = useTranslations("orders.timeline");
  const byStatus = Map.groupBy(of.deliveries, ({ status }) => status);
  if (byStatus.size === 0) return null;
  const endpoints = new Set(of.deliveries.map(({ endpoint_id }) => endpoint_id)).size;
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
      {t("sent", { count: endpoints })}
      {[...byStatus].map(([status, { length: count }]) => {
        const tone: Tone = isKnown(status) ? tones[status] : "neutral";
        return (
          <Badge key={status} tone={tone}>
            {isKnown(status) ? t(`deliveries.${status}`, { count }) : `${count} ${status}`}
          </Badge>
        );
      })}
    </p>
  );
}
