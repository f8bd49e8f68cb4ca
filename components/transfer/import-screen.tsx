"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { ApiError } from "@/lib/contract/errors";
import { CsvImport } from "./csv-import";

type Props = { api: "checkout" | "affiliate"; resource: "affiliates" | "links" | "upsells" };

export function ImportScreen({ api, resource }: Props) {
  const t = useTranslations(resource);
  const router = useRouter();
  const { base, desk, can } = useDesk();
  const listHref = useListHref(`${base}/${resource}`);
  const { mutateAsync: dryRun } = useMutation(desk.jobs.dry_run.mutation());
  const { mutateAsync: create } = useMutation(desk.jobs.create.mutation());
  return (
    <>
      <PageHeader
        title={t("import.title")}
        description={t("import.body")}
        crumbs={[{ href: listHref, label: t("title") }]}
      />
      {can(api, resource, "create") ? (
        <CsvImport
          example={t("import.example")}
          check={(csv) => dryRun({ body: { resource, csv } })}
          start={async (csv, skip_invalid) => {
            const params = { resource, csv, skip_invalid };
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
