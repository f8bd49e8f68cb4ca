"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowRight, Download, FileSearch, History, UserSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { tableAddress } from "@/components/lists/table-address";
import { Moment } from "@/components/moment";
import { useErrorWords } from "@/components/query-error";
import { Badge, Status } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button-class";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { choiceFilter, dateFilter, textFilter } from "@/components/ui/filters";
import { MenuItem } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { columnsFor, type TableColumns, type TableState } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { AuditEntry } from "@/lib/contract/desk/audit";
import { auditedResources, auditOutcomes } from "@/lib/contract/desk/audit-words";
import { ChainPanel } from "./chain-panel";
import { activityFilters, toActivityQuery, toNarrowing } from "./filters";
import { pageOf, useActivityWords } from "./words";

const column = columnsFor<AuditEntry>();
const cleared = { search: null, what: null, outcome: null, in: null, person: null, record: null, from: null, to: null };

export function ActivityTable() {
  const t = useTranslations("activity");
  const { base, desk, store, mode, timeZone, can } = useDesk();
  const [filters, setFilters] = useQueryStates(activityFilters, { history: "push" });
  const words = useErrorWords();
  const names = useActivityWords();
  const columns = useColumns();
  const query = toActivityQuery(filters, timeZone);
  const list = useQuery({ ...desk.audit.list.options({ query }), placeholderData: keepPreviousData });
  const { data: rows, next = null } = list.data ?? {};
  const narrowing = toNarrowing(filters, timeZone);
  const narrow = (change: Partial<Record<keyof typeof cleared, string | null>>) =>
    setFilters({ ...change, after: null });
  const page = filters.after.length + 1;
  const turn = ({ page: to, ...change }: Partial<TableState>) => {
    // Only the next and the previous page can be opened, because a page's start is known only from the page before.
    const after =
      to === undefined ? undefined : to > page && next ? [...filters.after, next] : filters.after.slice(0, to - 1);
    return setFilters({ ...tableAddress(change), ...(after && { after: after.length > 0 ? after : null }) });
  };
  const chosen = rows?.find(({ actor }) => actor.id === filters.person)?.actor;
  const who = chosen ? names.actor(chosen) : filters.person;
  const file = `/api/${store.id}/${mode}/desk/audit/export?${new URLSearchParams(narrowing)}`;

  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {can("desk", "audit", "verify") && <ChainPanel />}
      <DataTable<AuditEntry>
        caption={t("title")}
        columns={columns}
        rows={rows}
        count={{ total: null, hasNext: next !== null }}
        rowId={(deed) => deed.id}
        rowName={(deed) => `${names.deed(deed)}${deed.record ? ` ${deed.record}` : ""}`}
        rowHref={(deed) => `${base}/activity/${deed.id}`}
        rowActions={(deed) => <DeedMenu deed={deed} onNarrow={narrow} />}
        state={{ sort: null, order: "desc", page, perPage: query.per_page, hidden: filters.hide }}
        onStateChange={turn}
        refreshing={list.isFetching && !list.isPending}
        error={list.error ? words(list.error) : null}
        onRetry={() => list.refetch()}
        filtered={Object.keys(narrowing).length > 0}
        onClearFilters={() => narrow(cleared)}
        toolbar={
          <FilterBar
            search={{
              value: filters.search,
              label: t("filters.search"),
              onValueChange: (search) => setFilters({ search: search || null, after: null }, { history: "replace" }),
            }}
            filters={[
              choiceFilter({
                id: "what",
                label: t("filters.what"),
                value: filters.what ? [filters.what] : [],
                options: auditedResources.map((value) => ({ value, label: t(`resources.${value}`) })),
                onChange: (values) => narrow({ what: values.at(-1) ?? null }),
              }),
              choiceFilter({
                id: "outcome",
                label: t("filters.outcome"),
                value: filters.outcome ? [filters.outcome] : [],
                options: auditOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
                onChange: (values) => narrow({ outcome: values.at(-1) ?? null }),
              }),
              choiceFilter({
                id: "in",
                label: t("filters.mode"),
                value: filters.in ? [filters.in] : [],
                options: (["live", "sandbox"] as const).map((value) => ({ value, label: t(`modes.${value}`) })),
                onChange: (values) => narrow({ in: values.at(-1) ?? null }),
              }),
              useDaysFilter(filters, narrow),
              textFilter({
                id: "record",
                label: t("filters.record"),
                value: filters.record,
                onChange: (record) => narrow({ record: record || null }),
              }),
              // This filter is set from a row's menu and has no field, because nobody knows people by their ids.
              ...(filters.person
                ? [
                    choiceFilter({
                      id: "person",
                      label: t("filters.person"),
                      value: [filters.person],
                      options: [{ value: filters.person, label: who }],
                      onChange: (values) => narrow({ person: values.at(-1) ?? null }),
                    }),
                  ]
                : []),
            ]}
            onClearAll={() => narrow(cleared)}
            actions={
              <a
                className={buttonClass({ variant: "ghost", size: "sm", className: "w-7 px-0 pointer-coarse:w-11" })}
                aria-label={t("actions.csv")}
                data-tip={t("actions.csv")}
                href={file}
                download
              >
                <Download aria-hidden />
              </a>
            }
          />
        }
        empty={
          <EmptyState icon={<History />} title={t("empty.title")}>
            {t("empty.body")}
          </EmptyState>
        }
      />
    </>
  );
}

type Narrow = (change: Partial<Record<keyof typeof cleared, string | null>>) => unknown;

function useDaysFilter({ from, to }: { from: string; to: string }, narrow: Narrow) {
  const t = useTranslations("activity");
  const { format } = useDesk();
  const day = (text: string) => (Number.isNaN(Date.parse(text)) ? text : format.day(text));
  const summary = from && to ? format.days(from, to) : from ? `≥ ${day(from)}` : to ? `≤ ${day(to)}` : null;
  return dateFilter({
    id: "days",
    label: t("filters.days"),
    from: from || null,
    to: to || null,
    summary,
    onChange: (change) => narrow(change),
  });
}

function DeedMenu({ deed, onNarrow }: { deed: AuditEntry; onNarrow: Narrow }) {
  const t = useTranslations("activity");
  const { base, store, mode } = useDesk();
  const words = useActivityWords();
  const page = pageOf(deed, store.id, mode);
  return (
    <>
      <MenuItem icon={<FileSearch aria-hidden />} href={`${base}/activity/${deed.id}`}>
        {t("actions.open")}
      </MenuItem>
      {page && (
        <MenuItem icon={<ArrowRight aria-hidden className="rtl:rotate-180" />} href={page}>
          {t("actions.goTo")}
        </MenuItem>
      )}
      <MenuItem icon={<UserSearch aria-hidden />} onSelect={() => onNarrow({ person: deed.actor.id })}>
        {t("actions.sameWho", { name: words.actor(deed.actor) })}
      </MenuItem>
      {deed.record !== null && (
        <MenuItem icon={<History aria-hidden />} onSelect={() => onNarrow({ record: deed.record })}>
          {t("actions.sameRecord")}
        </MenuItem>
      )}
    </>
  );
}

function useColumns(): TableColumns<AuditEntry> {
  const t = useTranslations("activity");
  const { format } = useDesk();
  const words = useActivityWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(() => {
    const none = <span className="text-muted">—</span>;
    return column.columns([
      column.accessor((deed) => words.deed(deed), { id: "what", header: t("columns.what"), meta: { primary: true } }),
      column.accessor("record", {
        header: t("columns.record"),
        cell: ({ getValue, row: { original } }) =>
          getValue() === original.actor.id ? words.actor(original.actor) : (getValue() ?? none),
      }),
      column.accessor((deed) => words.actor(deed.actor), { id: "who", header: t("columns.who") }),
      column.accessor("outcome", {
        header: t("columns.outcome"),
        cell: ({ getValue }) => {
          const { label, tone, hollow } = words.outcome(getValue());
          return (
            <Status tone={tone} {...(hollow && { hollow })}>
              {label}
            </Status>
          );
        },
      }),
      column.accessor("mode", {
        header: t("columns.mode"),
        cell: ({ getValue }) => (
          <Badge tone={getValue() === "sandbox" ? "warning" : "neutral"}>{words.mode(getValue())}</Badge>
        ),
      }),
      column.accessor("at", {
        header: t("columns.at"),
        meta: { align: "end" },
        cell: ({ getValue }) => <Moment at={getValue()} precise />,
      }),
    ]);
  }, [t, format]);
}
