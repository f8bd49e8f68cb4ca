"use client";

import { ShoppingBag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useAffiliateNames } from "@/components/affiliates/affiliate-name";
import { AffiliatePicker } from "@/components/affiliates/affiliate-picker";
import { useAttributionWords } from "@/components/affiliates/attribution-words";
import { Help } from "@/components/help/help";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { ExportCsv } from "@/components/transfer/export-csv";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, dateFilter } from "@/components/ui/filters";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { type attributedOrderSorts, attributedOrderStatuses } from "@/lib/contract/affiliate/affiliate-words";
import type { AttributedOrder } from "@/lib/contract/affiliate/orders";
import { attributedOrderFilters, toQuery } from "./filters";
import { nameOfOrder, useAttributedOrderColumns } from "./order-columns";

export function AttributedOrderTable() {
  const t = useTranslations("affiliateOrders");
  const { base, affiliate, extensions, format } = useDesk();
  const [filters, setFilters] = useQueryStates(attributedOrderFilters, { history: "push" });
  const asked = toQuery(filters, extensions.affiliate);
  const say = useAttributionWords();
  const { rows, table } = useResourceList<AttributedOrder, (typeof attributedOrderSorts)[number]>({
    api: "affiliate",
    options: affiliate.orders.list.options({ query: asked }),
    asked,
    filters,
    setFilters,
  });
  const names = useAffiliateNames([...(rows ?? []).map((row) => row.affiliate_id), filters.affiliate_id]);
  const columns = useAttributedOrderColumns(names);
  const met = (rows ?? []).flatMap(({ status }) => status ?? []);
  const statuses = [...new Set([...attributedOrderStatuses, ...met, ...(filters.status ? [filters.status] : [])])];
  const { status, affiliate_id, created_after, attributed } = filters;

  return (
    <>
      <PageHeader
        title={t("title")}
        meta={<Help of="attributed" label={t("title")} />}
        description={t("description")}
      />
      <DataTable<AttributedOrder>
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={nameOfOrder}
        rowHref={({ id }) => `${base}/affiliate-orders/${encodeURIComponent(id)}`}
        filtered={status !== "" || affiliate_id !== "" || created_after !== "" || attributed === "false"}
        onClearFilters={() =>
          setFilters({ status: null, affiliate_id: null, created_after: null, attributed: null, page: null })
        }
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="affiliate-orders" />}
            actions={<ExportCsv resource="orders" query={asked} />}
            filters={[
              choiceFilter({
                id: "status",
                label: t("columns.status"),
                options: statuses.map((value) => ({ value, label: say.order(value).label })),
                value: status ? [status] : [],
                onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
              }),
              dateFilter({
                id: "created_after",
                label: t("columns.created"),
                from: created_after || null,
                to: null,
                summary: created_after ? t("since", { day: format.day(created_after) }) : null,
                onChange: ({ from }) => setFilters({ created_after: from, page: null }),
                onlyFrom: true,
              }),
              ...(extensions.affiliate
                ? [
                    {
                      id: "affiliate",
                      label: t("columns.affiliate"),
                      summary: affiliate_id ? (names.get(affiliate_id)?.name ?? affiliate_id) : null,
                      onClear: () => setFilters({ affiliate_id: null, page: null }),
                      editor: (close: () => void) => (
                        <AffiliatePicker
                          aria-label={t("columns.affiliate")}
                          value={affiliate_id}
                          onValueChange={(id) => {
                            setFilters({ affiliate_id: id || null, page: null });
                            if (id && id !== affiliate_id) close();
                          }}
                        />
                      ),
                    },
                    choiceFilter({
                      id: "attributed",
                      label: t("attribution"),
                      options: [{ value: "false", label: t("nobodys") }],
                      value: attributed === "false" ? ["false"] : [],
                      onChange: (values) => setFilters({ attributed: values.length > 0 ? "false" : null, page: null }),
                    }),
                  ]
                : []),
            ]}
          />
        }
        empty={
          <EmptyState icon={<ShoppingBag />} title={t("empty.title")}>
            {t("empty.body")}
          </EmptyState>
        }
      />
    </>
  );
}
