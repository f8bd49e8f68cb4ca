"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { DryRun } from "@/lib/contract/desk/jobs";
import { DryRunReport } from "./dry-run-report";
import { useFailureWords } from "./query-error";
import { Banner } from "./ui/banner";
import { Button } from "./ui/button";
import { Checkbox } from "./ui/checkbox";
import { useControl } from "./ui/control";
import { Field } from "./ui/field";
import { Textarea } from "./ui/input";
import { Panel } from "./ui/panel";

export const maxBytes = 5 * 1024 * 1024;

type Props = {
  /** A file that would be good. */
  example: string;
  check: (csv: string) => Promise<DryRun>;
  /** Does it; goes on to wherever that leads. */
  start: (csv: string, skipInvalid: boolean) => Promise<unknown>;
  startLabel: (count: number) => string;
  /** What it means that a line is of something that is there already. */
  existing: ReactNode;
  /** Bad lines are left out without being asked. */
  alwaysSkips?: boolean;
};

/** A file is chosen, looked through, and only then imported. */
export function CsvImport({ example, check, start, startLabel, existing, alwaysSkips = false }: Props) {
  const t = useTranslations("csv");
  const failureWords = useFailureWords();
  const [csv, setCsv] = useState("");
  const [skip, setSkip] = useState(alwaysSkips);
  const [problem, setProblem] = useState<string | null>(null);
  const checked = useMutation({ mutationFn: check });
  const started = useMutation({ mutationFn: () => start(csv, skip) });
  const report = checked.data;
  const failure = checked.error ?? started.error;

  const take = (text: string) => {
    setCsv(text);
    setProblem(null);
    checked.reset();
    started.reset();
  };
  const look = (text = csv) => {
    if (text.trim() === "") return setProblem(t("empty"));
    if (text.length > maxBytes) return setProblem(t("tooLarge"));
    setProblem(null);
    checked.mutate(text);
  };
  const ready = report !== undefined && report.valid > 0 && (skip || report.problem_count === 0);

  return (
    <>
      <Panel>
        <form
          className="grid gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            look();
          }}
        >
          <Field label={t("file")} description={t("fileHint")}>
            <FileInput
              onFile={async (file) => {
                if (file.size > maxBytes) return setProblem(t("tooLarge"));
                const text = await textOf(file);
                take(text);
                look(text);
              }}
            />
          </Field>
          <Field label={t("paste")} error={problem}>
            <Textarea
              rows={5}
              spellCheck={false}
              className="max-h-64 font-mono text-sm"
              placeholder={example}
              value={csv}
              onChange={(event) => take(event.target.value)}
            />
          </Field>
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant={report ? "secondary" : "primary"} pending={checked.isPending}>
              {t("check")}
            </Button>
          </div>
        </form>
      </Panel>
      {failure && <Banner tone="danger">{failureWords(failure, (reason) => reason)}</Banner>}
      {report && (
        <Panel title={t("result")}>
          <div className="grid gap-4">
            <DryRunReport report={report} existing={existing} />
            {report.problem_count > 0 && !alwaysSkips && report.valid > 0 && (
              <Checkbox
                checked={skip}
                onChange={(event) => setSkip(event.target.checked)}
                label={t("skip")}
                description={t("skipHint")}
              />
            )}
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="primary"
                icon={<FileUp aria-hidden />}
                pending={started.isPending}
                disabled={!ready}
                onClick={() => started.mutate()}
              >
                {startLabel(report.valid)}
              </Button>
              {alwaysSkips && report.problem_count > 0 && <p className="text-sm text-muted">{t("skipped")}</p>}
            </div>
          </div>
        </Panel>
      )}
    </>
  );
}

/** Spreadsheets still write files in the code page of old. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export function FileInput({ onFile }: { onFile: (file: File) => void }) {
  const control = useControl({});
  return (
    <input
      {...control}
      type="file"
      accept=".csv,.tsv,.txt,text/csv"
      className="w-full rounded-md border border-control bg-surface text-base file:me-3 file:h-control file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink hover:border-ink/60"
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        // The same file may be chosen again once it was mended.
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}
