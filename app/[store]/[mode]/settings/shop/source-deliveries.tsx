"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { CodeBlock } from "@/components/code-block";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { refetchInterval, waitingMs } from "@/components/shop-reads";
import { Look, type StatusLook } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DescriptionList } from "@/components/ui/description-list";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { IntentLink } from "@/components/ui/intent-link";
import { Pagination } from "@/components/ui/pagination";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { ShopDelivery } from "@/lib/contract/checkout/shop-sources";
import {
  type Platform,
  type ShopDeliveryReason,
  type ShopDeliveryStatus,
  shopDeliveryStatuses,
} from "@/lib/contract/checkout/source-words";
import { platformNames } from "./platform-names";

const tones: Record<ShopDeliveryStatus, Omit<StatusLook, "label">> = {
  received: { tone: "info", hollow: true },
  applied: { tone: "success" },
  ignored: { tone: "neutral", hollow: true },
  refused: { tone: "warning" },
  failed: { tone: "danger" },
};

/** Deliveries are applied within a second or two. */
const settlingMs = 2_000;

export default function ShopDeliveries({ platform }: { platform: Platform }) {
  const t = useTranslations("sources.deliveries");
  const statuses = useTranslations("sources.statuses");
  const { checkout } = useDesk();
  const [status, setStatus] = useState<ShopDeliveryStatus | "">("");
  const [{ page, perPage }, setPage] = useState({ page: 1, perPage: 20 });
  const [opened, setOpened] = useState<string | null>(null);
  const filters = { platform, ...(status && { status }) };
  const title = t("title", { name: platformNames[platform] });
  const list = useQuery({
    ...checkout.sources.deliveries.options({ query: { page, per_page: perPage, ...filters } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (data?.data.some((one) => one.status === "received")) return settlingMs;
      return data?.pagination.total === 0 ? waitingMs : refetchInterval;
    },
  });
  const rows = list.data?.data;
  const isEmpty = list.data === undefined || list.data.pagination.total === 0;
  if (isEmpty && status === "" && !list.isPlaceholderData) {
    return (
      <Panel title={title} description={t("about")}>
        {rows ? <p className="text-sm text-muted">{t("none")}</p> : <Waiting of={list} lines={2} />}
      </Panel>
    );
  }
  return (
    <Panel title={title} description={t("about")} flush>
      <div className="grid gap-3 border-b border-line p-4 sm:grid-cols-2">
        <Field label={t("status")}>
          <Select
            value={status}
            placeholder={t("all")}
            onChange={(event) => {
              setStatus(event.target.value as ShopDeliveryStatus | "");
              setPage({ page: 1, perPage });
            }}
            options={shopDeliveryStatuses.map((value) => ({ value, label: statuses(value) }))}
          />
        </Field>
      </div>
      {!rows && (
        <div className="p-4">
          <Waiting of={list} lines={4} />
        </div>
      )}
      {rows?.length === 0 && <p className="p-4 text-muted">{t("noMatch")}</p>}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => setOpened(row.id)}
                className="grid w-full gap-x-4 gap-y-1 px-4 py-3 text-start -outline-offset-2 hover:bg-sunken sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1.5fr)]"
              >
                <StatusOf row={row} />
                <span className="min-w-0 wrap-anywhere">
                  {platformNames[row.platform as Platform] ?? row.platform} <code className="text-xs">{row.topic}</code>
                  <Moment at={row.received_at} precise className="block text-sm text-muted" />
                </span>
                <span className="min-w-0 text-sm wrap-anywhere">
                  <Became row={row} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.data && (
        <Pagination
          state={{ page, perPage }}
          onStateChange={(change) => setPage({ page, perPage, ...change })}
          shown={list.data.data.length}
          total={list.data.pagination.total}
          hasNext={rows?.length === perPage && page * perPage !== list.data.pagination.total}
          loading={list.isPlaceholderData}
        />
      )}
      {opened && <DeliveryDialog id={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}

function StatusOf({ row }: { row: ShopDelivery }) {
  const t = useTranslations("sources.statuses");
  const status = row.status as ShopDeliveryStatus;
  return <Look {...(tones[status] ?? tones.received)} label={tones[status] ? t(status) : row.status} />;
}

function Became({ row: { outcome } }: { row: ShopDelivery }) {
  const t = useTranslations("sources");
  const said = useSaid();
  if (!outcome) return null;
  const { reason, field, order_number, product_id, events = [], reports = [] } = outcome;
  const about = order_number ? t("order", { number: order_number }) : product_id && t("product", { id: product_id });
  const wrong = [...events, ...reports].flatMap(({ errors = [] }) => errors.map((error) => said(error.message, error)));
  return (
    <>
      {about && <span className="block font-medium">{about}</span>}
      {reason && <span className="block">{t(`reasons.${reason as ShopDeliveryReason}`, { field: field ?? "" })}</span>}
      {wrong.map((message) => (
        <span key={message} className="block text-warning">
          {message}
        </span>
      ))}
    </>
  );
}

function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations("sources.delivery");
  const attempt = useAttempt();
  const { base, can, checkout, format } = useDesk();
  const delivery = useQuery({
    ...checkout.sources.delivery.options({ params: { id } }),
    refetchInterval: ({ state }) => state.data?.status === "received" && settlingMs,
  });
  const replay = useMutation(checkout.sources.replay.mutation());
  const row = delivery.data;
  const outcome = row?.outcome;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      shape="lg"
      title={t("title")}
      footer={
        <>
          <Button onClick={onClose}>{t("close")}</Button>
          {can("checkout", "sources", "replay") && (
            <Button
              variant="primary"
              pending={replay.isPending}
              disabled={!row || row.status === "received"}
              onClick={async () => {
                if (await attempt(() => replay.mutateAsync({ params: { id } }))) toast.success(t("replayed"));
              }}
            >
              {t("replay")}
            </Button>
          )}
        </>
      }
    >
      {row ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div aria-live="polite">
            <StatusOf row={row} />
            <p className="mt-1 text-sm">
              <Became row={row} />
            </p>
          </div>
          <DescriptionList
            items={[
              { term: t("topic"), detail: <code>{row.topic}</code> },
              { term: t("id"), detail: <code>{row.delivery_id}</code> },
              { term: t("received"), detail: format.dateTime(row.received_at) },
              ...(outcome?.order_id
                ? [
                    {
                      term: t("order"),
                      detail: (
                        <IntentLink
                          href={`${base}/orders/${encodeURIComponent(outcome.order_id)}`}
                          className="underline underline-offset-3"
                        >
                          {outcome.order_number ?? outcome.order_id}
                        </IntentLink>
                      ),
                    },
                  ]
                : []),
              { term: t("events"), detail: <Parts parts={outcome?.events} /> },
              { term: t("reports"), detail: <Parts parts={outcome?.reports} /> },
            ]}
          />
          <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <h3 className="font-medium">{t("body")}</h3>
            <CodeBlock text={pretty(row.body)} wrap className="max-h-96" />
          </section>
        </div>
      ) : (
        <Waiting of={delivery} lines={8} />
      )}
    </Dialog>
  );
}

type Part = NonNullable<NonNullable<ShopDelivery["outcome"]>["events"]>[number];

function Parts({ parts = [] }: { parts?: Part[] | undefined }) {
  const t = useTranslations("sources.delivery");
  if (parts.length === 0) return <span className="text-muted">{t("nothing")}</span>;
  return (
    <ul className="grid gap-1">
      {parts.map(({ type, id, status }) => (
        <li key={`${type} ${id}`} className="wrap-anywhere">
          <code>{type}</code> {status === "accepted" ? t("accepted") : t("refused")}
          <code className="block text-muted">{id}</code>
        </li>
      ))}
    </ul>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
