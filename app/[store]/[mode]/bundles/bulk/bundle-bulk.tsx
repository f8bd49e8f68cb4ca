"use client";

import { Archive, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Bundle } from "@/lib/contract/checkout/bundles";
import { type BulkKind, type BundleFilter, useBundleChanges } from "../use-bundle-changes";

const BulkConfirm = lazyPart(() => import("./bulk-confirm"));

type Props = {
  bundles: readonly Bundle[];
  filter: BundleFilter | null;
  onDone: () => void;
};

const acts = [
  { kind: "activate_bundles", status: "active", label: "activate", icon: <Play aria-hidden /> },
  { kind: "archive_bundles", status: "archived", label: "archive", icon: <Archive aria-hidden /> },
] as const;

export default function BundleBulkActions({ bundles, filter, onDone }: Props) {
  const t = useTranslations("bundles.actions");
  const { setStatus } = useBundleChanges();
  const [asking, setAsking] = useState<BulkKind | null>(null);
  return (
    <>
      {acts.map(({ kind, status, label, icon }) => (
        <Button
          key={kind}
          size="sm"
          icon={icon}
          onClick={() => (filter ? setAsking(kind) : setStatus(bundles, status).then(onDone))}
        >
          {t(label)}
        </Button>
      ))}
      {asking && filter && (
        <Suspense>
          <BulkConfirm kind={asking} filter={filter} onClose={() => setAsking(null)} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
