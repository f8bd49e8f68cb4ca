"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFailureWords } from "@/components/failure";
import { Banner } from "@/components/ui/banner";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextSkeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import { spareAfterDays } from "@/lib/contract/desk/key-words";
import type { ApiKey } from "@/lib/contract/desk/keys";
import { useRenewal } from "../renew-key";
import { useLastCaller } from "./key-columns";

export default function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations("keys.revoke");
  const apis = useTranslations("keys.apis");
  const { desk, format } = useDesk();
  const failureWords = useFailureWords();
  const { data: now, error } = useQuery({
    ...desk.keys.get.options({ params: { id: apiKey.id } }),
    staleTime: 0,
    refetchOnMount: "always",
  });
  const revoke = useMutation(desk.keys.revoke.mutation());
  const renew = useMutation(useRenewal());
  const { id, name } = apiKey;
  const serves = now?.serves ?? apiKey.serves;
  const own = serves.length > 0;

  async function end() {
    try {
      if (own) for (const api of serves) await renew.mutateAsync({ params: { api } });
      else await revoke.mutateAsync({ params: { id } });
      toast.success(own ? t("ownDone") : t("done", { name }));
      onClose();
    } catch (cause) {
      toast.error(failureWords(cause, (reason) => t("failed", { reason })));
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={own ? undefined : t("about")}
      confirmLabel={t(own ? "ownAction" : "action")}
      tone={own ? "primary" : "danger"}
      pending={revoke.isPending || renew.isPending}
      blocked={now === undefined}
      onConfirm={end}
    >
      {own && (
        <Banner tone="warning" title={t("ownTitle")} live={false}>
          {t("ownBody", { apis: format.row(serves.map((api) => apis(api))) })}
        </Banner>
      )}
      {now ? <Uses of={now} /> : error ? <Banner tone="danger">{error.message}</Banner> : <TextSkeleton lines={2} />}
    </ConfirmDialog>
  );
}

function Uses({ of: key }: { of: ApiKey }) {
  const t = useTranslations("keys.revoke");
  const { format } = useDesk();
  const caller = useLastCaller()(key);
  const { calls, last_use: last, uses } = key;
  const used = uses.filter((use) => use.granted && use.calls > 0);
  if (!last) return <p>{t("unused")}</p>;
  const time = format.dateTime(last.at);
  const days = spareAfterDays;
  return (
    <div className="grid gap-2 text-sm" data-testid="uses">
      <p>{calls > 0 ? t("busy", { calls, days, time }) : t("idle", { days, time })}</p>
      {caller && <p className="text-muted wrap-anywhere">{t("from", { place: caller })}</p>}
      {used.length > 0 && (
        <p className="text-muted">
          {t("for")}{" "}
          {used.map(({ scope, calls: count }, at) => (
            <span key={scope}>
              {at > 0 && ", "}
              <code>{scope}</code> ({format.number(count)})
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
