"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useDesk } from "@/lib/api/desk";

type Props = {
  chosen: boolean;
  total: number | null;
  onChange: (all: boolean) => void;
};

export function SelectEverything({ chosen, total, onChange }: Props) {
  const t = useTranslations("everything");
  const { format } = useDesk();
  const named = { counted: total === null ? "no" : "yes", number: format.number(total ?? 0) };
  return (
    <span className="text-sm">
      {chosen && <span className="me-2 font-medium">{t("all", named)}</span>}
      <Button variant="link" className="text-sm" onClick={() => onChange(!chosen)}>
        {chosen ? t("onlyPage") : t("selectAll", named)}
      </Button>
    </span>
  );
}
