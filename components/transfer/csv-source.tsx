"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useControl } from "@/components/ui/control";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";

const maxBytes = 5 * 1024 * 1024;

type Props = {
  example: string;
  csv: string;
  onChange: (csv: string) => void;
  onLook: (csv: string) => void;
  children: ReactNode;
};

export function CsvSource({ example, csv, onChange, onLook, children }: Props) {
  const t = useTranslations("csv");
  const [problem, setProblem] = useState<string | null>(null);
  const take = (text: string) => {
    setProblem(null);
    onChange(text);
  };
  const look = (text: string) => {
    if (text.trim() === "") return setProblem(t("empty"));
    if (text.length > maxBytes) return setProblem(t("tooLarge"));
    setProblem(null);
    onLook(text);
  };
  return (
    <form
      className="grid justify-items-start gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        look(csv);
      }}
    >
      <Field label={t("file")} description={t("fileHint")} className="w-full">
        <FileInput
          onFile={async (file) => {
            if (file.size > maxBytes) return setProblem(t("tooLarge"));
            const text = await textOf(file);
            take(text);
            look(text);
          }}
        />
      </Field>
      <Field label={t("paste")} error={problem} className="w-full">
        <Textarea
          rows={5}
          spellCheck={false}
          className="max-h-64 font-mono text-sm"
          placeholder={example}
          value={csv}
          onChange={(event) => take(event.target.value)}
        />
      </Field>
      {children}
    </form>
  );
}

/** Spreadsheets still write files in old code pages. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function FileInput({ onFile }: { onFile: (file: File) => void }) {
  const control = useControl({});
  return (
    <input
      {...control}
      type="file"
      accept=".csv,.tsv,.txt,text/csv"
      className="w-full rounded-md border border-control bg-surface text-base file:me-3 file:h-control file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink hover:border-ink/60"
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // Without this, the same file could not be selected again after it was corrected.
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}
