"use client";

import { useTranslations } from "next-intl";
import { SendButton } from "@/components/attempt";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

export function useRenewal() {
  const { desk } = useDesk();
  return { ...desk.connections.renew.mutation(), meta: { invalidates: desk.keys.list.prefix.slice(0, -1) } };
}

/** If Cartwright serves an API itself, it can create a new key without a person pasting one. */
export function RenewKey({ api, onDone }: { api: ConnectionSummary["api"]; onDone?: () => void }) {
  const t = useTranslations("settings");
  return (
    <SendButton
      mutation={useRenewal()}
      input={{ params: { api } }}
      onDone={({ revoked }) => {
        toast.success(t(revoked ? "renewed" : "renewedKept"));
        onDone?.();
      }}
      failed={(reason) => t("renewFailed", { reason })}
    >
      {t("renew")}
    </SendButton>
  );
}
