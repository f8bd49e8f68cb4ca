"use client";

import { useTranslations } from "next-intl";
import { useDesk } from "@/lib/api/desk";
import { Button } from "./ui/button";

type Props = {
  chosen: boolean;
  /** Null if the API does not count. */
  total: number | null;
  onChange: (all: boolean) => void;
};

/** Switches between the rows of a page and all matching rows. */
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
