"use client";

import { Checkbox } from "./checkbox";
import type { Filter } from "./filter-bar";
import { lazyPart } from "./lazy-part";
import { TextSkeleton } from "./skeleton";

const load = () => import("./filter-editors");
const waiting = <TextSkeleton lines={2} />;
const TextEditor = lazyPart(() => load().then((file) => ({ default: file.TextEditor })), waiting);
const DayEditor = lazyPart(() => load().then((file) => ({ default: file.DayEditor })), waiting);
const MinimumEditor = lazyPart(() => load().then((file) => ({ default: file.MinimumEditor })), waiting);
const DaysEditor = lazyPart(() => load().then((file) => ({ default: file.DaysEditor })), waiting);

type Named = Pick<Filter, "id" | "label">;
type Of<Value> = Named & { value: Value; onChange: (value: Value) => void };
type Days = { from: string | null; to: string | null };
type Choice = Of<string | null> & { options: readonly { value: string; label: string }[] };

export const choiceFilter = ({ id, label, options, value, onChange }: Choice): Filter => ({
  id,
  label,
  summary: value ? (options.find((option) => option.value === value)?.label ?? value) : null,
  onClear: () => onChange(null),
  editor: () => (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={value === option.value}
          onChange={(event) => onChange(event.target.checked ? option.value : null)}
        />
      ))}
    </fieldset>
  ),
});

export const textFilter = (filter: Of<string> & { description?: string }): Filter => ({
  id: filter.id,
  label: filter.label,
  summary: filter.value || null,
  onClear: () => filter.onChange(""),
  editor: (close) => <TextEditor {...filter} onClose={close} />,
});

export const minimumFilter = (filter: Of<number | null> & Pick<Filter, "summary"> & { prefix?: string }): Filter => ({
  id: filter.id,
  label: filter.label,
  summary: filter.summary,
  onClear: () => filter.onChange(null),
  editor: (close) => <MinimumEditor {...filter} onClose={close} />,
});

/** Both days are inclusive and have the form `YYYY-MM-DD`. */
export const dateFilter = (
  filter: Named & Days & Pick<Filter, "summary"> & { onChange: (change: Days) => void },
): Filter => ({
  id: filter.id,
  label: filter.label,
  summary: filter.summary,
  onClear: () => filter.onChange({ from: null, to: null }),
  editor: (close) => <DaysEditor {...filter} onClose={close} />,
});

export const sinceFilter = (filter: Of<string | null> & Pick<Filter, "summary">): Filter => ({
  id: filter.id,
  label: filter.label,
  summary: filter.summary,
  onClear: () => filter.onChange(null),
  editor: (close) => <DayEditor {...filter} onClose={close} />,
});
