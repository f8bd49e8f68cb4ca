"use client";

import { useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/moment";
import { Waiting } from "@/components/query-error";
import { Status } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import { nameOfOrder, orderStates, stateOf } from "../orders/order-state";
import { latestOrders } from "./reads";

export function OrdersPanel() {
  const t = useTranslations("overview.orders");
  const orders = useTranslations("orders");
  const desk = useDesk();
  const { base, format } = desk;
  const list = useQuery(latestOrders(desk));
  const rows = list.data?.data;
  const title = t("title");
  return (
    <Panel
      title={title}
      actions={<TextLink href={`${base}/orders`}>{t("more")}</TextLink>}
      flush
      className="overflow-hidden"
    >
      {rows === undefined ? (
        <Waiting of={list} lines={5} className="p-4" />
      ) : rows.length === 0 ? (
        <EmptyState
          level={3}
          icon={<ShoppingBag />}
          title={orders("list.empty")}
          action={
            desk.can("checkout", "shop", "contact") && (
              <IntentLink className={buttonClass()} href={`${base}/settings/shop`}>
                {orders("list.connect")}
              </IntentLink>
            )
          }
        >
          {orders("list.emptyBody")}
        </EmptyState>
      ) : (
        <RowsTable
          caption={title}
          rows={rows}
          rowKey={({ order_id }) => order_id}
          columns={[
            {
              id: "order",
              label: orders("columns.order"),
              cell: (order) => {
                const state = stateOf(order);
                return (
                  <>
                    <TextLink href={`${base}/orders/${encodeURIComponent(order.order_id)}`}>
                      {nameOfOrder(order)}
                    </TextLink>
                    <span className="flex flex-wrap gap-x-3 text-muted">
                      {state && <Status {...orderStates[state]}>{orders(state)}</Status>}
                      {order.placed_at && <Moment at={order.placed_at} precise />}
                    </span>
                  </>
                );
              },
            },
            {
              id: "total",
              label: orders("columns.total"),
              align: "end",
              cell: ({ total, service_data: data, currency }) => (
                <>
                  {total === undefined ? "—" : format.money(total, currency)}
                  {data?.service_revenue ? (
                    <span className="block text-muted">
                      {t("revenue", { amount: format.money(data.service_revenue, currency) })}
                    </span>
                  ) : null}
                </>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
