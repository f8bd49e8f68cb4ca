"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Moment } from "@/components/moment";
import { Status } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { isContradiction } from "./audit";
import { Mark } from "./mark";
import { leadOf } from "./study";
import type { Read } from "./use-studies";
import { faultySplit } from "./verdict";
import { toneOf, useExperimentWords } from "./words";

const column = columnsFor<Experiment>();

type Given = { reads: ReadonlyMap<string, Read>; onSeen: (id: string) => void; sortable: (name: string) => boolean };

export function useExperimentColumns({ reads, onSeen, sortable }: Given): TableColumns<Experiment> {
  const t = useTranslations("experiments");
  const { format } = useDesk();
  const words = useExperimentWords();
  return useMemo(() => {
    const sort = (name: string) => (sortable(name) ? { sort: name } : {});
    const muted = (text: string) => <span className="text-muted">{text}</span>;
    const shown = (id: string, show: (read: Read & { study: NonNullable<Read["study"]> }) => ReactNode) => {
      const read = reads.get(id);
      if (read?.study) return show({ ...read, study: read.study });
      if (read?.failed) return muted("—");
      return <Skeleton className="w-24" />;
    };
    /** What needs the results, in a place of the same size before they are here. */
    const cell = (id: string, show: Parameters<typeof shown>[1], more = "") => (
      <span className={cn("inline-grid content-center sm:min-h-9", more)}>{shown(id, show)}</span>
    );
    return column.columns([
      column.accessor("name", {
        header: t("columns.name"),
        meta: { primary: true, ...sort("name") },
        cell: ({ row }) => row.original.name ?? row.original.id,
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: sort("status"),
        cell: ({ getValue }) => {
          const status = getValue();
          if (status === undefined) return muted(t("notProvided"));
          const { label, tone, hollow } = words.status(status);
          return (
            <Status tone={tone} hollow={hollow}>
              {label}
            </Status>
          );
        },
      }),
      column.display({
        id: "verdict",
        header: t("columns.verdict"),
        meta: { wrap: true, ...sort("verdict") },
        cell: ({ row: { original } }) => (
          <Seen onSeen={() => onSeen(original.id)}>
            {reads.get(original.id)?.failed && !reads.get(original.id)?.study
              ? muted(t("unread", { reason: reads.get(original.id)?.failed ?? "" }))
              : cell(original.id, ({ study: { verdict } }) => (
                  <Mark tone={toneOf(verdict)}>{words.short(verdict)}</Mark>
                ))}
          </Seen>
        ),
      }),
      column.display({
        id: "lift",
        header: t("columns.lift"),
        meta: { align: "end", firstOrder: "desc", ...sort("lift") },
        cell: ({ row: { original } }) =>
          cell(
            original.id,
            ({ study }) => {
              const lead = leadOf(study);
              if (!lead || lead.lift === null || study.verdict.rule === "split") return muted("—");
              return (
                <span className="grid justify-items-end tabular-nums">
                  <span>
                    {words.change(lead.lift)} <span className="text-muted">{lead.name}</span>
                  </span>
                  <span className="text-xs text-muted">{words.points(lead.difference)}</span>
                </span>
              );
            },
            "justify-items-end sm:min-w-36",
          ),
      }),
      column.display({
        id: "health",
        header: t("columns.health"),
        cell: ({ row: { original } }) =>
          cell(
            original.id,
            ({ study, at }) => {
              if (original.status === "draft") return muted("—");
              const { pValue } = study.splitTest;
              const odd = study.findings?.filter(isContradiction).length ?? 0;
              const broken = pValue !== null && pValue < faultySplit;
              return (
                <span className="grid max-sm:justify-items-end">
                  <Status tone={broken ? "danger" : pValue === null ? "neutral" : "success"} hollow={pValue === null}>
                    {t(
                      `health.${broken ? "broken" : pValue === null ? "unknown" : study.split.from === "assumed" ? "even" : "fine"}`,
                    )}
                  </Status>
                  {study.findings && odd > 0 && <Status tone="warning">{t("health.odd", { count: odd })}</Status>}
                  {at !== null && (
                    <span className="text-xs text-muted">{t("health.read", { at: format.dateTime(at) })}</span>
                  )}
                </span>
              );
            },
            "justify-items-start max-sm:justify-items-end sm:min-w-44",
          ),
      }),
      column.accessor("started_at", {
        id: "created_at",
        header: t("columns.started"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, ...sort("created_at") },
        cell: ({ getValue }) => {
          const at = getValue();
          return at === undefined ? muted("—") : <Moment at={at} />;
        },
      }),
    ]);
  }, [t, format, words, reads, onSeen, sortable]);
}

/** Says once that it came into view. */
function Seen({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null);
  const say = useRef(onSeen);
  say.current = onSeen;
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      say.current();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={ref} className="inline-block min-h-4 min-w-4">
      {children}
    </span>
  );
}
