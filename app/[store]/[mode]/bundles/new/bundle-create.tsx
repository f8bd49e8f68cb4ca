"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Waiting } from "@/components/query-error";
import { RecordCreate, useCreateRecord } from "@/components/records/record-create";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { BundleForm as Draft } from "@/lib/contract/checkout/bundle-draft";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { BundleForm } from "../bundle-form";
import { bundleOptions } from "../read-bundle";
import { emptyDraft, toCopy } from "../to-draft";

/** A copy of a bundle is the way to change it if the API has no other. */
export function BundleCreate({ source }: { source: string | null }) {
  const t = useTranslations("bundles.form");
  const desk = useDesk();
  const record = useQuery({ ...bundleOptions(desk, source ?? ""), enabled: source !== null });
  const copied = record.data && t("copied", { name: record.data.name ?? record.data.id });
  return (
    <RecordCreate api="checkout" resource="bundles" description={copied}>
      {source === null || record.data ? (
        <Create source={record.data} />
      ) : (
        <Panel>
          <Waiting of={record} lines={8} />
        </Panel>
      )}
    </RecordCreate>
  );
}

function Create({ source }: { source: Bundle | undefined }) {
  const t = useTranslations("bundles");
  const create = useCreateRecord<Draft>(useDesk().checkout.bundles);
  const [initial] = useState(() =>
    source ? toCopy(source, t("copyName", { name: source.name ?? source.id })) : emptyDraft,
  );
  const draft = { record: source ? `copy-of-${source.id}` : "new", base: null };
  return <BundleForm initial={initial} draft={draft} onSave={create} />;
}
