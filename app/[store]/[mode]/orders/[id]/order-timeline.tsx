"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/code-block";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Timeline, TimelineEntry } from "@/components/timeline";
import { Badge, type Tone } from "@/components/ui/badge";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { Order } from "@/lib/contract/checkout/orders";
import { eventFacts, type OrderEvents, type ShownOrderEvent } from "./order-events";

export function OrderTimeline({ order, events }: { order: Order; events: OrderEvents }) {
  const t = useTranslations("orders.timeline");
  const { list, query, source } = events;
  // Offers of a cart are accepted before the order is placed.
  const before = (list ?? []).filter(({ at, received }) => isBefore(received ? null : at, order.placed_at));
  const placed = order.placed_at && (
    <TimelineEntry title={t("placed")} time={<Moment at={order.placed_at} precise />} />
  );
  const entryOf = (event: ShownOrderEvent) => <EventEntry key={event.id} event={event} currency={order.currency} />;
  return (
    <Panel title={t("title")}>
      {list === undefined ? (
        <Waiting of={query} lines={4} />
      ) : list.length === 0 && !placed ? (
        <Silence source={source} />
      ) : (
        <>
          <Timeline>
            {before.map(entryOf)}
            {placed}
            {list.filter((event) => !before.includes(event)).map(entryOf)}
          </Timeline>
          {source !== "in_process" && <p className="mt-3 text-sm text-muted">{t("seenOnly")}</p>}
        </>
      )}
    </Panel>
  );
}

const isBefore = (at: string | null, than: string | undefined) =>
  at !== null && than !== undefined && Date.parse(at) < Date.parse(than);

function Silence({ source }: { source: OrderEvents["source"] }) {
  const t = useTranslations("orders");
  const { base, can } = useDesk();
  if (source === "in_process") return <p className="text-muted">{t("timeline.nothing")}</p>;
  if (source === "webhook") return <p className="text-muted">{t("timeline.noneArrived")}</p>;
  return (
    <p className="text-muted">
      {t("timeline.unconnected")}{" "}
      {can("desk", "live", "connect") && (
        <IntentLink href={`${base}/settings`} className="text-ink underline underline-offset-3">
          {t("seen.connect")}
        </IntentLink>
      )}
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
  const { base, can } = useDesk();
  const byStatus = Map.groupBy(of.deliveries, ({ status }) => status);
  if (byStatus.size === 0) return null;
  const endpoints = new Set(of.deliveries.map(({ endpoint_id }) => endpoint_id)).size;
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
      {can("checkout", "webhooks", "find") ? (
        <TextLink href={`${base}/webhooks/find?search=${encodeURIComponent(of.id)}`}>
          {t("sent", { count: endpoints })}
        </TextLink>
      ) : (
        t("sent", { count: endpoints })
      )}
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
