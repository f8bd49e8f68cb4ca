"use client";

import { useTranslations } from "next-intl";
import { Help } from "@/components/help/help";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { useDesk } from "@/lib/api/desk";
import type { Draft } from "@/lib/contract/desk/drafts";

type Props = { draft: Draft; base: string | null; onRestore: () => void; onDiscard: () => void };

export default function RestoreDraft({ draft, base, onRestore, onDiscard }: Props) {
  const t = useTranslations("shell.draft");
  const { format } = useDesk();
  const title = t("title", { time: format.dateTime(draft.updated_at) });
  return (
    <Banner
      title={
        <>
          {title}
          <Help of="draft" label={title} />
        </>
      }
      action={
        <div className="flex gap-2">
          <Button size="sm" variant="primary" onClick={onRestore}>
            {t("restore")}
          </Button>
          <Button size="sm" onClick={onDiscard}>
            {t("discard")}
          </Button>
        </div>
      }
    >
      {draft.base !== base && t("changedSince")}
    </Banner>
  );
}
