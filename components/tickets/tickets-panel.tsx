"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Help } from "@/components/help/help";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { refetchInterval } from "@/components/shop-reads";
import { Look, type StatusLook } from "@/components/ui/badge";
import { Field } from "@/components/ui/field";
import { TextLink } from "@/components/ui/intent-link";
import { Pagination } from "@/components/ui/pagination";
import { Panel } from "@/components/ui/panel";
import { type RowsColumn, RowsTable } from "@/components/ui/rows-table";
import { Select } from "@/components/ui/select";
import { type Looks, lookOf } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { ticketStates } from "@/lib/contract/checkout/ticket-words";
import type { Ticket, TicketSummary } from "@/lib/contract/checkout/tickets";
import { firstTickets, type TicketState, type TicketsOf, ticketReads } from "./ticket-reads";

type Props = { of: TicketsOf; description?: string; actions?: ReactNode };

/** Whether the shop charged what shoppers were promised. */
export default function TicketsPanel({ of, description, actions }: Props) {
  const t = useTranslations("tickets");
  const desk = useDesk();
  const span = `${of.range.start} ${of.range.end}`;
  const [chosen, show] = useState({ ...firstTickets, span });
  // Another period begins with its first page.
  const shown = chosen.span === span ? chosen : { ...firstTickets, span };
  const reads = ticketReads(desk, of, shown);
  const summary = useQuery({ ...reads.summary, placeholderData: keepPreviousData, refetchInterval });
  const list = useQuery({ ...reads.list, placeholderData: keepPreviousData, refetchInterval });
  const { state, page, perPage } = shown;
  const sums = summary.data;
  const rows = list.data?.data;
  const panel = {
    title: t("title"),
    description: description ?? t("about"),
    actions,
    aside: <Help of="ticket" label={t("title")} />,
  };
  if (!sums || !rows) {
    return (
      <Panel {...panel} flush>
        <div className="p-4">
          <Waiting of={sums ? list : summary} lines={3} />
        </div>
      </Panel>
    );
  }
  if (sums.issued === 0) {
    return (
      <Panel {...panel} flush>
        <p className="p-4 text-sm text-muted">{t("none")}</p>
      </Panel>
    );
  }
  const total = state === "" ? sums.issued : sums[state];
  return (
    <Panel {...panel} flush>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-line p-4">
        <Charged sums={sums} />
        <Field label={t("show")} className="w-full sm:w-64">
          <Select
            value={state}
            onChange={(event) => show({ ...shown, state: event.target.value as TicketState | "", page: 1 })}
            options={[
              { value: "", label: t("all", { count: sums.issued }) },
              ...ticketStates.map((value) => ({ value, label: t(`choices.${value}`, { count: sums[value] }) })),
            ]}
          />
        </Field>
      </div>
      {rows.length === 0 ? (
        <p className="p-4 text-sm text-muted">{t("noMatch")}</p>
      ) : (
        <Tickets rows={rows} ofOne={of.upsell_id !== undefined} />
      )}
      {(total > rows.length || page > 1) && (
        <Pagination
          state={{ page, perPage }}
          onStateChange={(change) => show({ ...shown, ...change })}
          shown={rows.length}
          total={total}
          hasNext={page * perPage < total}
          loading={list.isPlaceholderData}
        />
      )}
    </Panel>
  );
}

function Charged({ sums }: { sums: TicketSummary }) {
  const t = useTranslations("tickets");
  const { format } = useDesk();
  const { redeemed, other_price, refused, price, charged, currency } = sums;
  const values = { redeemed, charged: format.money(charged, currency), price: format.money(price, currency) };
  return (
    <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm text-pretty">
      <p>{redeemed === 0 ? t("noneRedeemed") : t(other_price > 0 ? "differs" : "asPromised", values)}</p>
      {other_price > 0 && <p className="text-warning">{t("otherPrice", { count: other_price })}</p>}
      {refused > 0 && <p className="text-warning">{t("refused", { count: refused })}</p>}
    </div>
  );
}

const looks: Looks<"open" | "redeemed" | "expired"> = {
  open: { tone: "info", hollow: true },
  redeemed: { tone: "success" },
  expired: { tone: "neutral", hollow: true },
};

function Tickets({ rows, ofOne }: { rows: readonly Ticket[]; ofOne: boolean }) {
  const t = useTranslations("tickets");
  const { base, format } = useDesk();
  const look = (state: string): StatusLook => lookOf(looks, state, (known) => t(`states.${known}`));
  const columns: RowsColumn<Ticket>[] = [
    {
      id: "issued",
      label: t("columns.issued"),
      cell: ({ issued_at }) => <Moment at={issued_at} precise className="whitespace-nowrap" />,
    },
    ...(ofOne ? [] : [{ id: "name", label: t("columns.name"), cell: (row: Ticket) => <Accepted row={row} /> }]),
    {
      id: "state",
      label: t("columns.state"),
      cell: ({ state, refused, refusals }) => (
        <span className="grid min-w-0 gap-0.5">
          <Look {...look(state)} />
          {refused && (
            <span className="text-xs text-warning wrap-anywhere">
              {t(refused.reason === "expired" ? "refusedAsExpired" : "refusedAsRedeemed", {
                count: refusals,
                order: refused.order_number ?? refused.order_id,
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "order",
      label: t("columns.order"),
      cell: ({ order_id, order_number }) =>
        order_id === null ? (
          <span className="inline-flex min-h-6 items-center text-muted">—</span>
        ) : (
          <TextLink href={`${base}/orders/${encodeURIComponent(order_id)}`}>{order_number ?? order_id}</TextLink>
        ),
    },
    {
      id: "price",
      label: t("columns.price"),
      align: "end",
      cell: ({ price, currency }) => format.money(price, currency),
    },
    {
      id: "charged",
      label: t("columns.charged"),
      align: "end",
      cell: ({ price, charged, currency }) => {
        if (charged === null) return <span className="text-muted">—</span>;
        return (
          <span className={charged === price ? undefined : "text-warning"}>{format.money(charged, currency)}</span>
        );
      },
    },
  ];
  return <RowsTable cards caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function Accepted({ row: { upsell_id, bundle_id, name } }: { row: Ticket }) {
  const { base } = useDesk();
  const [list, id] = upsell_id === undefined ? ["bundles", bundle_id ?? ""] : ["upsells", upsell_id];
  // One that was deleted has only its ID, and no page.
  if (name === id) return <code className="text-xs wrap-anywhere">{id}</code>;
  return <TextLink href={`${base}/${list}/${encodeURIComponent(id)}`}>{name}</TextLink>;
}
