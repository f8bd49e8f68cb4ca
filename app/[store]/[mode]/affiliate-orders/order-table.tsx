"use client";

import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { AffiliateName, type AffiliateNames, useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { Help } from "@/components/help/help";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { Moment } from "@/components/moment";
import { recordColumns } from "@/components/records/record-columns";
import { ExportCsv } from "@/components/transfer/export-csv";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { PageHeader } from "@/components/ui/page-header";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { statusesAmong } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { attributedOrderSorts, attributedOrderStatuses, nameOfOrder } from "@/lib/contract/affiliate/affiliate-words";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { attributedOrderFilters, toQuery } from "./filters";

export function AttributedOrderTable() {
  const t = useTranslations("affiliateOrders");
  const { base, affiliate, has, format } = useDesk();
  const address = useListAddress(attributedOrderFilters, ["status", "affiliate_id", "created_after", "attributed"]);
  const { filters, narrow, choice, since } = address;
  const query = toQuery(filters);
  const words = useAttributionWords();
  const { rows, table } = useResourceList({
    api: "affiliate",
    address,
    query,
    read: affiliate.orders.list.options({ query }),
  });
  const names = useAffiliateNames([...(rows ?? []).map((row) => row.affiliate_id), filters.affiliate_id]);
  const columns = useAttributedOrderColumns(names);
  const statuses = statusesAmong(attributedOrderStatuses, rows, filters.status);
  return (
    <>
      <PageHeader
        list
        title={t("title")}
        meta={<Help of="attributed" label={t("title")} />}
        description={t("description")}
      />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOfOrder}
        rowHref={({ id }) => `${base}/affiliate-orders/${encodeURIComponent(id)}`}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="affiliate-orders" />}
            actions={<ExportCsv resource="orders" query={query} />}
            filters={[
              choice("status", t("columns.status"), statuses, (value) => words.order(value).label),
              since("created_after", t("columns.created"), (day) => t("since", { day: format.day(day) })),
              has("affiliate", "orders", "list", "affiliate_id") &&
                affiliateFilter({
                  label: t("columns.affiliate"),
                  value: filters.affiliate_id,
                  names,
                  onChange: (affiliate_id) => narrow({ affiliate_id }),
                }),
              has("affiliate", "orders", "list", "attributed") &&
                choice("attributed", t("attribution"), ["false"], () => t("nobodys")),
            ]}
          />
        }
        empty={{ icon: <ShoppingBag />, title: t("empty.title"), children: t("empty.body") }}
      />
    </>
  );
}

const column = columnsFor<AttributedOrder>();

function useAttributedOrderColumns(names: AffiliateNames): TableColumns<AttributedOrder> {
  const t = useTranslations("affiliateOrders");
  const { money } = useDesk();
  const words = useAttributionWords();
  return useMemo(() => {
    const { field, status } = recordColumns<AttributedOrder>(attributedOrderSorts);
    const latest = { align: "end", firstOrder: "desc" } as const;
    return column.columns([
      column.cell("order", t("columns.order"), nameOfOrder, { primary: true, sort: "order_number" }),
      column.cell(
        "affiliate_id",
        t("columns.affiliate"),
        ({ affiliate_id: id }) =>
          id ? <AffiliateName id={id} names={names} /> : <span className="text-muted">{t("nobodys")}</span>,
        { wrap: true },
      ),
      column.cell(
        "attribution_method",
        t("columns.method"),
        ({ attribution_method: method, affiliate_id: id }) =>
          (method && words.method(method)) ?? (id ? undefined : null),
        { optional: true, notOnPhone: true },
      ),
      column.cell("coupon_code", t("columns.coupon"), ({ coupon_code }) => coupon_code || null, {
        ...{ notOnPhone: true, room: "medium" },
      }),
      status(t("columns.status"), words.order),
      field("total", t("columns.total"), (total, { currency }) => money(total, currency), latest),
      field(
        "refunded_amount",
        t("columns.refunded"),
        (amount, { currency }) => (amount ? money(amount, currency) : null),
        { align: "end", notOnPhone: true },
      ),
      field("created_at", t("columns.created"), (at) => <Moment at={at} precise />, latest),
    ]);
  }, [t, money, words, names]);
}
