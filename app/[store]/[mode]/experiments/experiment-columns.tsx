"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Moment } from "@/components/moment";
import { Look, Status } from "@/components/ui/badge";
import { Bar } from "@/components/ui/bar";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { countDays, dayIn } from "@/lib/days";
import { axisOf, Interval, Ticks } from "./interval";
import { isContradiction } from "./results/audit";
import { estimateOf, leadOf, type Study } from "./results/study";
import { type Estimate, faultySplit, type Scale } from "./results/verdict";
import type { Read } from "./use-studies";
import { Mark, toneOf, useExperimentWords, VariantName } from "./words";

const column = columnsFor<Experiment>();

type Given = {
  reads: ReadonlyMap<string, Read>;
  onSeen: (id: string) => void;
  sortable: (name: string) => boolean;
  scale: Scale;
  today: string;
};

export function useExperimentColumns({ reads, onSeen, sortable, scale, today }: Given): TableColumns<Experiment> {
  const t = useTranslations("experiments");
  const { format, store } = useDesk();
  const words = useExperimentWords();
  // All rows share one axis, so that their intervals can be compared at a glance.
  const axis = useMemo(() => {
    const studies = [...reads.values()].flatMap(({ study }) => study ?? []);
    return axisOf(
      // An estimate without an interval may lie anywhere and would stretch the axis.
      studies.flatMap((study) => estimateOf(study, scale) ?? []).filter(({ lower }) => lower !== null),
      scale,
    );
  }, [reads, scale]);
  return useMemo(() => {
    const wraps = "sm:whitespace-normal";
    const sort = (name: string) => (sortable(name) ? { sort: name } : {});
    const muted = (text: string) => <span className="text-muted">{text}</span>;
    const shown = (id: string, show: (read: Read & { study: Study }) => ReactNode) => {
      const read = reads.get(id);
      if (read?.study) return show({ ...read, study: read.study });
      if (read?.failed) return muted("—");
      return <Skeleton className="w-24" />;
    };
    /** The placeholder has the size of the content, so that rows do not move when results arrive. */
    const cell = (id: string, show: Parameters<typeof shown>[1], more = "") => (
      <span className={cn("inline-grid content-center sm:min-h-9", more)}>{shown(id, show)}</span>
    );
    const estimated = (id: string, show: (estimate: Estimate, study: Study) => ReactNode, more: string) =>
      cell(
        id,
        ({ study }) => {
          const estimate = estimateOf(study, scale);
          return estimate ? show(estimate, study) : muted("—");
        },
        more,
      );
    return column.columns([
      column.accessor("name", {
        header: t("columns.name"),
        meta: { primary: true, ...sort("name") },
        cell: ({ row }) => row.original.name ?? row.original.id,
      }),
      column.accessor("status", {
        header: t("columns.status"),
        meta: { optional: true, ...sort("status") },
        cell: ({ row: { original } }) => original.status && <Look {...words.status(original.status)} />,
      }),
      column.display({
        id: "verdict",
        header: t("columns.verdict"),
        meta: sort("verdict"),
        cell: ({ row: { original } }) => (
          <Seen onSeen={() => onSeen(original.id)}>
            {reads.get(original.id)?.failed && !reads.get(original.id)?.study
              ? muted(t("unread", { reason: reads.get(original.id)?.failed ?? "" }))
              : cell(
                  original.id,
                  ({ study: { verdict, names } }) => <Mark tone={toneOf(verdict)}>{words.short(verdict, names)}</Mark>,
                  cn("sm:min-w-32", wraps),
                )}
          </Seen>
        ),
      }),
      column.display({
        id: "lift",
        header: t(`scale.${scale}`),
        meta: { align: "end", firstOrder: "desc", ...sort("lift") },
        cell: ({ row: { original } }) =>
          estimated(
            original.id,
            (estimate, study) => (
              <span className="grid justify-items-end tabular-nums">
                <span>{words.value(estimate.value, scale)}</span>
                <span className="text-xs text-muted">{words.bounds(estimate, scale)}</span>
                {/* On a phone, the name beside the chart is hidden with it. */}
                <span className="text-xs sm:hidden">
                  <VariantName name={leadOf(study)?.name ?? ""} names={study.names} />
                </span>
              </span>
            ),
            "justify-items-end sm:min-w-26",
          ),
      }),
      column.display({
        id: "chart",
        header: () => <Ticks axis={axis} show={words.tick(scale)} sparse />,
        meta: { label: t("columns.chart"), notOnPhone: true },
        cell: ({ row: { original } }) =>
          estimated(
            original.id,
            (estimate, study) => (
              <span className="grid">
                <Interval axis={axis} estimate={estimate} />
                <span className="text-xs">
                  <VariantName name={leadOf(study)?.name ?? ""} names={study.names} />
                </span>
              </span>
            ),
            cn("w-full min-w-26", wraps),
          ),
      }),
      column.display({
        id: "visitors",
        header: t("columns.perVariant"),
        meta: { align: "end" },
        cell: ({ row: { original } }) =>
          cell(
            original.id,
            ({ study: { arms, progress, verdict } }) => {
              const { least, needed, planned } = progress;
              if (original.status === "draft" || !arms) return muted("—");
              // A verdict needs no more visitors, even if a fixed-sample test would have required more.
              const goal = planned ?? (verdict.rule === "decided" ? null : needed);
              if (goal === null) return format.number(least);
              return (
                <span className="grid justify-items-end tabular-nums">
                  <span>{format.number(least)}</span>
                  <span className="text-xs text-muted">
                    {t(planned === null ? "progress.needed" : "progress.planned", { goal: format.number(goal) })}
                  </span>
                  <Bar part={least / goal} className="h-1 max-w-24" />
                </span>
              );
            },
            "justify-items-end sm:min-w-24",
          ),
      }),
      column.display({
        id: "health",
        header: t("columns.health"),
        cell: ({ row: { original } }) =>
          cell(
            original.id,
            ({ study }) => {
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
                  {study.findings && odd > 0 && (
                    <Status tone="warning" className="sm:whitespace-normal">
                      {t("health.odd", { count: odd })}
                    </Status>
                  )}
                </span>
              );
            },
            cn("justify-items-start max-sm:justify-items-end sm:min-w-28", wraps),
          ),
      }),
      column.accessor("started_at", {
        id: "created_at",
        header: t("columns.started"),
        meta: { align: "end", firstOrder: "desc", ...sort("created_at") },
        cell: ({ getValue, row: { original } }) => {
          const at = getValue();
          if (at === undefined) return muted("—");
          const over = original.ended_at !== undefined;
          const until = original.ended_at === undefined ? today : dayIn(store.timeZone, new Date(original.ended_at));
          const days = Math.max(0, countDays(dayIn(store.timeZone, new Date(at)), until) - 1);
          return (
            <span className="grid justify-items-end">
              <Moment at={at} />
              <span className="text-xs text-muted">{t(over ? "ranDays" : "runsDays", { count: days })}</span>
            </span>
          );
        },
      }),
    ]);
  }, [t, format, store.timeZone, words, reads, onSeen, sortable, scale, axis, today]);
}

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
