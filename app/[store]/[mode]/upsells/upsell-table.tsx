"use client";

import { Copy, Pause, Pencil, Play, Plus, Tags, Trash2, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useProducts } from "@/components/products/use-products";
import { ExportCsv } from "@/components/transfer/export-csv";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { type upsellSorts, upsellStatuses } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { productIdsOf, toFilter, toQuery, upsellFilters } from "./filters";
import { useUpsellColumns } from "./upsell-columns";
import { useUpsellChanges } from "./use-upsell-changes";

type Sort = (typeof upsellSorts)[number];

const UpsellBulkActions = lazyPart(() => import("./bulk/upsell-bulk"));

export function UpsellTable() {
  const t = useTranslations("upsells");
  const { base, checkout, can, extensions } = useDesk();
  const [filters, setFilters] = useQueryStates(upsellFilters, { history: "push" });
  const asked = toQuery(filters, extensions.checkout);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList<Upsell, Sort>({
    api: "checkout",
    options: checkout.upsells.list.options({ query: asked }),
    held: "upsells",
    asked,
    filters,
    setFilters,
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

  const exporter = <ExportCsv resource="upsells" query={asked} />;

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
      <DataTable<Upsell>
        {...table}
        caption={t("title")}
        columns={columns}
        rowName={(offer) => offer.name ?? offer.id}
        rowHref={(offer) => `${base}/upsells/${encodeURIComponent(offer.id)}`}
        {...(mayWrite && {
          rowActions: (offer) => <UpsellRowActions offer={offer} />,
          ...selects(
            <UpsellBulkActions
              offers={selected}
              filter={everything ? toFilter(filters, extensions.checkout) : null}
              onDone={clearSelection}
            />,
            { all: true },
          ),
        })}
        filtered={filters.search !== "" || filters.status !== ""}
        onClearFilters={() => setFilters({ search: null, status: null, page: null })}
        toolbar={
          extensions.checkout ? (
            <FilterBar
              views={<ViewsMenu screen="upsells" />}
              search={{
                value: filters.search,
                label: t("search"),
                onValueChange: (search) => setFilters({ search: search || null, page: null }, { history: "replace" }),
              }}
              actions={exporter}
              filters={[
                choiceFilter({
                  id: "status",
                  label: t("filterStatus"),
                  options: upsellStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
                  value: filters.status ? [filters.status] : [],
                  onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
                }),
              ]}
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

function UpsellRowActions({ offer }: { offer: Upsell }) {
  const t = useTranslations("upsells.actions");
  const { base } = useDesk();
  const changes = useUpsellChanges();
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} href={`${base}/upsells/${encodeURIComponent(offer.id)}`}>
        {t("edit")}
      </MenuItem>
      <MenuItem
        icon={offer.status === "active" ? <Pause aria-hidden /> : <Play aria-hidden />}
        onSelect={() => changes.setStatus([offer], offer.status === "active" ? "inactive" : "active")}
      >
        {t(offer.status === "active" ? "disable" : "enable")}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => changes.duplicate([offer])}>
        {t("duplicate")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={() => changes.remove([offer])}>
        {t("delete")}
      </MenuItem>
    </>
  );
}
