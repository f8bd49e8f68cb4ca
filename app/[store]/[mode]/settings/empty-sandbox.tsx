"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useAttempt } from "@/components/attempt";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";

export function EmptySandbox() {
  const t = useTranslations("settings.emptySandbox");
  const { can, desk, mode, store } = useDesk();
  const attempt = useAttempt();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useMutation(desk.sandbox.reset.mutation());
  if (mode !== "sandbox" || !can("desk", "sandbox", "reset")) return null;
  return (
    <Panel
      title={t("title")}
      description={t("about")}
      actions={
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t("action")}
        </Button>
      }
    >
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("ask")}
        description={t("means")}
        confirmLabel={t("action")}
        confirmWord={store.id}
        pending={isPending}
        onConfirm={async () => {
          if (!(await attempt(() => mutateAsync({})))) return;
          await client.invalidateQueries();
          toast.success(t("done"));
          setAsking(false);
        }}
      />
    </Panel>
  );
}
