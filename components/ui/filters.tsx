"use client";

import { Checkbox } from "./checkbox";
import type { Filter } from "./filter-bar";
import { lazyPart } from "./lazy-part";
import { TextSkeleton } from "./skeleton";

const load = () => import("./filter-editors");
const waiting = <TextSkeleton lines={2} />;
const TextEditor = lazyPart(() => load().then((file) => ({ default: file.TextEditor })), waiting);
const DayEditor = lazyPart(() => load().then((file) => ({ default: file.DayEditor })), waiting);
const DaysEditor = lazyPart(() => load().then((file) => ({ default: file.DaysEditor })), waiting);

type Options = readonly { value: string; label: string }[];

/** At most one option is selected; each click takes effect at once. */
export function choiceFilter(filter: {
  id: string;
  label: string;
  options: Options;
  value: string | null;
  onChange: (value: string | null) => void;
}): Filter {
  const { id, label, options, value, onChange } = filter;
  return {
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
  };
}

/** Each change takes effect only when the text is applied. */
export function textFilter(filter: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  description?: string;
}): Filter {
  return {
    id: filter.id,
    label: filter.label,
    summary: filter.value || null,
    onClear: () => filter.onChange(""),
    editor: (close) => <TextEditor {...filter} onClose={close} />,
  };
}

/** Both days are inclusive and have the form `YYYY-MM-DD`. */
export function dateFilter(filter: {
  id: string;
  label: string;
  from: string | null;
  to: string | null;
  summary: string | null;
  onChange: (change: { from: string | null; to: string | null }) => void;
}): Filter {
  return {
    id: filter.id,
    label: filter.label,
    summary: filter.summary,
    onClear: () => filter.onChange({ from: null, to: null }),
    editor: (close) => <DaysEditor {...filter} onClose={close} />,
  };
}

export function sinceFilter(filter: {
  id: string;
  label: string;
  value: string | null;
  summary: string | null;
  onChange: (value: string | null) => void;
}): Filter {
  return {
    id: filter.id,
    label: filter.label,
    summary: filter.summary,
    onClear: () => filter.onChange(null),
    editor: (close) => <DayEditor {...filter} onClose={close} />,
  };
}
