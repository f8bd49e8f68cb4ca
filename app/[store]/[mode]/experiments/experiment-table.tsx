"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { useToday } from "@/components/figures/use-today";
import { useKeepListAddress } from "@/components/lists/list-address";
import { usePageAddress } from "@/components/lists/page-address";
import { tableAddress } from "@/components/lists/table-address";
import { useUnreported } from "@/components/lists/unreported";
import { ViewsMenu } from "@/components/lists/views-menu";
import { useErrorWords } from "@/components/query-error";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import { experimentStatuses } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { experimentsToDecide } from "../overview/decisions";
import { useExperimentColumns } from "./experiment-columns";
import { experimentFilters, type sorts, toQuery } from "./filters";
import { estimateOf, rankOf } from "./results/study";
import { ScaleSwitch } from "./scale-switch";
import { useStudies } from "./use-studies";

const none: Experiment[] = [];

export function ExperimentTable({ day }: { day: string }) {
  const t = useTranslations("experiments");
  const { base, checkout, extensions } = useDesk();
  const [filters, setFilters] = useQueryStates(experimentFilters, { history: "push" });
  const words = useErrorWords();
  const unreported = useUnreported("checkout");
  const pageHref = usePageAddress();
  useKeepListAddress();
  const asked = toQuery(filters, extensions.checkout);
  const list = useQuery({ ...checkout.experiments.list.options({ query: asked }), placeholderData: keepPreviousData });
  const all = list.data?.data ?? none;
  const { reads, onSeen, kept } = useStudies(all);
  const total = list.data?.pagination.total ?? null;
  const whole = filters.page === 1 && (total === null ? all.length < asked.per_page : total <= asked.per_page);
  const sortable = useCallback(
    (name: string) => whole || (extensions.checkout && name !== "lift" && name !== "verdict"),
    [whole, extensions.checkout],
  );
  const today = useToday(day);
  const columns = useExperimentColumns({ reads, onSeen, sortable, scale: filters.scale, today });

  const { search, status, decide, sort, order, scale } = filters;
  const rows = useMemo(() => {
    if (!list.data) return undefined;
    const open = decide && kept ? new Set(experimentsToDecide(all, kept, new Date()).map(({ id }) => id)) : null;
    const found = all.filter(
      (one) =>
        (!open || open.has(one.id)) &&
        (!status || one.status === status) &&
        (extensions.checkout || `${one.name ?? ""} ${one.id}`.toLowerCase().includes(search.trim().toLowerCase())),
    );
    const study = ({ id }: Experiment) => reads.get(id)?.study;
    const by: Record<(typeof sorts)[number], (one: Experiment) => string | number> = {
      created_at: (one) => one.started_at ?? one.created_at ?? "",
      name: (one) => (one.name ?? one.id).toLowerCase(),
      status: (one) => one.status ?? "",
      verdict: (one) => rankOf(study(one)),
      lift: (one) => {
        const known = study(one);
        return (known && estimateOf(known, scale)?.value) ?? Number.NEGATIVE_INFINITY;
      },
    };
    const sortedByServer = extensions.checkout && sort !== "lift" && sort !== "verdict";
    if (sortedByServer || !sortable(sort)) return found;
    const sign = order === "asc" ? 1 : -1;
    return [...found].sort((a, b) => (by[sort](a) < by[sort](b) ? -sign : by[sort](a) > by[sort](b) ? sign : 0));
  }, [list.data, all, kept, reads, decide, search, status, sort, order, scale, extensions.checkout, sortable]);
  const narrowed = decide || (!extensions.checkout && (search !== "" || status !== ""));
  const maySearch = extensions.checkout || whole || search !== "";

  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <DataTable<Experiment>
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={
          narrowed
            ? { total: rows?.length ?? 0, hasNext: false }
            : {
                total,
                hasNext: total === null ? all.length >= asked.per_page : asked.page * asked.per_page < total,
              }
        }
        rowId={({ id }) => id}
        rowName={({ id, name = id }) => name}
        rowHref={({ id }) =>
          `${base}/experiments/${encodeURIComponent(id)}${scale === "lift" ? "" : `?scale=${scale}`}`
        }
        state={{ sort, order, page: asked.page, perPage: asked.per_page, hidden: filters.hide }}
        onStateChange={(change) => setFilters(tableAddress<(typeof sorts)[number]>(change))}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        withoutValues={unreported.columns}
        filtered={search !== "" || status !== "" || decide}
        onClearFilters={() => setFilters({ search: null, status: null, decide: null, page: null })}
        pageHref={pageHref}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="experiments" />}
            actions={<ScaleSwitch />}
            {...(maySearch && {
              search: {
                value: search,
                label: t("search"),
                onValueChange: (value) => setFilters({ search: value || null, page: null }, { history: "replace" }),
              },
            })}
            filters={[
              choiceFilter({
                id: "status",
                label: t("filterStatus"),
                options: experimentStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
                value: status ? [status] : [],
                onChange: (values) => setFilters({ status: values.at(-1) ?? null, page: null }),
              }),
              choiceFilter({
                id: "decide",
                label: t("filterDecide"),
                options: [{ value: "decide", label: t("toDecide") }],
                value: decide ? ["decide"] : [],
                onChange: (values) => setFilters({ decide: values.length > 0 || null, page: null }),
              }),
            ]}
          />
        }
        empty={
          <EmptyState icon={<FlaskConical />} title={t("empty.title")}>
            {t("empty.body")}
          </EmptyState>
        }
      />
    </>
  );
}
