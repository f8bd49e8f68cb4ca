"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { FoundEvent } from "@/lib/contract/checkout/webhooks";
import { allEndpoints, findFilters, mostFound, questionOf } from "../filters";
import { WebhookScreen } from "../webhook-screen";
import { DeliveryMarks, DeliveryStatus, deliveryPath, endpointPath, nameOf, useMeanings } from "../words";

export function FindView() {
  const t = useTranslations("webhooks.find");
  const seesPayloads = useSeesPayloads();
  const [{ search }, setFilters] = useQueryStates(findFilters, { history: "push" });
  const question = questionOf(search)?.query.search;
  return (
    <WebhookScreen needs="find">
      <Panel title={t("title")} description={t(seesPayloads ? "about" : "aboutLogs")}>
        <form
          key={search}
          className="flex max-w-2xl flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get("search")).trim();
            setFilters({ search: text || null });
          }}
        >
          <Field label={t(seesPayloads ? "label" : "labelLogs")} className="flex-1 basis-72">
            <Input
              name="search"
              type="search"
              enterKeyHint="search"
              defaultValue={search}
              maxLength={200}
              spellCheck={false}
              required
            />
          </Field>
          <Button variant="primary" type="submit">
            {t("action")}
          </Button>
        </form>
      </Panel>
      {question !== undefined && <FoundEvents search={question} />}
    </WebhookScreen>
  );
}

/** Otherwise, only the IDs in delivery logs are searched. */
const useSeesPayloads = (): boolean => useDesk().has("checkout", "webhooks", "delivery");

function FoundEvents({ search }: { search: string }) {
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
  const seesPayloads = useSeesPayloads();
  return (
    <Panel
      title={
        found.data
          ? t(!seesPayloads ? "foundInLogs" : all < mostFound ? "found" : "foundMost", { count: all })
          : t(found.error ? "notLooked" : "looking")
      }
      {...(since && { description: t("lookedThrough", { count, since: format.dateTime(since) }) })}
      flush
    >
      {!found.data ? (
        <Waiting of={found} lines={6} className="p-4" />
      ) : found.data.data.length === 0 ? (
        <p className="px-4 py-6 text-muted text-pretty">{t(seesPayloads ? "none" : "noneInLogs", { search, count })}</p>
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
  const seesPayloads = useSeesPayloads();
  const meaning = useMeanings();
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">
          <code>{event.type}</code> <span className="text-sm font-normal text-muted">{meaning(event.type) ?? ""}</span>
        </h3>
        {event.created_at && <Moment at={event.created_at} precise className="text-sm text-muted" />}
      </div>
      <code className="text-sm wrap-anywhere">{event.id}</code>
      {event.deliveries.length === 0 ? (
        <p className="text-sm text-muted text-pretty">{t("nowhere")}</p>
      ) : (
        <ul className="grid gap-1">
          {event.deliveries.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <TextLink
                href={
                  seesPayloads
                    ? deliveryPath(base, delivery.endpoint_id, delivery.id)
                    : endpointPath(base, delivery.endpoint_id)
                }
              >
                {names.get(delivery.endpoint_id) ?? delivery.endpoint_id}
              </TextLink>
              {delivery.status && <DeliveryStatus of={delivery.status} />}
              {delivery.response_code !== undefined && <span>HTTP {delivery.response_code}</span>}
              <DeliveryMarks of={delivery} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
