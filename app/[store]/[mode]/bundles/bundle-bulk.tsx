"use client";

import { Archive, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { BulkActions } from "@/components/lists/bulk-actions";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { type BundleFilter, useBundleChanges } from "./bundle-actions";
import { useBundleWords } from "./words";

type Props = { bundles: readonly Bundle[]; filter: BundleFilter | null; onDone: () => void };

export default function BundleBulkActions({ bundles, filter, onDone }: Props) {
  const t = useTranslations("bundles");
  const words = useBundleWords();
  const { setStatus, startJob } = useBundleChanges();
  const { search, type, status } = filter ?? {};
  const parts = [
    ...(search ? [t("bulk.search", { text: search })] : []),
    ...(type ? [t("bulk.type", { type: words.type(type) })] : []),
    ...(status ? [t("bulk.status", { status: words.status(status).label })] : []),
  ];
  return (
    <BulkActions
      actions={[
        {
          kind: "activate_bundles",
          label: t("actions.activate"),
          icon: <Play aria-hidden />,
          run: () => setStatus(bundles, "active"),
        },
        {
          kind: "archive_bundles",
          label: t("actions.archive"),
          icon: <Archive aria-hidden />,
          run: () => setStatus(bundles, "archived"),
        },
      ]}
      matching={filter && { filter, parts }}
      title={(kind, matching) => t(`bulk.titles.${kind}`, matching)}
      confirmLabel={(kind, matching) => t(`bulk.acts.${kind}`, matching)}
      startJob={(kind, count) => startJob(kind, filter ?? {}, count)}
      onDone={onDone}
    />
  );
}
