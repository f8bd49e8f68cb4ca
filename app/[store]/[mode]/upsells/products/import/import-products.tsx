"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { QueryError } from "@/components/query-error";
import { CsvImport } from "@/components/transfer/csv-import";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { ApiError } from "@/lib/contract/errors";

const example = "id,name,price,currency\nprod_boots,Boots,89.00,EUR\nprod_care_kit,Care kit,19.50,EUR";

export function ImportProducts() {
  const t = useTranslations("products");
  const router = useRouter();
  const { base, desk, can } = useDesk();
  const { mutateAsync: dryRun } = useMutation(desk.remembered.dry_run.mutation());
  const { mutateAsync: load } = useMutation(desk.remembered.import_csv.mutation());
  const params = { kind: "product" };
  return (
    <>
      <PageHeader
        title={t("importTitle")}
        description={t("importBody")}
        crumbs={[{ href: `${base}/upsells/products`, label: t("title") }]}
      />
      {can("desk", "remembered", "import_csv") ? (
        <CsvImport
          alwaysSkips
          example={example}
          check={(csv) => dryRun({ params, body: { csv } })}
          start={async (csv) => {
            const { written } = await load({ params, body: { csv } });
            toast.success(t("imported", { count: written }));
            router.push(`${base}/upsells/products`);
          }}
          startLabel={(count) => t("importStart", { count })}
          existing={t("known")}
        />
      ) : (
        <Panel>
          <QueryError error={new ApiError(403, "role_forbidden", t("mayNot"))} />
        </Panel>
      )}
    </>
  );
}
