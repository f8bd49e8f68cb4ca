"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";

/** The head of what belongs to no one endpoint. */
export function WebhookHeader({ actions }: { actions?: ReactNode }) {
  const t = useTranslations("webhooks");
  return <PageHeader title={t("title")} description={t("description")} actions={actions} />;
}
