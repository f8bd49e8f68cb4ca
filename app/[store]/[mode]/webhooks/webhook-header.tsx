"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tabs";
import { useDesk } from "@/lib/api/desk";

const parts = ["", "/find", "/doctor", "/events"] as const;
const names = { "": "endpoints", "/find": "find", "/doctor": "doctor", "/events": "events" } as const;

export function WebhookHeader({ description, actions }: { description?: string; actions?: ReactNode }) {
  const t = useTranslations("webhooks");
  const { base } = useDesk();
  const path = usePathname();
  return (
    <PageHeader title={t("title")} description={description ?? t("description")} actions={actions}>
      <TabLinks
        label={t("parts.label")}
        items={parts.map((part) => ({
          href: `${base}/webhooks${part}`,
          label: t(`parts.${names[part]}`),
          active: path === `${base}/webhooks${part}`,
        }))}
      />
    </PageHeader>
  );
}
