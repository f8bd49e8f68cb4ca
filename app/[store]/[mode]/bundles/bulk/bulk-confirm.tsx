"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmMatching } from "@/components/lists/confirm-matching";
import { type BulkKind, type BundleFilter, useBundleChanges } from "../use-bundle-changes";
import { useBundleWords } from "../words";

type Props = { kind: BulkKind; filter: BundleFilter; onClose: () => void; onDone: () => void };

export default function BulkConfirm({ kind, filter, onClose, onDone }: Props) {
  const t = useTranslations("bundles.bulk");
  const words = useBundleWords();
  const { startJob } = useBundleChanges();
  const [pending, setPending] = useState(false);
  const { search, type, status } = filter;
  return (
    <ConfirmMatching
      kind={kind}
      filter={filter}
      parts={[
        ...(search ? [t("search", { text: search })] : []),
        ...(type ? [t("type", { type: words.type(type) })] : []),
        ...(status ? [t("status", { status: words.status(status).label })] : []),
      ]}
      title={(named) => t(`titles.${kind}`, named)}
      action={(named) => t(`acts.${kind}`, named)}
      pending={pending}
      onClose={onClose}
      onConfirm={async (count) => {
        setPending(true);
        const started = await startJob(kind, filter, count);
        setPending(false);
        if (!started) return;
        onClose();
        onDone();
      }}
    />
  );
}
