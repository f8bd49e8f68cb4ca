"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Waiting } from "@/components/query-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useDesk } from "@/lib/api/desk";
import type { Affiliate } from "@/lib/contract/affiliate/affiliates";
import { nameOf, stepsFrom, useAffiliateChanges } from "./use-affiliate-changes";
import { sumsOf } from "./use-affiliate-facts";

type Props = { one: Affiliate; onClose: () => void; onDeleted?: () => void };

export default function DeleteDialog({ one, onClose, onDeleted }: Props) {
  const t = useTranslations("affiliates.deleting");
  const { affiliate, has } = useDesk();
  const changes = useAffiliateChanges();
  const record = useQuery({ ...affiliate.affiliates.get.options({ params: { id: one.id } }), staleTime: 0 });
  const reasons = useReasons(record.data);
  // Only another API itself knows what it refuses, so there the reasons are shown and deleting can be tried.
  const blocked = reasons.length > 0 && has("affiliate", "affiliates", "delete", "refusals");
  const isReady = record.data !== undefined && !record.isFetching;
  const canDeactivate = isReady && stepsFrom(record.data?.status).includes("deactivate");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      shape="sm"
      title={t(blocked ? "blockedTitle" : "title", { name: nameOf(one) })}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {t("cancel")}
          </Button>
          {blocked && canDeactivate && (
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                void changes.take("deactivate", [one]);
              }}
            >
              {t("deactivate")}
            </Button>
          )}
          {!blocked && isReady && (
            <Button
              variant="danger"
              onClick={async () => {
                onClose();
                if (await changes.remove(one)) onDeleted?.();
              }}
            >
              {t("action")}
            </Button>
          )}
        </>
      }
    >
      {!isReady || record.error ? (
        <Waiting of={record} lines={3} />
      ) : reasons.length > 0 ? (
        <div className="grid gap-2">
          <p>{t(blocked ? "blocked" : "open")}</p>
          <ul className="grid list-disc gap-1 ps-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p className="text-muted">{t("instead")}</p>
        </div>
      ) : (
        <p>{t("body")}</p>
      )}
    </Dialog>
  );
}

const unsettled = ["unpaid_balance", "pending_commissions", "reserved"] as const;

function useReasons(one: Affiliate | undefined): string[] {
  const t = useTranslations("affiliates.deleting.reasons");
  const { money } = useDesk();
  if (!one) return [];
  return sumsOf(one).flatMap((sums) =>
    unsettled.flatMap((name) => {
      const amount = sums[name];
      return amount ? [t(name, { amount: money(amount, sums.currency ?? one.currency) })] : [];
    }),
  );
}
