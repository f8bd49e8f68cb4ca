"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Moment } from "@/components/moment";
import { recordColumns } from "@/components/records/record-columns";
import { Look, Status } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Bar } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import { columnsFor, type TableColumns } from "@/components/ui/table-types";
import { useDesk } from "@/lib/api/desk";
import type { Experiment } from "@/lib/contract/checkout/experiments";
import { countDays, dayIn } from "@/lib/days";
import { faultySplit } from "@/lib/stats/index";
import { axisOf, Interval, Ticks } from "./interval";
import { isContradiction } from "./results/audit";
import { estimateOf, leadOf, type Study } from "./results/study";
import type { LiftEstimate, Scale } from "./results/verdict";
import type { Read } from "./use-studies";
import { Mark, toneOf, useExperimentWords, VariantName } from "./words";

const column = columnsFor<Experiment>();

type Props = {
  reads: ReadonlyMap<string, Read>;
  onSeen: (id: string) => void;
  sortable: (name: string) => boolean;
  scale: Scale;
  today: string;
};

export function useExperimentColumns({ reads, onSeen, sortable, scale, today }: Props): TableColumns<Experiment> {
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
    const { name } = recordColumns<Experiment>(["name"].filter(sortable));
    const sort = (name: string) => (sortable(name) ? { sort: name } : {});
    const muted = (text: string) => <span className="text-muted">{text}</span>;
    const leadName = (study: Study) => <VariantName name={leadOf(study)?.name ?? ""} names={study.names} />;
    type Cell = { row: { original: Experiment } };
    /** The placeholder has the size of the content, so that rows do not move when results arrive. */
    const ofStudy =
      (className: string, show: (study: Study, experiment: Experiment) => ReactNode) =>
      ({ row: { original } }: Cell) => {
        const { study, failed } = reads.get(original.id) ?? {};
        return (
          <span className={cn("inline-grid content-center sm:min-h-9", className)}>
            {study ? show(study, original) : failed ? muted("—") : <Skeleton className="w-24" />}
          </span>
        );
      };
    const ofEstimate = (className: string, show: (estimate: LiftEstimate, study: Study) => ReactNode) =>
      ofStudy(className, (study) => {
        const estimate = estimateOf(study, scale);
        return estimate ? show(estimate, study) : muted("—");
      });
    const verdict = ofStudy(cn("sm:min-w-32", wraps), (study) => (
      <Mark tone={toneOf(study.verdict)}>{words.short(study.verdict, study.names)}</Mark>
    ));
    return column.columns([
      name(t("columns.name"), ({ name, id }) => name ?? id),
      column.accessor("status", {
        id: "status",
        header: t("columns.status"),
        meta: sort("status"),
        cell: ({ row: { original } }) => (
          <span className="grid justify-items-start max-sm:justify-items-end">
            {original.status && <Look {...words.statusOf(original)} />}
            {original.status === "running" && original.alert && (
              <Status tone="danger">{t(original.alert.kind === "split" ? "alerts.split" : "alerts.guardrail")}</Status>
            )}
          </span>
        ),
      }),
      column.display({
        id: "verdict",
        header: t("columns.verdict"),
        meta: sort("verdict"),
        cell: ({ row }) => {
          const { study, failed } = reads.get(row.original.id) ?? {};
          return (
            <Seen onSeen={() => onSeen(row.original.id)}>
              {failed && !study ? muted(t("unread", { reason: failed })) : verdict({ row })}
            </Seen>
          );
        },
      }),
      column.display({
        id: "lift",
        header: t(`scale.${scale}`),
        meta: { align: "end", firstOrder: "desc", ...sort("lift") },
        cell: ofEstimate("justify-items-end tabular-nums sm:min-w-26", (estimate, study) => (
          <>
            <span>{words.value(estimate.value, scale)}</span>
            <span className="text-xs text-muted">{words.bounds(estimate, scale)}</span>
            {study.managed && <span className="text-xs text-muted">{t(`metrics.${study.measure.metric}`)}</span>}
            {/* On a phone, the name beside the chart is hidden with it. */}
            <span className="text-xs sm:hidden">{leadName(study)}</span>
          </>
        )),
      }),
      column.display({
        id: "chart",
        header: () => <Ticks axis={axis} show={words.tick(scale)} sparse />,
        meta: { label: t("columns.chart"), notOnPhone: true },
        cell: ofEstimate(cn("w-full min-w-26", wraps), (estimate, study) => (
          <>
            <Interval axis={axis} estimate={estimate} />
            <span className="text-xs">{leadName(study)}</span>
          </>
        )),
      }),
      column.display({
        id: "visitors",
        header: t("columns.perVariant"),
        meta: { align: "end", notOnPhone: true },
        cell: ofStudy("justify-items-end tabular-nums sm:min-w-24", ({ arms, progress, verdict }, { status }) => {
          const { least, needed, planned } = progress;
          if (status === "draft" || !arms) return muted("—");
          // A verdict needs no more visitors, even if a fixed-sample test would have required more.
          const goal = planned ?? (verdict.rule === "decided" ? null : needed);
          if (goal === null) return format.number(least);
          return (
            <>
              <span>{format.number(least)}</span>
              <span className="text-xs text-muted">
                {t(planned === null ? "progress.needed" : "progress.planned", { goal: format.number(goal) })}
              </span>
              <Bar part={least / goal} className="h-1 max-w-24" />
            </>
          );
        }),
      }),
      column.display({
        id: "health",
        header: t("columns.health"),
        cell: ofStudy(
          cn("justify-items-start max-sm:justify-items-end sm:min-w-28", wraps),
          ({ splitTest: { pValue }, split, findings }, { status }) => {
            if (status === "draft") return muted("—");
            const odd = findings?.filter(isContradiction).length ?? 0;
            const broken = pValue !== null && pValue < faultySplit;
            const unbroken = pValue === null ? "unknown" : split.from === "assumed" ? "even" : "fine";
            return (
              <>
                <Status
                  tone={broken ? "danger" : pValue === null ? "neutral" : "success"}
                  hollow={pValue === null}
                  className={wraps}
                >
                  {t(`health.${broken ? "broken" : unbroken}`)}
                </Status>
                {odd > 0 && (
                  <Status tone="warning" className={wraps}>
                    {t("health.odd", { count: odd })}
                  </Status>
                )}
              </>
            );
          },
        ),
      }),
      column.accessor("started_at", {
        id: "created_at",
        header: t("columns.started"),
        meta: { align: "end", firstOrder: "desc", notOnPhone: true, room: "medium", ...sort("created_at") },
        cell: ({ row: { original } }) => {
          const { started_at: at, ended_at: end } = original;
          if (at === undefined) return null;
          const until = end === undefined ? today : dayIn(store.timeZone, new Date(end));
          const days = Math.max(0, countDays(dayIn(store.timeZone, new Date(at)), until) - 1);
          return (
            <span className="grid justify-items-end">
              <Moment at={at} />
              <span className="text-xs text-muted">{t(end ? "ranDays" : "runsDays", { count: days })}</span>
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
