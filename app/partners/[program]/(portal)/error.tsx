"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { PageError } from "@/components/page-error";

export default function PortalError(props: ComponentProps<typeof PageError>) {
  const t = useTranslations("partners.frame");
  return <PageError {...props} body={t("unavailable")} />;
}
