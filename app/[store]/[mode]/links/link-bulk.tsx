"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { Link } from "@/lib/contract/affiliate/links";
import { useLinkChanges } from "./link-actions";

type Props = { links: readonly Link[]; onDone: () => void };

export default function LinkBulkActions({ links, onDone }: Props) {
  const t = useTranslations("links.actions");
  const changes = useLinkChanges();
  const remove = async () => {
    await changes.remove(links);
    onDone();
  };
  return (
    <Button size="sm" variant="danger" icon={<Trash2 aria-hidden />} onClick={remove}>
      {t("delete")}
    </Button>
  );
}
