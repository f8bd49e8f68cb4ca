"use client";

import { Checkbox } from "./checkbox";
import type { Filter } from "./filter-bar";
import { lazyPart } from "./lazy-part";

const load = () => import("./filter-editors");
const TextEditor = lazyPart(() => load().then((file) => ({ default: file.TextEditor })));
const DayEditor = lazyPart(() => load().then((file) => ({ default: file.DayEditor })));
const DaysEditor = lazyPart(() => load().then((file) => ({ default: file.DaysEditor })));

type Options = readonly { value: string; label: string }[];

/** Each click takes effect at once. */
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

export function sinceFilter(filter: {
  id: string;
  label: string;
  value: string | null;
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
