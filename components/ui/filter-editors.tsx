"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { DecimalInput } from "./decimal-input";
import { Field } from "./field";
import { DateInput, Input } from "./input";
import { enter } from "./lazy-part";

type EditorProps = { onApply: () => void; onClose: () => void; children: ReactNode };

function Editor({ onApply, onClose, children }: EditorProps) {
  const t = useTranslations("ui.filters");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
        onClose();
      }}
    >
      {children}
      <Button type="submit" variant="primary" size="sm">
        {t("apply")}
      </Button>
    </form>
  );
}

type TextProps = {
  label: string;
  value: string;
  description?: string;
  onChange: (value: string) => void;
  onClose: () => void;
};

export function TextEditor({ label, value, description, onChange, onClose }: TextProps) {
  const [text, setText] = useState(value);
  return (
    <Editor onApply={() => onChange(text.trim())} onClose={onClose}>
      <Field label={label} description={description}>
        <Input ref={enter} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
    </Editor>
  );
}

type MinimumProps = {
  value: number | null;
  prefix?: string;
  onChange: (value: number | null) => void;
  onClose: () => void;
};

export function MinimumEditor({ value, onChange, onClose, prefix }: MinimumProps) {
  const t = useTranslations("ui.filters");
  const [number, setNumber] = useState(value ?? Number.NaN);
  return (
    <Editor onApply={() => onChange(Number.isFinite(number) ? number : null)} onClose={onClose}>
      <Field label={t("atLeast")}>
        <DecimalInput ref={enter} value={number} onValueChange={setNumber} {...(prefix && { prefix })} />
      </Field>
    </Editor>
  );
}

type DayProps = { label: string; value: string | null; onChange: (value: string | null) => void; onClose: () => void };

export function DayEditor({ label, value, onChange, onClose }: DayProps) {
  const [day, setDay] = useState(value ?? "");
  return (
    <Editor onApply={() => onChange(day || null)} onClose={onClose}>
      <Field label={label}>
        <DateInput ref={enter} value={day} onValueChange={setDay} />
      </Field>
    </Editor>
  );
}

type Days = { from: string | null; to: string | null };
type DaysProps = Days & { onChange: (change: Days) => void; onClose: () => void };

export function DaysEditor({ from, to, onChange, onClose }: DaysProps) {
  const t = useTranslations("ui.filters");
  const [days, setDays] = useState<Days>({ from, to });
  return (
    <Editor onApply={() => onChange(days)} onClose={onClose}>
      <Field label={t("from")}>
        <DateInput
          ref={enter}
          value={days.from}
          max={days.to ?? undefined}
          onValueChange={(day) => setDays({ ...days, from: day || null })}
        />
      </Field>
      <Field label={t("to")}>
        <DateInput
          value={days.to}
          min={days.from ?? undefined}
          onValueChange={(day) => setDays({ ...days, to: day || null })}
        />
      </Field>
    </Editor>
  );
}
