"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { MessageSquarePlus, Pencil, Trash2, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useAttempt } from "@/components/attempt";
import { CoursePanel as Course } from "@/components/figures/course-panel";
import { ofClosedDays } from "@/components/figures/figure-reads";
import { differenceOf, type FigurePoint, pointsOf, whyAbsent } from "@/components/figures/figures";
import { DaysSoFar, useDays } from "@/components/figures/use-days";
import { useFigures } from "@/components/figures/use-figures";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useDesk } from "@/lib/api/desk";
import type { Annotation } from "@/lib/contract/desk/annotations";
import { daysOf } from "@/lib/ranges";
import { useMetrics } from "./figures-panel";
import { type AnalyticsPanelProps, annotationsOf, drawnBeside, drawnRange, freshnessOf } from "./filters";

export function CoursePanel({ filters, period, onChange }: AnalyticsPanelProps) {
  const t = useTranslations("analytics.course");
  const reasons = useTranslations("figures");
  const desk = useDesk();
  const { figure: name } = filters;
  const { comparison, partial } = period;
  const { start, end } = drawnRange(period.range);
  const beside = drawnBeside(period);
  const history = useDays({ start, end }, { freshness: freshnessOf(period) });
  const earlier = useDays(beside ?? { start, end }, { freshness: ofClosedDays, enabled: beside !== null });
  const { now, since } = useMetrics(period);
  const { data: notes } = useQuery(annotationsOf(desk, period.range));
  const figure = useFigures(now.data?.data)(name);
  const total = figure.value ?? undefined;

  // The API's current figures for today are fresher than the collected ones.
  const soFar = partial && start !== period.range.start ? total : undefined;
  const days = history.data;
  const others = beside ? earlier.data : undefined;
  const rows = useMemo(() => {
    const own = daysOf({ start, end });
    const besides = own.map((day) => comparison?.dayFor(day) ?? null);
    const known = besides.map((day) => (day !== null && since !== null && day < since ? null : day));
    const points = pointsOf(name, own, days ?? nothing);
    const earlierPoints = pointsOf(name, known, others ?? nothing);
    return own.map((day, at) => ({
      day,
      now: day === end && soFar !== undefined ? { value: soFar } : (points[at] ?? unknown),
      beside: besides[at] ?? null,
      before: earlierPoints[at] ?? unknown,
    }));
  }, [start, end, name, days, others, comparison, since, soFar]);

  const { marks, listed } = useAnnotations(notes?.data, rows);
  const single = period.range.start === period.range.end;
  const difference = single
    ? null
    : differenceOf(name, { days: rows.map(({ day }) => day), history: days?.data ?? [], total });
  const quiet = total === 0 && !rows.some(({ now, before }) => now.value || before.value);
  const absent = (day: string) => {
    const state = days?.data.find((known) => known.day === day);
    if (state?.figures) return reasons(whyAbsent(name, state.figures));
    return t(state?.complete ? "refused" : "notCollected");
  };
  // The figures above show the error, and there is nothing to draw.
  if (now.error && !now.data && rows.every((row) => row.now.value === null)) return null;
  return (
    <Course
      {...{ filters, onChange, figure, rows, marks, absent }}
      read={history}
      compared={comparison !== null}
      today={partial ? end : null}
      description={single ? t("fortnight") : undefined}
      quiet={quiet ? t("quietBody") : null}
      csv={{ name, head: figure.label }}
      foot={
        <>
          <DaysSoFar lines={[days, others]} className="mt-2 text-sm text-muted" />
          {difference !== null && difference !== 0 && (
            <p className="mt-2 text-sm text-warning">
              {t(difference > 0 ? "more" : "less", {
                difference: figure.show(Math.abs(difference)),
                figure: figure.label,
              })}
            </p>
          )}
        </>
      }
    >
      <Annotations notes={listed} day={end} />
    </Course>
  );
}

const nothing = { data: [] };
const unknown: FigurePoint = { value: null };

const AnnotateDialog = lazyPart(() => import("./annotate-dialog").then((file) => ({ default: file.AnnotateDialog })));

type Listed = Annotation & { sign: string };

function useAnnotations(notes: readonly Annotation[] | undefined, rows: readonly { day: string }[]) {
  return useMemo(() => {
    const days = [...new Set((notes ?? []).map(({ day }) => day))].filter((day) => rows.some((row) => row.day === day));
    const listed = (notes ?? []).flatMap((note) =>
      days.includes(note.day) ? [{ ...note, sign: String(days.indexOf(note.day) + 1) }] : [],
    );
    const marks = days.map((day, n) => ({
      at: rows.findIndex((row) => row.day === day),
      sign: String(n + 1),
      text: listed.flatMap((note) => (note.day === day ? [note.text] : [])).join("; "),
    }));
    return { listed, marks };
  }, [notes, rows]);
}

function Annotations({ notes, day }: { notes: readonly Listed[]; day: string }) {
  const t = useTranslations("analytics.annotations");
  const [dialog, setDialog] = useState<Annotation | "new" | null>(null);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
      {notes.length > 0 && (
        <ul aria-label={t("title")} className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
          {notes.map((note) => (
            <Note key={note.id} note={note} onEdit={() => setDialog(note)} />
          ))}
        </ul>
      )}
      <Button
        size="sm"
        variant="ghost"
        icon={<MessageSquarePlus />}
        className="print:hidden"
        onClick={() => setDialog("new")}
      >
        {t("add")}
      </Button>
      {dialog !== null && (
        <AnnotateDialog note={dialog === "new" ? null : dialog} day={day} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}

function Note({ note, onEdit }: { note: Listed; onEdit: () => void }) {
  const t = useTranslations("analytics.annotations");
  const { desk, format } = useDesk();
  const attempt = useAttempt();
  const remove = useMutation(desk.annotations.delete.mutation());
  return (
    <li className="flex min-h-7 items-center gap-2">
      <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-line text-xs">{note.sign}</span>
      <span className="min-w-0 wrap-anywhere">
        <span className="text-muted">{format.day(note.day)}</span> {note.text}{" "}
        {note.shared && (
          <span className="text-muted">
            <Users aria-hidden className="inline size-3.5" /> {t("sharedBy", { name: note.owner })}
          </span>
        )}
      </span>
      {note.mine && (
        <span className="ms-auto inline-flex print:hidden">
          <IconButton size="sm" label={t("edit", { text: note.text })} icon={<Pencil aria-hidden />} onClick={onEdit} />
          <IconButton
            size="sm"
            label={t("delete", { text: note.text })}
            icon={<Trash2 aria-hidden />}
            onClick={() => !remove.isPending && attempt(() => remove.mutateAsync({ params: { id: note.id } }))}
          />
        </span>
      )}
    </li>
  );
}
