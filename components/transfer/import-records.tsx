"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useListHref } from "@/components/lists/list-address";
import { useDesk } from "@/lib/api/desk";
import { ImportScreen } from "./import-screen";

type Props = { api: "checkout" | "affiliate"; resource: "affiliates" | "links" | "upsells" };

/** The import of records runs as a background job. */
export function ImportRecords({ api, resource }: Props) {
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
