"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  type DetailsKind,
  namesOf,
  PayoutDetailsFields,
  toDetails,
} from "@/components/affiliates/payout-details-fields";
import { Failure } from "@/components/failure";
import { PlainDialog } from "@/components/forms/plain-form";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { AffiliateDetails, MaskedDetails } from "@/lib/contract/desk/payout-details";

/** How an affiliate is paid. The account's number is never shown again. */
export default function DetailsPanel({ affiliate }: { affiliate: string }) {
  const t = useTranslations("affiliates.details");
  const { desk } = useDesk();
  const details = useQuery(desk.payout_details.get.options({ params: { id: affiliate } }));
  const [asked, setAsked] = useState<"change" | "delete" | null>(null);
  const { current = null, pending = null } = details.data ?? {};
  return (
    <Panel
      title={t("title")}
      description={t("hint")}
      actions={
        details.data && (
          <>
            {(current || pending) && (
              <Button size="sm" variant="ghost" aria-label={t("deleteNamed")} onClick={() => setAsked("delete")}>
                {t("delete")}
              </Button>
            )}
            <Button size="sm" aria-label={t(current ? "changeNamed" : "enterNamed")} onClick={() => setAsked("change")}>
              {t(current ? "change" : "enter")}
            </Button>
          </>
        )
      }
    >
      {details.data ? (
        <div className="grid gap-3">
          {current ? <Account details={current} /> : <p className="text-muted">{t("none")}</p>}
          {pending && (
            <Banner tone="info" live={false} title={t("pending")}>
              <Account details={pending} />
            </Banner>
          )}
        </div>
      ) : (
        <Waiting of={details} lines={2} />
      )}
      {asked === "change" && <DetailsDialog affiliate={affiliate} current={current} onClose={() => setAsked(null)} />}
      {asked === "delete" && <DeleteDialog affiliate={affiliate} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function Account({ details: { kind, masked, country, changed_at: at, changed_by: by } }: { details: MaskedDetails }) {
  const t = useTranslations("affiliates.details");
  const kinds = useTranslations("payoutDetails");
  const { format } = useDesk();
  return (
    <div className="min-w-0">
      <p className="tabular-nums wrap-anywhere">
        {format.row([kinds(`kinds.${kind}`), masked, ...(country ? [format.country(country)] : [])])}
      </p>
      <p className="text-sm text-muted">{t("changed", { name: by, time: format.dateTime(at) })}</p>
    </div>
  );
}

type DialogProps = { affiliate: string; onClose: () => void };

function DetailsDialog({ affiliate, current, onClose }: DialogProps & { current: AffiliateDetails["current"] }) {
  const t = useTranslations("affiliates.details");
  const { desk } = useDesk();
  const [kind, setKind] = useState<DetailsKind>(current?.kind ?? "iban");
  const save = useMutation({ ...desk.payout_details.save.mutation(), gcTime: 0 });
  return (
    <PlainDialog
      names={namesOf(kind)}
      title={t(current ? "changeNamed" : "enterNamed")}
      description={t("dialogHint")}
      submit={t("save")}
      onClose={onClose}
      onSend={async (values) => {
        await save.mutateAsync({ params: { id: affiliate }, body: toDetails(kind, values) });
        toast.success(t("saved"));
        onClose();
      }}
    >
      <PayoutDetailsFields kind={kind} onKindChange={setKind} />
    </PlainDialog>
  );
}

function DeleteDialog({ affiliate, onClose }: DialogProps) {
  const t = useTranslations("affiliates.details");
  const { desk } = useDesk();
  const onSuccess = () => {
    toast.success(t("deleted"));
    onClose();
  };
  const remove = useMutation({ ...desk.payout_details.delete.mutation(), onSuccess });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("deleteNamed")}
      description={t("deleteHint")}
      confirmLabel={t("delete")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: affiliate } })}
    >
      <Failure of={remove} />
    </ConfirmDialog>
  );
}
