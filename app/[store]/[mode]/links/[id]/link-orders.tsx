"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useAttributionWords } from "@/components/affiliates/attribution-words";
import { QueryError } from "@/components/query-error";
import { Look } from "@/components/ui/badge";
import { IntentLink } from "@/components/ui/intent-link";
import { Pagination } from "@/components/ui/pagination";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Link } from "@/lib/contract/affiliate/links";
import { linkPages, ordersOf } from "../read-link";

/** An order belongs to the link through a click or through its coupon. */
export function LinkOrders({ link }: { link: Link }) {
  const t = useTranslations("links.orders");
  const words = useAttributionWords();
  const desk = useDesk();
  const { base, can, extensions, format, money } = desk;
  const [asked, setPage] = useQueryState("orders_page", linkPages.orders_page.withOptions({ history: "push" }));
  const page = Math.max(1, asked);
  const mayRead = can("affiliate", "orders", "list");
  const enabled = extensions.affiliate && mayRead;
  const orders = useQuery({ ...ordersOf(desk, link, page), enabled, placeholderData: keepPreviousData });
  if (!mayRead) return null;
  const rows = orders.data?.data;
  const { total = null, per_page = 10 } = orders.data?.pagination ?? {};
  const absent = <span className="text-muted">—</span>;
  return (
    <section id="orders" className="scroll-mt-24">
      <Panel title={t("title")} flush>
        {!enabled ? (
          <p className="px-4 py-6 text-muted">{t("cannotAsk")}</p>
        ) : orders.error && !rows ? (
          <QueryError error={orders.error} onRetry={() => orders.refetch()} retrying={orders.isFetching} />
        ) : !rows ? (
          <TextSkeleton lines={6} className="p-4" />
        ) : rows.length === 0 && page === 1 ? (
          <p className="px-4 py-6 text-muted">{t("none")}</p>
        ) : (
          <>
            <RowsTable
              cards
              caption={t("title")}
              columns={[
                {
                  id: "order",
                  label: t("order"),
                  cell: ({ id, order_number }) => (
                    <IntentLink
                      href={`${base}/affiliate-orders/${encodeURIComponent(id)}`}
                      className="inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current"
                    >
                      {order_number ?? id}
                    </IntentLink>
                  ),
                },
                {
                  id: "at",
                  label: t("at"),
                  cell: ({ created_at: at }) => (at ? format.dateTime(at) : absent),
                },
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
              rows={rows}
              rowKey={(order) => order.id}
            />
            {(page > 1 || total === null || total > per_page) && (
              <Pagination
                state={{ page, perPage: per_page }}
                onStateChange={(change) => change.page && setPage(change.page)}
                shown={rows.length}
                total={total}
                hasNext={total === null ? rows.length >= per_page : page * per_page < total}
                sizes={[per_page]}
              />
            )}
          </>
        )}
      </Panel>
    </section>
  );
}
