"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type Props = {
  form: string;
  variant?: "primary" | "danger";
  pending: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function FormFooter({ form, variant = "primary", pending, onClose, children }: Props) {
  const t = useTranslations("ui");
  return (
    <>
      <Button onClick={onClose}>{t("cancel")}</Button>
      <Button type="submit" form={form} variant={variant} pending={pending}>
        {children}
      </Button>
    </>
  );
}
