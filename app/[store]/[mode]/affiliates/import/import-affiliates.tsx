"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { CsvImport } from "@/components/csv-import";
import { useListHref } from "@/components/list-address";
import { QueryError } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { ApiError } from "@/lib/contract/errors";

/** Affiliates out of a file: looked through first, then made by a job. */
export function ImportAffiliates() {
  const t = useTranslations("affiliates");
  const router = useRouter();
  const { base, desk, can } = useDesk();
  const listHref = useListHref(`${base}/affiliates`);
  const { mutateAsync: dryRun } = useMutation(desk.jobs.dry_run.mutation());
  const { mutateAsync: create } = useMutation(desk.jobs.create.mutation());
  return (
    <>
      <PageHeader
        title={t("import.title")}
        description={t("import.body")}
        crumbs={[{ href: listHref, label: t("title") }]}
      />
      {can("affiliate", "affiliates", "create") ? (
        <CsvImport
          example={t("import.example")}
          check={(csv) => dryRun({ body: { resource: "affiliates", csv } })}
          start={async (csv, skip_invalid) => {
            const params = { resource: "affiliates", csv, skip_invalid };
            const { id } = await create({ body: { kind: "import_csv", params } });
            router.push(`${base}/jobs/${id}`);
          }}
          startLabel={(count) => t("import.start", { count })}
          existing={t("import.already")}
        />
      ) : (
        <Panel>
          <QueryError error={new ApiError(403, "role_forbidden", t("form.mayNotCreate"))} />
        </Panel>
      )}
    </>
  );
}
