"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { FoundEvent } from "@/lib/contract/checkout/webhooks";
import { DeliveryMarks, DeliveryStatus, deliveryPath, nameOf, useMeanings } from "../words";
import { allEndpoints, mostFound } from "./filters";

/** A service that lists events also finds those without any delivery. */
export function FoundEvents({ search }: { search: string }) {
  const t = useTranslations("webhooks.find");
  const { checkout, format } = useDesk();
  const found = useQuery({
    ...checkout.webhooks.find.options({ query: { search } }),
    placeholderData: keepPreviousData,
  });
  const endpoints = useQuery(checkout.webhooks.list.options(allEndpoints));
  const names = new Map(endpoints.data?.data.map((endpoint) => [endpoint.id, nameOf(endpoint)]));
  const all = found.data?.data.length ?? 0;
  const { count = 0, since } = found.data?.looked_through ?? {};
  return (
    <Panel
      title={
        found.data
          ? t(all < mostFound ? "found" : "foundMost", { count: all })
          : t(found.error ? "notLooked" : "looking")
      }
      {...(since && { description: t("lookedThrough", { count, since: format.dateTime(since) }) })}
      flush
    >
      {!found.data ? (
        <Waiting of={found} lines={6} className="p-4" />
      ) : found.data.data.length === 0 ? (
        <p className="px-4 py-6 text-muted text-pretty">{t("none", { search })}</p>
      ) : (
        <ol aria-busy={found.isPlaceholderData || undefined} className="[&>li+li]:border-t">
          {found.data.data.map((event) => (
            <li key={event.id} className="grid gap-2 px-4 py-3">
              <FoundEventDetails event={event} names={names} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function FoundEventDetails({ event, names }: { event: FoundEvent; names: ReadonlyMap<string, string> }) {
  const t = useTranslations("webhooks.find");
  const { base } = useDesk();
  const meaning = useMeanings();
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">
          <code>{event.type}</code> <span className="text-sm font-normal text-muted">{meaning(event.type) ?? ""}</span>
        </h3>
        <Moment at={event.created_at} precise className="text-sm text-muted" />
      </div>
      <code className="text-sm wrap-anywhere">{event.id}</code>
      {event.deliveries.length === 0 ? (
        <p className="text-sm text-muted text-pretty">{t("nowhere")}</p>
      ) : (
        <ul className="grid gap-1">
          {event.deliveries.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <IntentLink
                href={deliveryPath(base, delivery.endpoint_id, delivery.id)}
                className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
              >
                {names.get(delivery.endpoint_id) ?? delivery.endpoint_id}
              </IntentLink>
              <DeliveryStatus of={delivery.status} />
              {delivery.response_code !== undefined && <span>HTTP {delivery.response_code}</span>}
              <DeliveryMarks of={delivery} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
