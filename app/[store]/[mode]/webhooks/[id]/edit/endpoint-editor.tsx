"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/changed-elsewhere";
import type { FieldWords } from "@/components/conflict-dialog";
import { useListHref } from "@/components/list-address";
import { QueryError } from "@/components/query-error";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { TextSkeleton } from "@/components/ui/skeleton";
import { useSaveRecord } from "@/components/use-save-record";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { EndpointForm } from "../../endpoint-form";
import { type EndpointForm as Draft, toForm, toPatch } from "../../to-form";
import { useMayChange } from "../../use-endpoint-changes";
import { nameOf } from "../../words";

export function EndpointEditor({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const { base, checkout, extensions } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const mayChange = useMayChange();
  const record = useQuery({ ...checkout.webhooks.get.options({ params: { id } }), enabled: mayChange });
  const problem = mayChange
    ? record.error
    : new ApiError(403, "role_forbidden", t(extensions.checkout ? "form.mayNotEdit" : "form.cannotEdit"));
  return (
    <>
      <PageHeader
        title={t("form.editTitle")}
        crumbs={[
          { href: listHref, label: t("title") },
          { href: `${base}/webhooks/${encodeURIComponent(id)}`, label: record.data ? nameOf(record.data) : id },
        ]}
      />
      {record.data ? (
        <Editor endpoint={record.data} />
      ) : (
        <Panel>
          {problem ? (
            <QueryError error={problem} onRetry={() => record.refetch()} retrying={record.isFetching} />
          ) : (
            <TextSkeleton lines={8} />
          )}
        </Panel>
      )}
    </>
  );
}

function Editor({ endpoint }: { endpoint: Webhook }) {
  const t = useTranslations("webhooks.form");
  const { checkout } = useDesk();
  const { mutateAsync: update } = useMutation(checkout.webhooks.update.mutation());
  const params = { id: endpoint.id };
  const words: FieldWords<Draft> = {
    label: (field) => t(`labels.${field}`),
    value: (field, value) =>
      field === "enabled" ? t(value ? "on" : "off") : Array.isArray(value) ? value.join(", ") : String(value),
  };
  const { save, dialog } = useSaveRecord<Draft, Webhook>({
    read: checkout.webhooks.get.options({ params }),
    toDraft: toForm,
    words,
    send: (changed) => update({ params, body: toPatch(changed) }),
  });
  const draft = useMemo(() => toForm(endpoint), [endpoint]);
  return (
    <>
      <ChangedElsewhere api="checkout" resource="webhooks" record={endpoint.id} text={t("changedElsewhere")} />
      <EndpointForm
        key={endpoint.id}
        initial={draft}
        current={draft}
        draft={{ record: endpoint.id, base: null }}
        saveLabel={t("saveAction")}
        onSave={save}
      />
      {dialog}
    </>
  );
}
