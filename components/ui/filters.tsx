"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import type { Filter } from "./filter-bar";
import { Input } from "./input";

type Options = readonly { value: string; label: string }[];

/** A filter by one or more of a few values; it acts with each click. */
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

/** A filter by a text, e.g. an id; it acts when it is applied. */
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
    editor: (close) => <TextEditor {...filter} close={close} />,
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
  /** It has no last day. */
  onlyFrom?: boolean;
}): Filter {
  const { from, to, onChange, onlyFrom = false } = filter;
  return {
    id: filter.id,
    label: filter.label,
    summary: filter.summary,
    onClear: () => onChange({ from: null, to: null }),
    editor: (close) => <DateEditor from={from} to={to} onlyFrom={onlyFrom} onChange={onChange} close={close} />,
  };
}

/** A filter by the first day that counts, as `YYYY-MM-DD`. */
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
    editor: (close) => <DayEditor label={label} value={value} onChange={onChange} close={close} />,
  };
}

function TextEditor({
  label,
  value,
  description,
  onChange,
  close,
}: {
  label: string;
  value: string;
  description?: string;
  onChange: (value: string) => void;
  close: () => void;
}) {
  const t = useTranslations("ui.filters");
  const [text, setText] = useState(value);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
        close();
      }}
    >
      <Field label={label} description={description}>
        <Input value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}

type DayProps = { label: string; value: string | null; onChange: (value: string | null) => void; close: () => void };

function DayEditor({ label, value, onChange, close }: DayProps) {
  const t = useTranslations("ui.filters");
  const [day, setDay] = useState(value ?? "");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(day || null);
        close();
      }}
    >
      <Field label={label}>
        <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}

type Days = { from: string | null; to: string | null };

type DateEditorProps = Days & { onlyFrom: boolean; onChange: (change: Days) => void; close: () => void };

function DateEditor({ from, to, onlyFrom, onChange, close }: DateEditorProps) {
  const t = useTranslations("ui.filters");
  const [days, setDays] = useState<Days>({ from, to });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(days);
        close();
      }}
    >
      <Field label={t("from")}>
        <Input
          type="date"
          value={days.from ?? ""}
          max={days.to ?? undefined}
          onChange={(event) => setDays({ ...days, from: event.target.value || null })}
        />
      </Field>
      {!onlyFrom && (
        <Field label={t("to")}>
          <Input
            type="date"
            value={days.to ?? ""}
            min={days.from ?? undefined}
            onChange={(event) => setDays({ ...days, to: event.target.value || null })}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}
