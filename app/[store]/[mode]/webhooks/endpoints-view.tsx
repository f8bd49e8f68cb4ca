"use client";

import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { pageFilters, toPage } from "@/components/lists/table-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { healthyRate } from "@/lib/contract/checkout/webhook-words";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { EndpointActions } from "./endpoint-actions";
import { WebhookScreen } from "./webhook-screen";
import { EndpointState, endpointPath, nameOf, shown, stateOf, useDuration, useIsReported } from "./words";

const AdoptDialog = lazyPart(() => import("./adopt-dialog"));

export function EndpointsView() {
  const t = useTranslations("webhooks");
  const { base, can } = useDesk();
  const isReported = useIsReported();
  const [adopting, setAdopting] = useState(false);
  const mayWrite = can("checkout", "webhooks", "create");
  const newEndpoint = mayWrite && (
    <IntentLink href={`${base}/webhooks/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );
  return (
    <WebhookScreen
      needs="list"
      actions={
        mayWrite && (
          <>
            {!isReported && <Button onClick={() => setAdopting(true)}>{t("adopt.action")}</Button>}
            {newEndpoint}
          </>
        )
      }
    >
      {!isReported && (
        <Banner title={t("noList.title")} live={false}>
          {t("noList.body")}
        </Banner>
      )}
      <EndpointTable
        empty={{
          icon: <WebhookIcon />,
          title: t("empty.title"),
          action: newEndpoint,
          children: t(mayWrite ? "empty.body" : "empty.readOnly"),
        }}
      />
      {adopting && <AdoptDialog onClose={() => setAdopting(false)} />}
    </WebhookScreen>
  );
}

type Props = Pick<DataTableProps<Webhook>, "empty">;

function EndpointTable({ empty }: Props) {
  const t = useTranslations("webhooks");
  const { base, checkout } = useDesk();
  const address = useListAddress(pageFilters);
  const query = toPage(address.filters);
  const { table } = useResourceList({
    address,
    query,
    read: checkout.webhooks.list.options({ query }),
    undoable: "webhooks",
  });
  const reported = useEndpointColumns();
  const known = useKnownColumns();
  return (
    <DataTable<Webhook>
      {...table}
      caption={t("title")}
      columns={useIsReported() ? reported : known}
      rowName={nameOf}
      rowHref={({ id }) => endpointPath(base, id)}
      {...(useMayUpdate("checkout", "webhooks") && {
        rowActions: (endpoint: Webhook) => <EndpointActions endpoint={endpoint} />,
      })}
      empty={empty}
    />
  );
}

const column = columnsFor<Webhook>();

function useKnownColumns(): TableColumns<Webhook> {
  const t = useTranslations("webhooks");
  return useMemo(
    () =>
      column.columns([
        column.accessor(nameOf, { id: "url", header: t("columns.url"), meta: { primary: true } }),
        column.field("id", t("columns.id"), (id) => <code>{id}</code>),
        column.field("has_secret", t("columns.from"), (hasSecret) => t(hasSecret ? "madeHere" : "adopted")),
        column.field("first_seen", t("columns.since"), (at) => <Moment at={String(at)} />, { align: "end" }),
      ]),
    [t],
  );
}

type Health = NonNullable<Webhook["health"]>;

function useEndpointColumns(): TableColumns<Webhook> {
  const t = useTranslations("webhooks");
  const { format } = useDesk();
  const duration = useDuration();
  const said = useSaid();
  return useMemo(() => {
    const speed = (of: "p50_ms" | "p95_ms" | "p99_ms") =>
      column.field("health", t(`columns.${of}`), ({ [of]: ms }) => shown(ms, duration), {
        id: of,
        align: "end",
        orNone: true,
        ...(of === "p95_ms" ? { room: "medium" } : { notOnPhone: true, room: "wide" }),
      });
    const eventCount = (events: readonly string[]) => (
      <span title={events.join("\n")}>{format.number(events.length)}</span>
    );
    const success = ({ success_rate: rate }: Health) =>
      shown(rate, (known) => (
        <span className={known < healthyRate ? "font-medium text-danger" : ""}>{format.ratioInColumn(known)}</span>
      ));
    const queued = ({ held: onHold, waiting }: Health) => (
      <span className="inline-flex items-center gap-1.5">
        {onHold > 0 && <Badge>{t("onHoldCount", { count: onHold })}</Badge>}
        {format.number(waiting)}
      </span>
    );
    const failure = ({ last_failure, last_failure_key: by, last_failure_at: at }: Health) =>
      shown(last_failure, (why) => (
        <span className="block min-w-40 whitespace-normal text-pretty">
          {said(why, by)}
          {at && <Moment at={at} precise className="block text-xs text-muted" />}
        </span>
      ));
    return column.columns([
      column.accessor(nameOf, { id: "url", header: t("columns.url"), meta: { primary: true } }),
      column.accessor(stateOf, {
        id: "state",
        header: t("columns.state"),
        cell: ({ getValue }) => <EndpointState of={getValue()} />,
      }),
      column.field("events", t("columns.events"), eventCount, {
        align: "end",
        orNone: true,
        notOnPhone: true,
        room: "medium",
      }),
      column.field("health", t("columns.success_rate"), success, { id: "success_rate", align: "end", orNone: true }),
      ...(["p50_ms", "p95_ms", "p99_ms"] as const).map(speed),
      column.field("health", t("columns.waiting"), queued, { id: "waiting", align: "end", orNone: true }),
      column.field("health", t("columns.last_failure"), failure, {
        id: "last_failure",
        notOnPhone: true,
        orNone: true,
      }),
    ]);
  }, [t, said, format, duration]);
}
