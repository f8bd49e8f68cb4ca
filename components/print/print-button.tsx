"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

type Props = {
  small?: boolean;
  onPrint?: () => unknown;
  pending?: boolean;
};

export function PrintButton({ small = false, onPrint = () => window.print(), pending = false }: Props) {
  const t = useTranslations("shell");
  const icon = <Printer aria-hidden />;
  const press = () => {
    if (!pending) onPrint();
  };
  if (small) {
    return <IconButton size="sm" label={t("print")} icon={icon} aria-disabled={pending || undefined} onClick={press} />;
  }
  return (
    <Button icon={icon} pending={pending} onClick={press}>
      {t("print")}
    </Button>
  );
}
