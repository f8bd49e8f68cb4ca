"use client";

import { useQuery } from "@tanstack/react-query";
import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { WebhookLog } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { absent, DeliveryStatus, deliveryPath, endpointPath, nameOf, useDuration } from "../../words";
import { useTail } from "./use-tail";

export function LiveView({ id }: { id: string }) {
  const t = useTranslations("webhooks.live");
  const log = useTranslations("webhooks.log");
  const all = useTranslations("webhooks");
  const { base, can, checkout, extensions, format } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const logHref = useListHref(endpointPath(base, id));
  const mayRead = can("checkout", "webhooks", "logs");
  const endpoint = useQuery({
    ...checkout.webhooks.get.options({ params: { id } }),
    enabled: mayRead && extensions.checkout,
  });
  const [running, setRunning] = useState(true);
  const { data: tail, error, dataUpdatedAt, isFetchedAfterMount } = useTail(id, running && mayRead);
  const checkedAt = isFetchedAfterMount && new Date(dataUpdatedAt).toISOString();
  const duration = useDuration();
  const problem = mayRead ? error : new ApiError(403, "role_forbidden", all("forbiddenBody"));
  const timeOf = ({ id: delivery, created_at: at, event_id }: WebhookLog) => {
    const time = at ? format.clock(at) : (event_id ?? delivery);
    if (!extensions.checkout) return time;
    return (
      <IntentLink
        data-delivery={delivery}
        href={deliveryPath(base, id, delivery)}
        className="inline-flex min-h-6 items-center whitespace-nowrap underline decoration-line underline-offset-3 hover:decoration-current"
      >
        {time}
      </IntentLink>
    );
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        crumbs={[
          { href: listHref, label: all("title") },
          { href: logHref, label: endpoint.data ? nameOf(endpoint.data) : id },
        ]}
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
              {
                id: "code",
                label: log("columns.code"),
                align: "end",
                cell: ({ response_code }) => response_code ?? absent,
              },
              {
                id: "took",
                label: log("columns.duration"),
                align: "end",
                cell: ({ duration_ms }) => (duration_ms === undefined ? absent : duration(duration_ms)),
              },
            ]}
            rows={tail}
            rowKey={(row) => row.id}
          />
        )}
      </Panel>
    </>
  );
}
