"use client";

import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo } from "react";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ProductName } from "@/components/products/product-name";
import { withheldAs } from "@/components/products/remembered-products";
import { type FoundProducts, useProducts } from "@/components/products/use-products";
import { recordColumns } from "@/components/records/record-columns";
import { RecordList } from "@/components/records/record-list";
import { Badge, Doubt, Look } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { lazyPart } from "@/components/ui/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import { performanceDays, upsellSorts } from "@/lib/contract/checkout/upsell-words";
import type { Upsell } from "@/lib/contract/checkout/upsells";
import { ownFindings } from "./doctor/doctor";
import { narrowing, productIdsOf, toFilter, toQuery, upsellFilters } from "./filters";
import { usePerformance } from "./performance/use-performance";
import { UpsellActions } from "./upsell-actions";
import { useUpsellFilters } from "./use-upsell-filters";
import { useUpsellWords } from "./words";

const UpsellBulkActions = lazyPart(() => import("./upsell-bulk"));

export function UpsellTable({ day }: { day: string }) {
  const t = useTranslations("upsells");
  const { base, checkout, can, has } = useDesk();
  const searches = has("checkout", "upsells", "list", "search");
  const address = useListAddress(upsellFilters, narrowing);
  const query = toQuery(address.filters);
  const { rows, selects, selected, everything, clearSelection, table } = useResourceList({
    api: "checkout",
    address,
    query,
    read: checkout.upsells.list.options({ query }),
    undoable: "upsells",
  });
  const found = useProducts(productIdsOf(rows, address.filters));
  const filters = useUpsellFilters(address, found.products);
  return (
    <RecordList<Upsell>
      {...table}
      api="checkout"
      resource="upsells"
      icon={<Tags />}
      query={query}
      columns={useUpsellColumns(found, day)}
      rowName={(upsell) => upsell.name ?? upsell.id}
      {...(can("checkout", "upsells", "create") && {
        rowActions: (upsell: Upsell) => <UpsellActions upsell={upsell} />,
        ...selects(
          <UpsellBulkActions
            upsells={selected}
            filter={everything ? (searches ? toFilter(address.filters) : {}) : null}
            filters={filters}
            onDone={clearSelection}
          />,
          { all: true },
        ),
      })}
      search={address.search("search", t("search"))}
      filters={filters}
      notice={!searches && t("noExtensions")}
      importLabel={t("import.action")}
      pages={
        <>
          {can("checkout", "proposals", "list") && (
            <IntentLink href={`${base}/upsells/proposals`} className={buttonClass()}>
              {t("proposals.title")}
            </IntentLink>
          )}
          {can("desk", "remembered", "list") && (
            <IntentLink href={`${base}/upsells/products`} className={buttonClass()}>
              {t("products")}
            </IntentLink>
          )}
        </>
      }
    />
  );
}

const column = columnsFor<Upsell>();

function useUpsellColumns({ products, doubt }: FoundProducts, day: string): TableColumns<Upsell> {
  const t = useTranslations("upsells");
  const { base, can, format, has } = useDesk();
  const words = useUpsellWords();
  // The figures change every row, so they are deferred behind typing and clicks.
  const performanceOf = useDeferredValue(usePerformance(day));
  const mayReport = can("checkout", "analytics", "report");
  const hasResults = can("checkout", "analytics", "upsell");
  return useMemo(() => {
    const none = <span className="text-muted">—</span>;
    const sorts = has("checkout", "upsells", "list", "sort") ? upsellSorts : [];
    const { name, field, date } = recordColumns<Upsell>(sorts);
    const product = (id: string) => <ProductName id={id} {...products.get(id)} doubt={doubt(id)} />;
    type Figure = "rate" | "revenue";
    /** These figures load later, so their width is reserved. */
    const figure = (
      name: Figure,
      sort: (typeof upsellSorts)[number],
      show: (value: number, currency?: string) => string,
    ) =>
      column.display({
        id: sort,
        header: t(`columns.${sort as "revenue"}`, { days: performanceDays }),
        meta: { align: "end", minWidth: "sm:min-w-24", firstOrder: "desc", ...(sorts.length > 0 && { sort }) },
        cell: ({ row }) => {
          if (performanceOf === undefined) return <Skeleton className="ms-auto w-16" />;
          const { [name]: value, currency } = performanceOf?.(row.original) ?? {};
          if (value === undefined) return none;
          const shown = show(value, currency);
          if (!hasResults) return shown;
          const { id, name: offer = id } = row.original;
          return (
            <TextLink
              href={`${base}/upsells/${encodeURIComponent(id)}/results`}
              aria-label={t("resultsOf", { value: shown, name: offer })}
            >
              {shown}
            </TextLink>
          );
        },
      });
    return column.columns([
      name(t("columns.name"), ({ name }) => name ?? t("untitled")),
      field("status", t("columns.status"), (status, upsell) => {
        const found = ownFindings(upsell, withheldAs(products, upsell.product_id));
        // An offer of another page may lead to this one, so that it needs no trigger.
        const first = found.find((finding) => finding.code !== "no_trigger");
        const short = first && words.short(first);
        return (
          <>
            <Look {...words.status(status)} />
            {short && <Doubt>{short}</Doubt>}
          </>
        );
      }),
      field(
        "product_id",
        t("columns.product"),
        (id, { recommendation }) => {
          const chosen = words.recommendation(recommendation);
          return chosen ? <Badge>{chosen}</Badge> : product(id);
        },
        { wrap: true },
      ),
      field(
        "trigger_products",
        t("columns.triggers"),
        ([first, ...more]) =>
          first === undefined ? (
            none
          ) : (
            <span>
              <ProductName id={first} name={products.get(first)?.name} doubt={doubt(first)} />{" "}
              {more.length > 0 && <Badge>+{more.length}</Badge>}
            </span>
          ),
        { notOnPhone: true, wrap: true },
      ),
      column.accessor(({ discount }) => discount?.value ?? discount?.type, {
        id: "discount_value",
        header: t("columns.discount"),
        meta: {
          align: "end",
          firstOrder: "desc",
          notOnPhone: true,
          optional: true,
          ...(sorts.length > 0 && { sort: "discount_value" }),
        },
        cell: ({ row }) => words.discountAlone(row.original.discount) ?? undefined,
      }),
      field("placement", t("columns.placement"), words.placement, { notOnPhone: true, room: "medium" }),
      ...(mayReport
        ? [figure("rate", "acceptance_rate", format.ratioInColumn), figure("revenue", "revenue", format.money)]
        : []),
      date("created_at", t("columns.created"), "wide"),
    ]);
  }, [t, format, words, has, products, doubt, performanceOf, mayReport, hasResults, base]);
}
