"use client";

import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useListAddress } from "@/components/lists/use-list-address";
import { useResourceList } from "@/components/lists/use-resource-list";
import { Look } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { columnsFor } from "@/components/ui/table-types";
import { useSaid } from "@/components/use-said";
import { useDesk } from "@/lib/api/desk";
import { itemStates } from "@/lib/contract/desk/job-words";
import type { Job, JobItem } from "@/lib/contract/desk/jobs";
import { itemFilters, toQuery } from "../filters";
import { isOver, useJobWords } from "../words";

const column = columnsFor<JobItem>();

const idOf = ({ n }: JobItem) => String(n);

export function JobItems({ job }: { job: Job }) {
  const t = useTranslations("jobs");
  const { desk } = useDesk();
  const address = useListAddress(itemFilters, ["state"]);
  const query = toQuery(address.filters);
  const { table } = useResourceList({
    address,
    query,
    read: {
      ...desk.jobs.items.options({ params: { id: job.id }, query }),
      refetchInterval: isOver(job) ? false : 2_000,
    },
    rowId: idOf,
  });
  const columns = useItemColumns();
  return (
    <DataTable
      {...table}
      caption={t("outcomes")}
      columns={columns}
      rowName={(item) => item.label ?? item.record ?? idOf(item)}
      toolbar={
        <FilterBar
          filters={[address.choice("state", t("filterState"), itemStates, (state) => t(`itemStates.${state}`))]}
        />
      }
      empty={
        <EmptyState icon={<ListChecks />} title={t("noItems.title")}>
          {t("noItems.body")}
        </EmptyState>
      }
    />
  );
}

function useItemColumns() {
  const t = useTranslations("jobs");
  const said = useSaid();
  const words = useJobWords();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change only with the texts.
  return useMemo(
    () =>
      column.columns([
        column.accessor("n", { header: t("columns.n"), meta: { notOnPhone: true } }),
        column.accessor((item) => item.label ?? item.record, {
          id: "record",
          header: t("columns.record"),
          meta: { primary: true },
          cell: ({ row: { original: item } }) => (
            <>
              {item.label ?? item.record ?? "—"}
              {item.label !== null && item.record !== null && <span className="ms-2 text-muted">{item.record}</span>}
            </>
          ),
        }),
        column.field("state", t("columns.outcome"), (state) => <Look {...words.item(state)} />),
        column.accessor((item) => said(item.message ?? item.history.at(-1)?.message ?? ""), {
          id: "message",
          header: t("columns.message"),
          meta: { wrap: true },
        }),
      ]),
    [t, said],
  );
}
