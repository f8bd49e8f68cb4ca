"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { FileInput } from "./file-input";

const maxBytes = 5 * 1024 * 1024;

type Props = {
  example: string;
  csv: string;
  onChange: (csv: string) => void;
  onLook: (csv: string) => void;
  /** For screens that take other files as well: their words, and the endings of their names. */
  file?: { label: string; hint: string; accept: string };
  children: ReactNode;
};

export function CsvSource({ example, csv, onChange, onLook, file, children }: Props) {
  const t = useTranslations("csv");
  const locale = useLocale();
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
      <Field label={file?.label ?? t("file")} description={file?.hint ?? t("fileHint")} className="w-full">
        <FileInput
          accept={`.csv,.tsv,.txt,text/csv${file?.accept ?? ""}`}
          onFile={async (chosen) => {
            if (chosen.size > maxBytes) return setProblem(t("tooLarge"));
            const text = await textOf(chosen, locale);
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

/** Spreadsheets and banks still write files in UTF-16, which begins with a mark, and in the old code page of a country. */
async function textOf(file: File, locale: string): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(locale === "ja" ? "shift_jis" : "windows-1252").decode(bytes);
  }
}
