"use client";

import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { ClickOutcome, useClickWords } from "@/components/affiliates/click-words";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { longestRange } from "@/components/figures/period";
import { Waiting } from "@/components/query-error";
import { Look } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/intent-link";
import { Pagination } from "@/components/ui/pagination";
import { Panel } from "@/components/ui/panel";
import { RowsTable, type RowsTableProps } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import type { Page } from "@/lib/contract/common";
import { addDays, dayIn } from "@/lib/days";
import { clicksOf, linkPages, ordersOf } from "../filters";

export function LinkClicks({ link }: { link: Link }) {
  const t = useTranslations("links.clicks");
  const desk = useDesk();
  const { base, can, has, format, store } = desk;
  const words = useClickWords();
  const enabled = has("affiliate", "analytics", "clicks", "link_id") && can("affiliate", "analytics", "clicks");
  const clicks = useQuery({ ...clicksOf(desk, link.id), enabled });
  if (!can("affiliate", "analytics", "clicks")) return null;
  const today = dayIn(store.timeZone, new Date());
  const ofLink = `&link=${encodeURIComponent(link.id)}&range=custom&from=${addDays(today, 1 - longestRange)}&to=${today}`;
  return (
    <RecordsPanel
      id="clicks"
      title={t("title")}
      actions={
        <TextLink href={`${base}/affiliate-analytics?report=clicks${enabled ? ofLink : ""}`}>{t("all")}</TextLink>
      }
      records={enabled ? clicks : null}
      cannotAsk={t("cannotAsk")}
      none={t("none")}
      rowKey={(click) => click.id}
      columns={[
        { id: "at", label: t("at"), cell: ({ occurred_at: at }) => (at ? format.dateTime(at) : words.unknown) },
        { id: "landing", label: t("landing"), cell: ({ landing_page }) => words.address(landing_page) },
        { id: "referrer", label: t("referrer"), cell: ({ referrer }) => words.address(referrer) },
        { id: "country", label: t("country"), cell: ({ country }) => words.country(country) },
        { id: "device", label: t("device"), cell: words.device },
        { id: "outcome", label: t("outcome"), cell: (click) => <ClickOutcome click={click} /> },
      ]}
    />
  );
}

/** An order belongs to the link through a click or through its coupon. */
export function LinkOrders({ link }: { link: Link }) {
  const t = useTranslations("links.orders");
  const words = useAttributionWords();
  const desk = useDesk();
  const { base, can, has, format, money } = desk;
  const [wanted, setPage] = useQueryState("orders_page", linkPages.orders_page.withOptions({ history: "push" }));
  const page = Math.max(1, wanted);
  const mayRead = can("affiliate", "orders", "list");
  const enabled = has("affiliate", "orders", "list", "link_id") && mayRead;
  const orders = useQuery({ ...ordersOf(desk, link, page), enabled, placeholderData: keepPreviousData });
  if (!mayRead) return null;
  const shown = orders.data?.data.length ?? 0;
  const { total = null, per_page = 10 } = orders.data?.pagination ?? {};
  const absent = <span className="text-muted">—</span>;
  return (
    <RecordsPanel
      id="orders"
      title={t("title")}
      records={enabled ? orders : null}
      cannotAsk={t("cannotAsk")}
      none={page === 1 && t("none")}
      rowKey={(order) => order.id}
      columns={[
        {
          id: "order",
          label: t("order"),
          cell: ({ id, order_number }) => (
            <TextLink href={`${base}/affiliate-orders/${encodeURIComponent(id)}`}>{order_number ?? id}</TextLink>
          ),
        },
        { id: "at", label: t("at"), cell: ({ created_at: at }) => (at ? format.dateTime(at) : absent) },
        {
          id: "status",
          label: t("status"),
          cell: ({ status }) => (status ? <Look {...words.order(status)} /> : absent),
        },
        {
          id: "total",
          label: t("total"),
          align: "end",
          cell: ({ total, currency }) => (total === undefined ? absent : money(total, currency)),
        },
        {
          id: "refunded",
          label: t("refunded"),
          align: "end",
          cell: ({ refunded_amount: amount, currency }) => (amount ? money(amount, currency) : absent),
        },
      ]}
    >
      {(page > 1 || total === null || total > per_page) && (
        <Pagination
          state={{ page, perPage: per_page }}
          onStateChange={(change) => change.page && setPage(change.page)}
          shown={shown}
          total={total}
          hasNext={total === null ? shown >= per_page : page * per_page < total}
          sizes={[per_page]}
        />
      )}
    </RecordsPanel>
  );
}

type PanelProps<Row> = Pick<RowsTableProps<Row>, "columns" | "rowKey"> & {
  id: string;
  title: string;
  actions?: ReactNode;
  /** Null if the API cannot list the records of one link. */
  records: UseQueryResult<Page<Row>> | null;
  cannotAsk: string;
  none: string | false;
  children?: ReactNode;
};

function RecordsPanel<Row>({ id, title, actions, records, cannotAsk, none, children, ...table }: PanelProps<Row>) {
  const rows = records?.data?.data;
  return (
    <section id={id} className="scroll-mt-24">
      <Panel title={title} flush actions={actions}>
        {records === null ? (
          <p className="px-4 py-6 text-muted">{cannotAsk}</p>
        ) : !rows ? (
          <Waiting of={records} lines={6} className="p-4" />
        ) : rows.length === 0 && none ? (
          <p className="px-4 py-6 text-muted">{none}</p>
        ) : (
          <>
            <RowsTable cards caption={title} rows={rows} {...table} />
            {children}
          </>
        )}
      </Panel>
    </section>
  );
}
