"use client";

import { Checkbox } from "./checkbox";
import type { Filter } from "./filter-bar";
import { lazyPart } from "./lazy-part";

const load = () => import("./filter-editors");
const TextEditor = lazyPart(() => load().then((file) => ({ default: file.TextEditor })));
const DayEditor = lazyPart(() => load().then((file) => ({ default: file.DayEditor })));
const DaysEditor = lazyPart(() => load().then((file) => ({ default: file.DaysEditor })));

type Options = readonly { value: string; label: string }[];

/** A filter by one or more of a few values. Each click takes effect at once. */
export function choiceFilter(filter: {
  id: string;
  label: string;
  options: Options;
  value: readonly string[];
  onChange: (value: string[]) => void;
}): Filter {
  const { id, label, options, value, onChange } = filter;
  const labels = value.map((each) => options.find((option) => option.value === each)?.label ?? each);
  return {
    id,
    label,
    summary: labels.length === 0 ? null : labels.join(", "),
    onClear: () => onChange([]),
    editor: () => (
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">{label}</legend>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, option.value] : value.filter((each) => each !== option.value))
            }
          />
        ))}
      </fieldset>
    ),
  };
}

/** A filter by a text, such as an id. It takes effect when it is applied. */
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

/** A filter by days, both inclusive, as `YYYY-MM-DD`. */
export function dateFilter(filter: {
  id: string;
  label: string;
  from: string | null;
  to: string | null;
  summary: string | null;
  onChange: (change: { from: string | null; to: string | null }) => void;
  /** There is no last day. */
  onlyFrom?: boolean;
}): Filter {
  const { from, to, onChange, onlyFrom = false } = filter;
  return {
    id: filter.id,
    label: filter.label,
    summary: filter.summary,
    onClear: () => onChange({ from: null, to: null }),
    editor: (close) => <DaysEditor from={from} to={to} onlyFrom={onlyFrom} onChange={onChange} onClose={close} />,
  };
}

/** A filter by the first day, as `YYYY-MM-DD`. */
export function sinceFilter(filter: {
  id: string;
  label: string;
  value: string | null;
  /** The day in words. */
  summary: string | null;
  onChange: (value: string | null) => void;
}): Filter {
  const { id, label, value, summary, onChange } = filter;
  return {
    id,
    label,
    summary,
    onClear: () => onChange(null),
    editor: (close) => <DayEditor label={label} value={value} onChange={onChange} onClose={close} />,
  };
}
