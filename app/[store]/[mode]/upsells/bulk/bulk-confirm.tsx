"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmMatching } from "@/components/lists/confirm-matching";
import { type BulkKind, type ListFilter, useUpsellChanges } from "../use-upsell-changes";
import { useUpsellWords } from "../words";

type Props = { kind: BulkKind; filter: ListFilter; onClose: () => void; onDone: () => void };

export default function BulkConfirm({ kind, filter, onClose, onDone }: Props) {
  const t = useTranslations("upsells.bulk");
  const words = useUpsellWords();
  const { startJob } = useUpsellChanges();
  const [pending, setPending] = useState(false);
  const { search, status } = filter;
  return (
    <ConfirmMatching
      kind={kind}
      filter={filter}
      parts={[
        ...(search ? [t("search", { text: search })] : []),
        ...(status ? [t("status", { status: words.status(status).label })] : []),
      ]}
      forGood={kind === "delete_upsells"}
      title={(named) => t(`titles.${kind}`, named)}
      action={(named) => t(`acts.${kind}`, named)}
      pending={pending}
      onClose={onClose}
      onConfirm={async (count) => {
        setPending(true);
        const started = await startJob(kind, { filter }, count);
        setPending(false);
        if (!started) return;
        onClose();
        onDone();
      }}
    />
  );
}
