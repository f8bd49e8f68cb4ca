"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryError } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { WebhookLog } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { absent, DeliveryStatus, deliveryPath, useCrumbs, useDuration } from "../../words";
import { isLastPage, logPage, sinceOf, type Tail, take } from "./tail";

export function LiveView({ id }: { id: string }) {
  const t = useTranslations("webhooks.live");
  const all = useTranslations("webhooks");
  const { can, checkout, format } = useDesk();
  const mayRead = can("checkout", "webhooks", "logs");
  const endpoint = useQuery({
    ...checkout.webhooks.get.options({ params: { id } }),
    enabled: mayRead,
  });
  const crumbs = useCrumbs(endpoint.data ?? { id });
  const [running, setRunning] = useState(true);
  const { data: tail, error, dataUpdatedAt, isFetchedAfterMount } = useTail(id, running && mayRead);
  const checkedAt = isFetchedAfterMount && new Date(dataUpdatedAt).toISOString();
  const problem = mayRead ? error : new ApiError(403, "role_forbidden", all("forbiddenBody"));
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={crumbs}
        description={t("about")}
        actions={
          mayRead && (
            <Button icon={running ? <Pause aria-hidden /> : <Play aria-hidden />} onClick={() => setRunning(!running)}>
              {t(running ? "pause" : "resume")}
            </Button>
          )
        }
      />
      {problem && tail && (
        <Banner tone="warning" title={t("lost")}>
          {problem.message}
        </Banner>
      )}
      <Panel
        title={t("deliveries")}
        description={
          // A space keeps the line's height until the first response.
          !running ? t("paused") : checkedAt ? t("checked", { time: format.clock(checkedAt) }) : "\u00a0"
        }
        flush
      >
        {!tail && problem ? (
          <QueryError error={problem} />
        ) : !tail ? (
          <TextSkeleton lines={8} className="p-4" />
        ) : tail.length === 0 ? (
          <p className="px-4 py-6 text-muted">{t("none")}</p>
        ) : (
          <Deliveries endpoint={id} rows={tail} />
        )}
      </Panel>
    </>
  );
}

function Deliveries({ endpoint, rows }: { endpoint: string; rows: Tail }) {
  const t = useTranslations("webhooks.live");
  const log = useTranslations("webhooks.log");
  const { base, has, format } = useDesk();
  const duration = useDuration();
  const timeOf = ({ id: delivery, created_at: at, event_id }: WebhookLog) => {
    const time = at ? format.clock(at) : (event_id ?? delivery);
    if (!has("checkout", "webhooks", "delivery")) return time;
    return (
      <TextLink data-delivery={delivery} href={deliveryPath(base, endpoint, delivery)} className="whitespace-nowrap">
        {time}
      </TextLink>
    );
  };
  return (
    <RowsTable
      caption={t("deliveries")}
      columns={[
        { id: "time", label: t("time"), cell: timeOf },
        {
          id: "event",
          label: log("columns.event"),
          cell: (row) => (
            <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
              {row.event_type ?? absent}
              {row.test && <Badge>{log("test")}</Badge>}
            </span>
          ),
        },
        { id: "status", label: log("columns.status"), cell: ({ status }) => <DeliveryStatus of={status} /> },
        { id: "code", label: log("columns.code"), align: "end", cell: ({ response_code }) => response_code ?? absent },
        {
          id: "took",
          label: log("columns.duration"),
          align: "end",
          cell: ({ duration_ms }) => (duration_ms === undefined ? absent : duration(duration_ms)),
        },
      ]}
      rows={rows}
      rowKey={(row) => row.id}
    />
  );
}

const lookMs = 3_000;
const afterFailureMs = 9_000;
/** If more deliveries come at once, the rest is left to the log. */
const mostPages = 5;

/**
 * Reads every few seconds from the last known delivery, also after a pause or while the server was away. A hidden page
 * does not read.
 */
function useTail(id: string, enabled: boolean) {
  const { checkout, has } = useDesk();
  // An API without pages returns the whole log at once.
  const pages = has("checkout", "webhooks", "logs", "page");
  const client = useQueryClient();
  const { logs } = checkout.webhooks;
  const queryKey = [...logs.key({ params: { id } }), "tail"];

  async function read(): Promise<Tail> {
    let tail = client.getQueryData<Tail>(queryKey) ?? [];
    const since = sinceOf(tail);
    for (let page = 1; page <= mostPages; page++) {
      const options = logs.options(logPage(id, page, since));
      const { data } = await client.fetchQuery({ ...options, staleTime: 0, gcTime: 0, retry: false });
      tail = take(tail, data);
      if (!pages || isLastPage(data) || since === undefined) break;
    }
    return tail;
  }

  return useQuery({
    queryKey,
    queryFn: read,
    enabled,
    initialData() {
      const first = client.getQueryData(logs.options(logPage(id)).queryKey);
      return first && take([], first.data);
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.error ? afterFailureMs : lookMs),
  });
}
