"use client";

import { Plus, Tags, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useProducts } from "@/components/products/use-products";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { productIdsOf, toFilter, toQuery, upsellFilters } from "./filters";
import { UpsellActions } from "./upsell-actions";
import { useUpsellColumns } from "./upsell-columns";

const UpsellBulkActions = lazyPart(() => import("./upsell-bulk"));

export function UpsellTable() {
  const t = useTranslations("upsells");
  const { base, checkout, can, extensions } = useDesk();
  const address = useListAddress(upsellFilters, ["search", "status"]);
  const query = toQuery(address.filters, extensions.checkout);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.upsells.list.options({ query }),
    held: "upsells",
  });
  const { products } = useProducts(productIdsOf(rows));
  const columns = useUpsellColumns(products);
  const mayWrite = can("checkout", "upsells", "create");
  const newHref = `${base}/upsells/new`;

  const newOffer = (
    <IntentLink href={newHref} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );

  const exporter = <ExportCsv resource="upsells" query={query} />;

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <>
            {can("desk", "remembered", "list") && (
              <IntentLink href={`${base}/upsells/products`} className={buttonClass()}>
                {t("products")}
              </IntentLink>
            )}
            {mayWrite && (
              <IntentLink href={`${base}/upsells/import`} className={buttonClass()}>
                <Upload aria-hidden /> {t("import.action")}
              </IntentLink>
            )}
            {mayWrite && newOffer}
          </>
        }
      />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={(upsell) => upsell.name ?? upsell.id}
        rowHref={(upsell) => `${base}/upsells/${encodeURIComponent(upsell.id)}`}
        {...(mayWrite && {
          rowActions: (upsell: Upsell) => <UpsellActions upsell={upsell} />,
          ...selects(
            <UpsellBulkActions
              upsells={selected}
              filter={everything ? toFilter(address.filters, extensions.checkout) : null}
              onDone={clearSelection}
            />,
            { all: true },
          ),
        })}
        toolbar={
          extensions.checkout ? (
            <FilterBar
              views={<ViewsMenu screen="upsells" />}
              search={address.search("search", t("search"))}
              actions={exporter}
              filters={[address.choice("status", t("filterStatus"), upsellStatuses, (one) => t(`statuses.${one}`))]}
            />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 basis-60 px-1 text-sm text-muted">{t("noExtensions")}</p>
              {exporter}
            </div>
          )
        }
        empty={
          <EmptyState icon={<Tags />} title={t("empty.title")} action={mayWrite && newOffer}>
            {t(mayWrite ? "empty.body" : "empty.readOnly")}
          </EmptyState>
        }
      />
    </>
  );
}
