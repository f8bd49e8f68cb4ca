"use client";

import { FlaskConical, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { useToday } from "@/components/figures/use-days";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { ViewsMenu } from "@/components/lists/views-menu";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { PageHeader } from "@/components/ui/page-header";
import { useUnheardShop } from "@/components/unheard-shop";
import { useDesk } from "@/lib/api/desk";
import { experimentStatuses } from "@/lib/contract/checkout/experiment-words";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { experimentsToDecide } from "../overview/decisions";
import { useMayPlan } from "./editor/drafts";
import { useExperimentColumns } from "./experiment-columns";
import { experimentFilters, type sorts, toQuery } from "./filters";
import { ScaleSwitch } from "./interval";
import { becameFilters, hasBecome } from "./results/decision";
import { estimateOf, rankOf } from "./results/study";
import { useStudies } from "./use-studies";

const none: Experiment[] = [];

export function ExperimentTable({ day }: { day: string }) {
  const t = useTranslations("experiments");
  const { base, checkout, has } = useDesk();
  /** Another API lists experiments without search and order, so what is loaded is searched and sorted here. */
  const searches = has("checkout", "experiments", "list", "search");
  const address = useListAddress(experimentFilters, ["search", "status", "decide", "became"]);
  const { filters, narrow, choice } = address;
  const query = toQuery(filters);
  const { rows: loaded, table } = useResourceList({
    api: "checkout",
    undoable: "experiments",
    address,
    query,
    read: checkout.experiments.list.options({ query }),
  });
  const all = loaded ?? none;
  const { reads, onSeen, kept } = useStudies(all);
  const whole = query.page === 1 && !table.count.hasNext;
  const sortable = useCallback(
    (name: string) => whole || (searches && name !== "lift" && name !== "verdict"),
    [whole, searches],
  );
  const today = useToday(day);
  const columns = useExperimentColumns({ reads, onSeen, sortable, scale: filters.scale, today });

  const { search, status, decide, became, sort, order, scale } = filters;
  const rows = useMemo(() => {
    if (!loaded) return undefined;
    const open = decide && kept ? new Set(experimentsToDecide(loaded, kept, new Date()).map(({ id }) => id)) : null;
    const found = loaded.filter(
      (one) =>
        (!open || open.has(one.id)) &&
        (!became || hasBecome(one, became)) &&
        (!status || one.status === status) &&
        (searches || `${one.name ?? ""} ${one.id}`.toLowerCase().includes(search.trim().toLowerCase())),
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
    const sortedByServer = searches && sort !== "lift" && sort !== "verdict";
    if (sortedByServer || !sortable(sort)) return found;
    const sign = order === "asc" ? 1 : -1;
    return [...found].sort((a, b) => (by[sort](a) < by[sort](b) ? -sign : by[sort](a) > by[sort](b) ? sign : 0));
  }, [loaded, kept, reads, decide, became, search, status, sort, order, scale, searches, sortable]);
  const decisions = all.some(({ plan }) => plan !== undefined);
  const narrowed = decide || became !== null || (!searches && (search !== "" || status !== ""));
  const plansHere = has("checkout", "experiments", "create");
  const create = useMayPlan() && (
    <IntentLink href={`${base}/experiments/new`} className={buttonClass({ variant: "primary" })}>
      <Plus aria-hidden /> {t("new")}
    </IntentLink>
  );
  const unheard = useUnheardShop(rows?.length === 0);
  const maySearch = searches || whole || search !== "";

  return (
    <>
      <PageHeader list title={t("title")} description={t("description")} actions={create} />
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={narrowed ? { total: rows?.length ?? 0, hasNext: false } : table.count}
        rowName={({ id, name = id }) => name}
        rowHref={({ id }) =>
          `${base}/experiments/${encodeURIComponent(id)}${scale === "lift" ? "" : `?scale=${scale}`}`
        }
        state={{ ...table.state, sort, order }}
        toolbar={
          <FilterBar
            views={<ViewsMenu screen="experiments" />}
            actions={<ScaleSwitch />}
            {...(maySearch && { search: address.search("search", t("search")) })}
            filters={[
              choice("status", t("filterStatus"), experimentStatuses, (one) => t(`statuses.${one}`)),
              ...(decisions || became
                ? [choice("became", t("filterBecame"), becameFilters, (one) => t(`became.${one}`))]
                : []),
              choiceFilter({
                id: "decide",
                label: t("filterDecide"),
                options: [{ value: "decide", label: t("toDecide") }],
                value: decide ? "decide" : null,
                onChange: (value) => narrow({ decide: value !== null || null }),
              }),
            ]}
          />
        }
        empty={{
          icon: <FlaskConical />,
          ...(unheard ?? {
            title: t("empty.title"),
            action: create,
            children: t(create ? "empty.own" : plansHere ? "empty.readOnly" : "empty.body"),
          }),
        }}
      />
    </>
  );
}
