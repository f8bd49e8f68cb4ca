"use client";

import { useMutation } from "@tanstack/react-query";
import { FileDown, FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFailureWords } from "@/components/failure";
import { useListHref } from "@/components/lists/list-address";
import { Forbidden } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { DryRun } from "@/lib/contract/desk/jobs";
import type { RecordName } from "@/lib/contract/record-words";
import { CsvSource } from "./csv-source";
import { DryRunReport } from "./dry-run-report";
import { saveFile } from "./save-file";

type Props = {
  title: string;
  description: string;
  crumb: { href: string; label: string };
  /** Why the role may not import, or null if it may. */
  refusal: string | null;
  example: string;
  /** All that a file may have; those of the example if they are left out. */
  columns?: readonly string[];
  check: (csv: string) => Promise<DryRun>;
  start: (csv: string, skipInvalid: boolean) => Promise<unknown>;
  startLabel: (count: number) => string;
  existing: string;
  alwaysSkips?: boolean;
};

export function ImportScreen({ title, description, crumb, refusal, ...file }: Props) {
  return (
    <>
      <PageHeader title={title} description={description} crumbs={[crumb]} />
      {refusal === null ? <CsvImport {...file} /> : <Forbidden>{refusal}</Forbidden>}
    </>
  );
}

type FileProps = Omit<Props, "title" | "description" | "crumb" | "refusal">;

function CsvImport({
  example,
  columns = example.split("\n", 1),
  check,
  start,
  startLabel,
  existing,
  alwaysSkips = false,
}: FileProps) {
  const t = useTranslations("csv");
  const failureWords = useFailureWords();
  const [csv, setCsv] = useState("");
  const [skip, setSkip] = useState(alwaysSkips);
  const checked = useMutation({ mutationFn: check });
  const started = useMutation({ mutationFn: () => start(csv, skip) });
  const report = checked.data;
  const failure = checked.error ?? started.error;

  const take = (text: string) => {
    setCsv(text);
    checked.reset();
    started.reset();
  };
  const ready = report !== undefined && report.valid > 0 && (skip || report.problem_count === 0);

  return (
    <>
      <Panel>
        <CsvSource example={example} csv={csv} onChange={take} onLook={checked.mutate}>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant={report ? "secondary" : "primary"} pending={checked.isPending}>
              {t("check")}
            </Button>
            <Button
              variant="ghost"
              icon={<FileDown aria-hidden />}
              onClick={() => saveFile(new Blob([`${columns.join(",")}\r\n`], { type: "text/csv" }), "template.csv")}
            >
              {t("template")}
            </Button>
          </div>
        </CsvSource>
      </Panel>
      {failure && <Banner tone="danger">{failureWords(failure)}</Banner>}
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

type RecordsProps = Pick<Props, "columns"> & {
  api: "checkout" | "affiliate";
  resource: Exclude<RecordName, "bundles">;
};

export function ImportRecords({ api, resource, columns }: RecordsProps) {
  const t = useTranslations(resource);
  const router = useRouter();
  const { base, desk, can } = useDesk();
  const listHref = useListHref(`${base}/${resource}`);
  const { mutateAsync: dryRun } = useMutation(desk.jobs.dry_run.mutation());
  const { mutateAsync: create } = useMutation(desk.jobs.create.mutation());
  return (
    <ImportScreen
      title={t("import.title")}
      description={t("import.body")}
      crumb={{ href: listHref, label: t("title") }}
      refusal={can(api, resource, "create") ? null : t("form.mayNotCreate")}
      example={t("import.example")}
      columns={columns}
      check={(csv) => dryRun({ body: { resource, csv } })}
      start={async (csv, skip_invalid) => {
        const params = { resource, csv, skip_invalid };
        const { id } = await create({ body: { kind: "import_csv", params } });
        router.push(`${base}/jobs/${id}`);
      }}
      startLabel={(count) => t("import.start", { count })}
      existing={t("import.already")}
    />
  );
}
