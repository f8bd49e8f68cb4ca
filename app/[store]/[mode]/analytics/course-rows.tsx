"use client";

import { useTranslations } from "next-intl";
import { FigureChange } from "@/components/figures/figure-change";
import { type FigureName, type FigurePoint, whyAbsent } from "@/components/figures/figures";
import { RowsTable } from "@/components/ui/rows-table";
import { useDesk } from "@/lib/api/desk";
import type { HistoryDay } from "@/lib/contract/desk/history";
import { DayLink } from "./day-link";

export type CourseRow = { day: string; now: FigurePoint; beside: string | null; before: FigurePoint };

type Props = {
  rows: readonly CourseRow[];
  figure: FigureName;
  compared: boolean;
  show: (point: FigurePoint) => string;
  /** The unfinished day, or null if it is not among the rows. */
  today: string | null;
  known: readonly HistoryDay[];
  onDay: (day: string) => void;
};

export function CourseRows({ rows, figure, compared, show, today, known, onDay }: Props) {
  const t = useTranslations("analytics.course");
  const names = useTranslations("figures.names");
  const reasons = useTranslations("figures");
  const { format } = useDesk();
  const value = (row: CourseRow) => {
    if (row.now.step) return <span className="text-muted">{show(row.now)}</span>;
    if (row.now.value !== null) return show(row.now);
    const state = known.find(({ day }) => day === row.day);
    const why = state?.figures
      ? reasons(whyAbsent(figure, state.figures))
      : t(state?.complete ? "refused" : "notCollected");
    return <span className="text-muted">{why}</span>;
  };
  const before = (row: CourseRow) => (
    <>
      <span className="text-xs text-muted max-sm:block">{row.beside && format.day(row.beside)}</span>{" "}
      {row.before.value === null ? "—" : show(row.before)}
    </>
  );
  return (
    <div className="max-h-96 overflow-y-auto border-t border-line print:max-h-none">
      <RowsTable
        caption={t("table", { figure: names(figure) })}
        columns={[
          { id: "day", label: t("day") },
          { id: "value", label: names(figure), align: "end" },
          ...(compared
            ? [
                { id: "before", label: t("beside"), align: "end" as const },
                { id: "change", label: t("change"), align: "end" as const },
              ]
            : []),
        ]}
        rows={rows.toReversed()}
        rowKey={({ day }) => day}
        cell={(row, column) => {
          if (column === "value") return value(row);
          if (column === "before") return before(row);
          if (column === "change") {
            // A day that is not over would look bad beside a whole one.
            if (row.day === today || row.now.step || row.before.step || row.before.value === null) return "—";
            return (
              <FigureChange name={figure} now={row.now.value ?? undefined} before={row.before.value ?? undefined} />
            );
          }
          return (
            <>
              <DayLink day={row.day} onOpen={onDay} />
              {row.day === today && <span className="text-muted"> {t("soFar")}</span>}
            </>
          );
        }}
      />
    </div>
  );
}
