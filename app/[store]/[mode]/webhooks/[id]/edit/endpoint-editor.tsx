"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ChangedElsewhere } from "@/components/forms/changed-elsewhere";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { RecordWaiting } from "@/components/forms/record-waiting";
import { useSaveRecord } from "@/components/forms/use-save-record";
import { useListHref } from "@/components/lists/list-address";
import { useMayUpdate } from "@/components/lists/use-changes";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { ApiError } from "@/lib/contract/errors";
import { EndpointForm } from "../../endpoint-form";
import { type EndpointForm as Draft, toForm, toPatch } from "../../to-form";
import { nameOf } from "../../words";

export function EndpointEditor({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const { base, checkout, extensions } = useDesk();
  const listHref = useListHref(`${base}/webhooks`);
  const mayChange = useMayUpdate("checkout", "webhooks");
  const record = useQuery({ ...checkout.webhooks.get.options({ params: { id } }), enabled: mayChange });
  const problem = mayChange
    ? record.error
    : new ApiError(403, "role_forbidden", t(extensions.checkout ? "form.mayNotEdit" : "form.cannotEdit"));
  const title = t("form.editTitle");
  const crumbs = [
    { href: listHref, label: t("title") },
    { href: `${base}/webhooks/${encodeURIComponent(id)}`, label: record.data ? nameOf(record.data) : id },
  ];
  if (!record.data) return <RecordWaiting {...{ title, crumbs, record, problem }} />;
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <Editor endpoint={record.data} />
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
        onSave={save}
      />
      {dialog}
    </>
  );
}
