"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { IntentLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { rememberedName } from "../remembered/remembered-endpoint";
import { DeliveryStatus, endpointPath } from "../words";

/** Reading each log needs a call. */
const mostLogs = 20;

/** Another API reports no payloads, so the search compares only the ids in its logs. */
export function FoundInLogs({ search }: { search: string }) {
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
              <IntentLink
                href={endpointPath(base, endpoint.id)}
                className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
              >
                {rememberedName(endpoint)}
              </IntentLink>
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
