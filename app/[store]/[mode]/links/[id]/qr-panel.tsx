"use client";

import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import type { Link } from "@/lib/contract/affiliate/links";
import { nameOf } from "../words";

// The code that draws QR codes is loaded only here.
const QrCode = lazyPart(() => import("./qr-code"));

export function QrPanel({ link }: { link: Link }) {
  const t = useTranslations("links.qr");
  if (!link.url) return null;
  return (
    <Panel title={t("title")}>
      <Suspense fallback={<Skeleton className="h-64 w-full" />}>
        <QrCode url={link.url} name={link.code || nameOf(link)} />
      </Suspense>
    </Panel>
  );
}
