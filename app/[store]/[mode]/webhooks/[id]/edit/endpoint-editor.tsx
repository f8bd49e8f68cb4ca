"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FieldWords } from "@/components/forms/conflict-dialog";
import { useMayUpdate } from "@/components/lists/use-changes";
import { RecordWaiting } from "@/components/query-error";
import { RecordEditor } from "@/components/records/record-editor";
import { PageHeader } from "@/components/ui/page-header";
import { useDesk } from "@/lib/api/desk";
import type { Webhook } from "@/lib/contract/checkout/webhooks";
import { EndpointForm } from "../../endpoint-form";
import { type EndpointForm as Draft, toForm } from "../../to-form";
import { useCrumbs } from "../../words";

export function EndpointEditor({ id }: { id: string }) {
  const t = useTranslations("webhooks");
  const { checkout, has } = useDesk();
  const mayChange = useMayUpdate("checkout", "webhooks");
  const record = useQuery({ ...checkout.webhooks.get.options({ params: { id } }), enabled: mayChange });
  const forbidden = !mayChange && t(has("checkout", "webhooks", "update") ? "form.mayNotEdit" : "form.cannotEdit");
  const title = t("form.editTitle");
  const crumbs = useCrumbs(record.data ?? { id });
  if (!record.data) return <RecordWaiting {...{ title, crumbs, record, forbidden }} />;
  const words: FieldWords<Draft> = {
    label: (field) => t(`form.labels.${field}`),
    value: (field, value) =>
      field === "enabled" ? t(value ? "form.on" : "form.off") : Array.isArray(value) ? value.join(", ") : String(value),
  };
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <RecordEditor<Draft, Webhook>
        of={checkout.webhooks}
        record={record.data}
        toDraft={toForm}
        words={words}
        changedElsewhere={t("form.changedElsewhere")}
      >
        {(form) => <EndpointForm {...form} />}
      </RecordEditor>
    </>
  );
}
