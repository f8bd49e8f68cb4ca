"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "./button";
import { DateInput } from "./date-input";
import { Field } from "./field";
import { Input } from "./input";
import { enter } from "./lazy-part";

export function TextEditor({
  label,
  value,
  description,
  onChange,
  onClose,
}: {
  label: string;
  value: string;
  description?: string;
  onChange: (value: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("ui.filters");
  const [text, setText] = useState(value);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
        onClose();
      }}
    >
      <Field label={label} description={description}>
        <Input ref={enter} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}

type DayProps = { label: string; value: string | null; onChange: (value: string | null) => void; onClose: () => void };

export function DayEditor({ label, value, onChange, onClose }: DayProps) {
  const t = useTranslations("ui.filters");
  const [day, setDay] = useState(value ?? "");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(day || null);
        onClose();
      }}
    >
      <Field label={label}>
        <DateInput ref={enter} value={day} onValueChange={setDay} />
      </Field>
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}

type Days = { from: string | null; to: string | null };

type DaysEditorProps = Days & { onlyFrom: boolean; onChange: (change: Days) => void; onClose: () => void };

export function DaysEditor({ from, to, onlyFrom, onChange, onClose }: DaysEditorProps) {
  const t = useTranslations("ui.filters");
  const [days, setDays] = useState<Days>({ from, to });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(days);
        onClose();
      }}
    >
      <Field label={t("from")}>
        <DateInput
          ref={enter}
          value={days.from}
          max={days.to ?? undefined}
          onValueChange={(day) => setDays({ ...days, from: day || null })}
        />
      </Field>
      {!onlyFrom && (
        <Field label={t("to")}>
          <DateInput
            value={days.to}
            min={days.from ?? undefined}
            onValueChange={(day) => setDays({ ...days, to: day || null })}
          />
        </Field>
      )}
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}
