"use client";

import { useTranslations } from "next-intl";
import { useId, useRef } from "react";
import { controlClass } from "@/components/ui/control";
import { HydrateOnTouch } from "@/components/ui/hydrate-on-touch";
import { Segmented } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { useShortcut } from "@/components/ui/use-shortcut";
import { useDesk } from "@/lib/api/desk";
import { countDays } from "@/lib/days";
import type { Range } from "@/lib/ranges";
import { comparisons, type Period, type PeriodChange, type PeriodFilters } from "./period";
import { periodKeys } from "./period-keys";

type Props = {
  filters: PeriodFilters;
  period: Period;
  onChange: PeriodChange;
  today: string;
  /** The first day with data, if the comparison period begins earlier. */
  since?: string | null;
};

const shown = ["today", "7d", "28d", "30d", "90d", "365d", "month", "quarter", "year", "custom"] as const;

export function PeriodBar({ filters, period, onChange, today, since = null }: Props) {
  const t = useTranslations("period");
  const { range, comparison } = period;
  const besideId = useId();
  const firstDay = useRef<HTMLInputElement>(null);
  const options = [...shown, ...(shown.some((name) => name === filters.range) ? [] : [filters.range])].map((value) => ({
    value,
    label: t(`names.${value}`),
  }));
  const choose = (name: PeriodFilters["range"]) => {
    onChange({ range: name, from: name === "custom" ? range.start : null, to: name === "custom" ? range.end : null });
  };
  const press = (name: PeriodFilters["range"]) => {
    choose(name);
    // The date fields are rendered only after this event.
    if (name === "custom") setTimeout(() => firstDay.current?.focus());
  };
  const compare = (name: PeriodFilters["compare"]) => {
    const from = (comparison ?? { range }).range;
    const custom = name === "custom";
    onChange({ compare: name, against_from: custom ? from.start : null, against_to: custom ? from.end : null });
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <Segmented
          label={t("label")}
          size="sm"
          className="max-xl:hidden"
          value={filters.range}
          onValueChange={choose}
          options={options}
        />
        <Select
          size="sm"
          aria-label={t("label")}
          className="w-auto! xl:hidden"
          value={filters.range}
          onChange={(event) => choose(event.target.value as PeriodFilters["range"])}
          options={options}
        />
        {filters.range === "custom" && (
          <Dates
            label={t("dates")}
            range={range}
            today={today}
            firstRef={firstDay}
            onChange={({ start, end }) => onChange({ from: start, to: end })}
          />
        )}
        <div className="flex items-center gap-2 text-sm">
          <span id={besideId} className="whitespace-nowrap text-muted">
            {t("beside")}
          </span>
          <Select
            size="sm"
            aria-labelledby={besideId}
            className="w-auto!"
            value={filters.compare}
            onChange={(event) => compare(event.target.value as PeriodFilters["compare"])}
            options={comparisons.map((value) => ({ value, label: t(`comparisons.${value}`) }))}
          />
        </div>
        {filters.compare === "custom" && comparison && (
          <Dates
            label={t("besideDates")}
            range={comparison.range}
            today={today}
            onChange={({ start, end }) => onChange({ against_from: start, against_to: end })}
          />
        )}
      </div>
      <HydrateOnTouch shows={[filters, period, since]}>
        <Meaning filters={filters} period={period} since={since} onToday={() => choose("today")} />
      </HydrateOnTouch>
      {periodKeys.map(([key, name]) => (
        <Key key={key} keys={key} onPress={() => press(name)} />
      ))}
    </div>
  );
}

function Key({ keys, onPress }: { keys: string; onPress: () => void }) {
  useShortcut(keys, onPress);
  return null;
}

type MeaningProps = Pick<Props, "filters" | "period"> & { since: string | null; onToday: () => void };

function Meaning({ filters, period: { range, comparison, weeks, partial }, since, onToday }: MeaningProps) {
  const t = useTranslations("period");
  const figures = useTranslations("figures");
  const { format, store } = useDesk();
  const { gap } = format;
  const days = (of: Range) => format.days(of.start, of.end);
  const [count, others] = [range, comparison?.range ?? range].map(({ start, end }) => countDays(start, end));
  // An address without comparison dates means the previous period.
  const how = filters.compare === "custom" && filters.against_from === null ? "previous" : filters.compare;
  const meant = {
    previous: t("previous", { weeks, count: count ?? 0 }),
    year: t("lastYear"),
    custom: others === count ? "" : t("unlike", { count: others ?? 0 }),
    none: "",
  };
  return (
    <p className="text-sm text-pretty text-muted">
      <span className="font-medium text-ink">{days(range)}</span>
      {gap}
      {t("count", { count: count ?? 0 })}
      {comparison && format.join([t("against", { days: days(comparison.range) }), meant[how]])}
      {t("stop")}
      {gap}
      {since && t("noDataBefore", { day: format.day(since) }) + gap}
      {!partial && filters.range !== "custom" && (
        <>
          {figures.rich("withoutToday", {
            today: (words) => (
              <button
                type="button"
                className="min-h-6 underline underline-offset-3 hover:text-ink print:hidden"
                onClick={onToday}
              >
                {words}
              </button>
            ),
          })}
          {gap}
        </>
      )}
      {partial && (
        <strong className="font-medium text-warning">{t("partial", { day: format.day(range.end) }) + gap}</strong>
      )}
      {t("zone", { zone: store.timeZone })}
    </p>
  );
}

type DatesProps = {
  label: string;
  range: Range;
  today: string;
  firstRef?: React.Ref<HTMLInputElement>;
  onChange: (range: Range) => void;
};

function Dates({ label, range, today, firstRef, onChange }: DatesProps) {
  const t = useTranslations("period");
  const id = useId();
  const field = (name: "start" | "end", ref?: React.Ref<HTMLInputElement>) => (
    <input
      ref={ref}
      key={range[name]}
      type="date"
      aria-labelledby={`${id} ${id}-${name}`}
      className={`${controlClass} h-7! w-36! text-sm`}
      defaultValue={range[name]}
      max={today}
      onBlur={({ target: { value } }) => {
        if (value >= "1970" && value !== range[name]) onChange({ ...range, [name]: value });
      }}
      onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lie in a line.
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-1.5 text-sm">
      <span id={id} className="sr-only">
        {label}
      </span>
      <span id={`${id}-start`} className="text-muted">
        {t("from")}
      </span>
      {field("start", firstRef)}
      <span id={`${id}-end`} className="text-muted">
        {t("to")}
      </span>
      {field("end")}
    </div>
  );
}
