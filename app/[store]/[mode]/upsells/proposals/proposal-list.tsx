"use client";

import { useQuery } from "@tanstack/react-query";
import { Lightbulb } from "lucide-react";
import { useTranslations } from "next-intl";
import { useListHref } from "@/components/lists/list-address";
import { useProducts } from "@/components/products/use-products";
import { Waiting } from "@/components/query-error";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { Proposals } from "@/lib/contract/checkout/proposals";
import {
  acceptanceBasis,
  latelyDays,
  leastOrdersTogether,
  togetherDays,
} from "@/lib/contract/checkout/recommendation-words";
import { productsOf } from "./reads";

export function ProposalList() {
  const t = useTranslations("upsells.proposals");
  const upsells = useTranslations("upsells");
  const { base, checkout } = useDesk();
  const listHref = useListHref(`${base}/upsells`);
  const read = useQuery(checkout.proposals.list.options({}));
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description", { days: togetherDays })}
        crumbs={[{ href: listHref, label: upsells("title") }]}
      />
      <Panel flush>{read.data ? <Found {...read.data} /> : <Waiting of={read} lines={6} className="p-4" />}</Panel>
    </>
  );
}

function Found(proposals: Proposals) {
  const { data, orders, acceptance } = proposals;
  const t = useTranslations("upsells.proposals");
  const upsells = useTranslations("upsells");
  const { base, can, format } = useDesk();
  const { products } = useProducts(productsOf(proposals));
  const nameOf = (id: string) => products.get(id)?.name ?? id;
  if (data.length === 0)
    return (
      <EmptyState icon={<Lightbulb />} title={t("emptyTitle")}>
        {t("emptyBody", { orders, days: togetherDays, least: leastOrdersTogether })}
      </EmptyState>
    );
  const href = ({ trigger_product, product_id }: Proposals["data"][number]) =>
    `${base}/upsells/new?${new URLSearchParams({ product: product_id, trigger: trigger_product, name: nameOf(product_id) })}`;
  const basis = { ...acceptanceBasis, lately: latelyDays };
  return (
    <>
      <RowsTable
        caption={t("title")}
        cards
        rows={data}
        rowKey={(one) => `${one.trigger_product} ${one.product_id}`}
        columns={[
          { id: "product", label: t("product"), cell: (one) => nameOf(one.product_id) },
          { id: "trigger", label: t("trigger"), cell: (one) => nameOf(one.trigger_product) },
          { id: "together", label: t("together"), cell: ({ together, orders }) => t("of", { together, orders }) },
          {
            id: "revenue",
            label: t("revenue", { days: latelyDays }),
            align: "end",
            cell: ({ revenue }) =>
              revenue ? (
                t("range", { least: format.money(revenue.least), most: format.money(revenue.most) })
              ) : (
                <span className="text-muted">{t("unknown")}</span>
              ),
          },
          {
            id: "draft",
            label: upsells("columns.name"),
            align: "end",
            cell: (one) =>
              can("checkout", "upsells", "create") && (
                <IntentLink
                  href={href(one)}
                  className={buttonClass({ size: "sm" })}
                  aria-label={t("draftOf", { product: nameOf(one.product_id), trigger: nameOf(one.trigger_product) })}
                >
                  {t("draft")}
                </IntentLink>
              ),
          },
        ]}
      />
      <p className="border-t border-line px-4 py-3 text-sm text-muted text-pretty">
        {acceptance
          ? t("estimated", {
              ...basis,
              offers: acceptance.offers,
              least: format.ratio(acceptance.least),
              most: format.ratio(acceptance.most),
            })
          : t("notEstimated", basis)}
      </p>
    </>
  );
}
