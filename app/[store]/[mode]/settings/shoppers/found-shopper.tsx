"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SendButton, useAttempt } from "@/components/attempt";
import { saveFile } from "@/components/transfer/save-file";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DescriptionList } from "@/components/ui/description-list";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import { type ShopperKind, type shopperIdKinds, shopperKinds } from "@/lib/contract/desk/shopper-words";

export type Rows = Partial<Record<ShopperKind, number>>;
export type ShopperId = { kind: (typeof shopperIdKinds)[number]; value: string };
type Erased = { reference: string; count: number };

export function FoundShopper({ id, rows }: { id: ShopperId; rows: Rows }) {
  const t = useTranslations("shoppers");
  const { desk, format, mode, store } = useDesk();
  const [asking, setAsking] = useState(false);
  const [erased, setErased] = useState<Erased | null>(null);
  if (erased) {
    return (
      <Banner tone="success" title={t("erased.title", { count: erased.count })} live={false}>
        {t("erased.about", { reference: erased.reference })}
      </Banner>
    );
  }
  const count = sumOf(rows);
  if (count === 0) {
    return (
      <Banner tone="info" live={false}>
        {t(`nothing.${mode}`, { value: id.value })}
      </Banner>
    );
  }
  return (
    <Panel
      title={t("found.title", { value: id.value })}
      description={t("found.about", { count })}
      actions={
        <>
          <SendButton
            icon={<Download aria-hidden />}
            mutation={desk.shoppers.export.mutation()}
            input={{ body: { [id.kind]: id.value } }}
            onDone={(file) =>
              saveFile(
                new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: "application/json" }),
                `shopper-${store.id}-${mode}.json`,
              )
            }
          >
            {t("download")}
          </SendButton>
          <Button variant="danger" onClick={() => setAsking(true)}>
            {t("erase.action")}
          </Button>
        </>
      }
    >
      <DescriptionList
        items={shopperKinds.flatMap((kind) =>
          rows[kind] ? [{ key: kind, term: t(`kinds.${kind}`), detail: format.number(rows[kind]) }] : [],
        )}
      />
      {asking && <EraseShopper id={id} onErased={setErased} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

const sumOf = (rows: Rows) => Object.values(rows).reduce((sum, each) => sum + each, 0);

type EraseProps = { id: ShopperId; onErased: (erased: Erased) => void; onClose: () => void };

function EraseShopper({ id, onErased, onClose }: EraseProps) {
  const t = useTranslations("shoppers.erase");
  const { desk } = useDesk();
  const attempt = useAttempt();
  const erase = useMutation(desk.shoppers.erase.mutation());
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      description={t("about")}
      confirmLabel={t("action")}
      confirmWord={id.value}
      pending={erase.isPending}
      onConfirm={async () => {
        const done = await attempt(
          () => erase.mutateAsync({ body: { [id.kind]: id.value } }),
          (reason) => t("failed", { reason }),
        );
        if (done) onErased({ reference: done.reference, count: sumOf(done.rows) });
      }}
    >
      <div className="grid gap-2 text-sm text-pretty">
        <p>{t("gone")}</p>
        <p>{t("kept")}</p>
      </div>
    </ConfirmDialog>
  );
}
