"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { useFailureWords, Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { AffiliateDetails, MaskedDetails, PayoutDetails } from "@/lib/contract/desk/payout-details";
import { accountTypes, detailsKinds } from "@/lib/contract/desk/payout-words";

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
  const { format } = useDesk();
  return (
    <div className="min-w-0">
      <p className="tabular-nums wrap-anywhere">
        {format.row([t(`kinds.${kind}`), masked, ...(country ? [format.country(country)] : [])])}
      </p>
      <p className="text-sm text-muted">{t("changed", { name: by, time: format.dateTime(at) })}</p>
    </div>
  );
}

type Kind = PayoutDetails["kind"];

const fieldsOf = {
  iban: ["holder", "iban", "bic"],
  paypal: ["paypal_email"],
  wise: ["holder", "wise_email", "wise_recipient"],
  bank_us: ["holder", "routing_number", "account_number", "account_type"],
  bank_uk: ["holder", "sort_code", "account_number"],
} as const satisfies Record<Kind, readonly string[]>;

const optional: readonly string[] = ["bic", "wise_email", "wise_recipient"];
const emails: readonly string[] = ["paypal_email", "wise_email"];

type DialogProps = { affiliate: string; onClose: () => void };

function DetailsDialog({ affiliate, current, onClose }: DialogProps & { current: AffiliateDetails["current"] }) {
  const t = useTranslations("affiliates.details");
  const { desk } = useDesk();
  const [kind, setKind] = useState<Kind>(current?.kind ?? "iban");
  const save = useMutation({ ...desk.payout_details.save.mutation(), gcTime: 0 });
  const names = fieldsOf[kind].map((name) => `details.${name}` as const);
  return (
    <PlainDialog
      names={names}
      title={t(current ? "changeNamed" : "enterNamed")}
      description={t("dialogHint")}
      submit={t("save")}
      onClose={onClose}
      onSend={async (values) => {
        const filled = Object.entries(values).filter(([, value]) => value.trim() !== "");
        const entered = Object.fromEntries(filled.map(([name, value]) => [name.replace("details.", ""), value]));
        const body = { details: { kind, ...entered } as PayoutDetails };
        await save.mutateAsync({ params: { id: affiliate }, body });
        toast.success(t("saved"));
        onClose();
      }}
    >
      <Field label={t("kind")}>
        <Select
          data-autofocus
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
          options={detailsKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
      {fieldsOf[kind].map((name) => (
        <PlainField
          key={kind + name}
          name={`details.${name}`}
          label={t(`fields.${name}`)}
          description={name === "holder" ? t("holderHint") : undefined}
          type={emails.includes(name) ? "email" : "text"}
          autoComplete="off"
          spellCheck={false}
          optional={optional.includes(name)}
        >
          {name === "account_type" ? (
            <Select
              name={`details.${name}`}
              options={accountTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
            />
          ) : undefined}
        </PlainField>
      ))}
    </PlainDialog>
  );
}

function DeleteDialog({ affiliate, onClose }: DialogProps) {
  const t = useTranslations("affiliates.details");
  const { desk } = useDesk();
  const failure = useFailureWords();
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
      {remove.error && <Banner tone="danger">{failure(remove.error, (reason) => reason)}</Banner>}
    </ConfirmDialog>
  );
}
