"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Download, FileSearch, History, ShieldCheck, UserSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Help } from "@/components/help/help";
import { tableAddress } from "@/components/lists/table-address";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Moment } from "@/components/moment";
import { QueryError } from "@/components/query-error";
import { Badge, Look } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { CopyButton } from "@/components/ui/copy-button";
import { DataTable } from "@/components/ui/data-table";
import { FilterBar } from "@/components/ui/filter-bar";
import { dateFilter, textFilter } from "@/components/ui/filters";
import { IntentLink } from "@/components/ui/intent-link";
import { MenuItem } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { columnsFor, type TableState } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import type { AuditEntry } from "@/lib/contract/desk/audit";
import { auditedResources, auditOutcomes } from "@/lib/contract/desk/audit-words";
import { type ActivityFilters, activityFilters, toActivityQuery, toNarrowing } from "./filters";
import { pageOf, useActivityWords } from "./words";

const column = columnsFor<AuditEntry>();
const narrowing = ["search", "what", "outcome", "in", "person", "record", "from", "to"] as const;

export function ActivityTable() {
  const t = useTranslations("activity");
  const { base, desk, store, mode, timeZone, can } = useDesk();
  const address = useListAddress(activityFilters, narrowing);
  const { filters, setFilters, narrow, choice } = address;
  const query = { page: filters.after.length + 1, ...toActivityQuery(filters, timeZone) };
  const { page, ...input } = query;
  const { list, rows, table } = useResourceList({ address, query, read: desk.audit.list.options({ query: input }) });
  const words = useActivityWords();
  const columns = useColumns();
  const days = useDaysFilter(filters, narrow);
  const next = list.data?.next ?? null;
  const turn = ({ page: to, ...change }: Partial<TableState>) => {
    // Only the next and the previous page can be opened, because a page's start is known only from the page before.
    const after =
      to === undefined ? undefined : to > page && next ? [...filters.after, next] : filters.after.slice(0, to - 1);
    return setFilters({ ...tableAddress(change), ...(after && { after: after.length > 0 ? after : null }) });
  };
  const actor = rows?.find((entry) => entry.actor.id === filters.person)?.actor;
  const file = `/api/${store.id}/${mode}/desk/audit/export?${new URLSearchParams(toNarrowing(filters, timeZone))}`;

  return (
    <>
      <PageHeader list title={t("title")} description={t("description")} />
      {can("desk", "audit", "verify") && <ChainPanel />}
      <DataTable
        {...table}
        caption={t("title")}
        columns={columns}
        count={{ total: null, hasNext: next !== null }}
        rowName={(entry) => `${words.operation(entry)}${entry.record ? ` ${entry.record}` : ""}`}
        rowHref={(entry) => `${base}/activity/${entry.id}`}
        rowActions={(entry) => <EntryMenu entry={entry} onNarrow={narrow} />}
        onStateChange={turn}
        pageHref={undefined}
        toolbar={
          <FilterBar
            search={address.search("search", t("filters.search"))}
            filters={[
              choice("what", t("filters.what"), auditedResources, words.resource),
              choice("outcome", t("filters.outcome"), auditOutcomes, (outcome) => t(`outcomes.${outcome}`)),
              choice("in", t("filters.mode"), ["live", "sandbox"], (one) => t(`modes.${one}`)),
              days,
              textFilter({
                id: "record",
                label: t("filters.record"),
                value: filters.record,
                onChange: (record) => narrow({ record: record || null }),
              }),
              // This filter is set from a row's menu and has no field, because nobody knows people by their ids.
              ...(filters.person
                ? [choice("person", t("filters.person"), [filters.person], (id) => (actor ? words.actor(actor) : id))]
                : []),
            ]}
            onClearAll={address.clear}
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
        empty={{ icon: <History />, title: t("empty.title"), children: t("empty.body") }}
      />
    </>
  );
}

type Narrow = ReturnType<typeof useListAddress<typeof activityFilters>>["narrow"];

function useDaysFilter({ from, to }: Pick<ActivityFilters, "from" | "to">, narrow: Narrow) {
  const t = useTranslations("activity");
  const { format } = useDesk();
  const summary = from && to ? format.days(from, to) : from ? `≥ ${format.day(from)}` : to && `≤ ${format.day(to)}`;
  return dateFilter({ id: "days", label: t("filters.days"), from, to, summary, onChange: narrow });
}

function EntryMenu({ entry, onNarrow }: { entry: AuditEntry; onNarrow: Narrow }) {
  const t = useTranslations("activity");
  const { base, store, mode } = useDesk();
  const words = useActivityWords();
  const page = pageOf(entry, store.id, mode);
  return (
    <>
      <MenuItem icon={<FileSearch aria-hidden />} href={`${base}/activity/${entry.id}`}>
        {t("actions.open")}
      </MenuItem>
      {page && (
        <MenuItem icon={<ArrowRight aria-hidden className="rtl:rotate-180" />} href={page}>
          {t("actions.goTo")}
        </MenuItem>
      )}
      <MenuItem icon={<UserSearch aria-hidden />} onSelect={() => onNarrow({ person: entry.actor.id })}>
        {t("actions.sameWho", { name: words.actor(entry.actor) })}
      </MenuItem>
      {entry.record !== null && (
        <MenuItem icon={<History aria-hidden />} onSelect={() => onNarrow({ record: entry.record })}>
          {t("actions.sameRecord")}
        </MenuItem>
      )}
    </>
  );
}

function useColumns() {
  const t = useTranslations("activity");
  const { format, store } = useDesk();
  const words = useActivityWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.accessor(words.operation, { id: "what", header: t("columns.what"), meta: { primary: true } }),
        column.field("record", t("columns.record"), (record, { actor }) =>
          record === actor.id ? words.actor(actor) : record === store.id ? store.name : record,
        ),
        column.accessor(({ actor }) => words.actor(actor), { id: "who", header: t("columns.who") }),
        column.field("outcome", t("columns.outcome"), (outcome) => <Look {...words.outcome(outcome)} />),
        column.accessor("mode", {
          header: t("columns.mode"),
          cell: ({ row: { original: entry } }) => (
            <Badge tone={entry.mode === "sandbox" ? "warning" : "neutral"}>{words.mode(entry.mode)}</Badge>
          ),
        }),
        column.field("at", t("columns.at"), (at) => <Moment at={at} precise />, { align: "end" }),
      ]),
    [t, format],
  );
}

/** The check runs on request, because it reads every entry and a long history takes a while. */
function ChainPanel() {
  const t = useTranslations("activity.verify");
  const { base, desk, format } = useDesk();
  const said = useSaid();
  const chain = useQuery({ ...desk.audit.verify.options(), enabled: false, staleTime: "static" });
  const verdict = chain.data;
  return (
    <Panel
      title={t("title")}
      aside={<Help of="chain" label={t("title")} />}
      description={t("about")}
      className="[&>div]:pb-0"
      actions={
        <Button
          variant="secondary"
          icon={<ShieldCheck aria-hidden />}
          pending={chain.isFetching}
          onClick={() => chain.refetch()}
        >
          {t(verdict ? "again" : "action")}
        </Button>
      }
    >
      <div className="grid gap-3 pb-4 empty:hidden" aria-live="polite">
        {chain.error && <QueryError error={chain.error} onRetry={() => chain.refetch()} />}
        {verdict &&
          !chain.error &&
          (verdict.broken ? (
            <Banner
              tone="danger"
              title={t("broken", { row: verdict.broken.seq })}
              action={
                <IntentLink
                  href={`${base}/activity/${verdict.broken.seq}`}
                  className={buttonClass({ variant: "secondary", size: "sm" })}
                >
                  {t("toRow", { row: verdict.broken.seq })}
                </IntentLink>
              }
            >
              {t("brokenBody", { reason: said(verdict.broken.reason, verdict.broken.reason_key) })}
            </Banner>
          ) : (
            <Banner tone="success" title={t("ok", { count: verdict.rows })}>
              {t("at", { time: format.dateTime(new Date(chain.dataUpdatedAt).toISOString()) })}
            </Banner>
          ))}
        {verdict?.head && !verdict.broken && (
          <div className="grid gap-1 text-sm">
            <p className="text-muted">{t("head")}</p>
            <p className="flex items-center gap-1">
              <code className="min-w-0 break-all">{verdict.head}</code>
              <CopyButton text={verdict.head} label={t("headLabel")} size="sm" />
            </p>
          </div>
        )}
      </div>
    </Panel>
  );
}
