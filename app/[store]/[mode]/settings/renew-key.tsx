"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { ConnectionSummary } from "@/lib/contract/desk/connections";

/** A new key changes connections and the list of keys. */
export function useRenewal() {
  const { desk } = useDesk();
  return { ...desk.connections.renew.mutation(), meta: { invalidates: desk.keys.list.prefix.slice(0, -1) } };
}

/** If Cartwright serves an API itself, it can create a new key without a person pasting one. */
export function RenewKey({ api, onDone }: { api: ConnectionSummary["api"]; onDone?: () => void }) {
  const t = useTranslations("settings");
  const failureWords = useFailureWords();
  const renew = useMutation(useRenewal());
  const make = () =>
    renew.mutate(
      { params: { api } },
      {
        onSuccess: ({ revoked }) => {
          toast.success(t(revoked ? "renewed" : "renewedKept"));
          onDone?.();
        },
        onError: (cause) => toast.error(failureWords(cause, (reason) => t("renewFailed", { reason }))),
      },
    );
  return (
    <Button pending={renew.isPending} onClick={make}>
      {t("renew")}
    </Button>
  );
}
