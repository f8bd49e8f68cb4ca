"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
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
import {
  DeliveryMarks,
  DeliveryStatus,
  deliveryPath,
  endpointPath,
  nameOf,
  rememberedName,
  useMeanings,
} from "../words";

export function FindView() {
  const t = useTranslations("webhooks.find");
  const { extensions } = useDesk();
  const [{ search }, setFilters] = useQueryStates(findFilters, { history: "push" });
  const question = questionOf(search)?.query.search;
  return (
    <WebhookScreen needs="find">
      <Panel title={t("title")} description={t(extensions.checkout ? "about" : "aboutLogs")}>
        <form
          key={search}
          className="flex max-w-2xl flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get("search")).trim();
            setFilters({ search: text || null });
          }}
        >
          <Field label={t(extensions.checkout ? "label" : "labelLogs")} className="flex-1 basis-72">
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
      {question !== undefined &&
        (extensions.checkout ? <FoundEvents search={question} /> : <FoundInLogs search={question} />)}
    </WebhookScreen>
  );
}

/** A service that lists events also finds those without any delivery. */
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
              <TextLink href={deliveryPath(base, delivery.endpoint_id, delivery.id)}>
                {names.get(delivery.endpoint_id) ?? delivery.endpoint_id}
              </TextLink>
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

const mostLogs = 20;

/** Another API reports no payloads, so the search compares only the ids in its logs. */
function FoundInLogs({ search }: { search: string }) {
  const t = useTranslations("webhooks.find");
  const { base, checkout, desk } = useDesk();
  const noted = useQuery(
    desk.remembered.list.options({ params: { kind: "webhook_endpoint" }, query: { per_page: mostLogs } }),
  );
  const endpoints = noted.data?.data ?? [];
  const logs = useQueries({
    queries: endpoints.map(({ id }) => checkout.webhooks.logs.options({ params: { id } })),
  });
  const found = endpoints.flatMap((endpoint, at) =>
    (logs[at]?.data?.data ?? [])
      .filter(({ id, event_id }) => id === search || event_id === search)
      .map((log) => ({ endpoint, log })),
  );
  const failed = [noted, ...logs].find(({ error }) => error);
  const pending = noted.isPending || logs.some(({ isPending }) => isPending);
  return (
    <Panel title={pending ? t("looking") : t("foundInLogs", { count: found.length })} flush>
      {failed || pending ? (
        <Waiting of={failed ?? noted} lines={4} className="p-4" />
      ) : found.length === 0 ? (
        <p className="px-4 py-6 text-muted text-pretty">{t("noneInLogs", { search, count: endpoints.length })}</p>
      ) : (
        <ul className="[&>li+li]:border-t">
          {found.map(({ endpoint, log }) => (
            <li key={`${endpoint.id}/${log.id}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
              <TextLink href={endpointPath(base, endpoint.id)}>{rememberedName(endpoint)}</TextLink>
              {log.event_type && <code>{log.event_type}</code>}
              {log.status && <DeliveryStatus of={log.status} />}
              {log.response_code !== undefined && <span>HTTP {log.response_code}</span>}
              {log.created_at && <Moment at={log.created_at} precise className="text-sm text-muted" />}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
