"use client";

import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { affiliateFilter } from "@/components/affiliates/affiliate-filter";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { useAttributionWords } from "@/components/affiliates/program-words";
import { Help } from "@/components/help/help";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { ExportCsv } from "@/components/transfer/export-csv";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { sinceFilter } from "@/components/ui/filters";
import { PageHeader } from "@/components/ui/page-header";
import { statusesAmong } from "@/components/unknown-status";
import { useDesk } from "@/lib/api/desk";
import { attributedOrderStatuses } from "@/lib/contract/affiliate/affiliate-words";
import { attributedOrderFilters, toQuery } from "./filters";
import { nameOfOrder, useAttributedOrderColumns } from "./order-columns";

export function AttributedOrderTable() {
  const t = useTranslations("affiliateOrders");
  const { base, affiliate, extensions, format } = useDesk();
  const address = useListAddress(attributedOrderFilters, ["status", "affiliate_id", "created_after", "attributed"]);
  const { filters, narrow, choice } = address;
  const query = toQuery(filters, extensions.affiliate);
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
  const { affiliate_id, created_after } = filters;

  return (
    <>
      <PageHeader
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
              sinceFilter({
                id: "created_after",
                label: t("columns.created"),
                value: created_after,
                summary: created_after ? t("since", { day: format.day(created_after) }) : null,
                onChange: (day) => narrow({ created_after: day }),
              }),
              ...(extensions.affiliate
                ? [
                    affiliateFilter({
                      label: t("columns.affiliate"),
                      value: affiliate_id,
                      name: names.get(affiliate_id)?.name,
                      onChange: (id) => narrow({ affiliate_id: id || null }),
                    }),
                    choice("attributed", t("attribution"), ["false"], () => t("nobodys")),
                  ]
                : []),
            ]}
          />
        }
        empty={{ icon: <ShoppingBag />, title: t("empty.title"), children: t("empty.body") }}
      />
    </>
  );
}
