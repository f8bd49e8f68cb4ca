"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useListHref } from "@/components/lists/list-address";
import { QueryError } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useDesk } from "@/lib/api/desk";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { ApiError } from "@/lib/contract/errors";
import { BundleForm } from "../bundle-form";
import { bundleOptions } from "../read-bundle";
import { emptyDraft, toCopy } from "../to-draft";
import { useCreateBundle } from "../use-create-bundle";

/** A copy of a bundle is the way to change it if the API has no other. */
export function BundleCreate({ source }: { source: string | null }) {
  const t = useTranslations("bundles");
  const desk = useDesk();
  const record = useQuery({ ...bundleOptions(desk, source ?? ""), enabled: source !== null });
  const listHref = useListHref(`${desk.base}/bundles`);
  const mayCreate = desk.can("checkout", "bundles", "create");
  const forbidden = mayCreate ? null : new ApiError(403, "role_forbidden", t("form.mayNotCreate"));
  const problem = forbidden ?? (record.data ? null : record.error);
  return (
    <>
      <PageHeader
        title={t("form.createTitle")}
        crumbs={[{ href: listHref, label: t("title") }]}
        {...(record.data && { description: t("form.copied", { name: record.data.name ?? record.data.id }) })}
      />
      {problem ? (
        <Panel>
          <QueryError
            error={problem}
            {...(!forbidden && { onRetry: () => record.refetch(), retrying: record.isFetching })}
          />
        </Panel>
      ) : source !== null && !record.data ? (
        <Panel>
          <TextSkeleton lines={8} />
        </Panel>
      ) : (
        <Create source={record.data} />
      )}
    </>
  );
}

function Create({ source }: { source: Bundle | undefined }) {
  const t = useTranslations("bundles");
  const create = useCreateBundle();
  const [initial] = useState(() =>
    source ? toCopy(source, t("copyName", { name: source.name ?? source.id })) : emptyDraft,
  );
  return (
    <BundleForm
      initial={initial}
      draft={{ record: source ? `copy-of-${source.id}` : "new", base: null }}
      saveLabel={t("form.createAction")}
      onSave={create}
    />
  );
}
