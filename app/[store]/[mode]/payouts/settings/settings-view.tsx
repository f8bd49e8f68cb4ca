"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CountrySelect } from "@/components/affiliates/payout-details-fields";
import { MoneyInput } from "@/components/forms/money-input";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { useListHref } from "@/components/lists/list-address";
import { Forbidden, Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { useDesk } from "@/lib/api/desk";
import type { Payer, PayoutSettings } from "@/lib/contract/desk/payout-settings";
import { addressNames } from "@/lib/contract/desk/payout-words";

/** The account that pays, and the amount above which a second person approves a file. */
export function PayoutSettingsView() {
  const t = useTranslations("payouts");
  const { base, can } = useDesk();
  const listHref = useListHref(`${base}/payouts`);
  return (
    <>
      <PageHeader
        title={t("settings.title")}
        crumbs={[{ href: listHref, label: t("title") }]}
        description={t("settings.description")}
      />
      {can("desk", "payout_settings", "get") ? <Settings /> : <Forbidden>{t("settings.forbidden")}</Forbidden>}
    </>
  );
}

function Settings() {
  const t = useTranslations("payouts.settings");
  const { can, desk, format, money, store } = useDesk();
  const settings = useQuery(desk.payout_settings.get.options());
  const [changing, setChanging] = useState<"payer" | "approval" | null>(null);
  const may = can("desk", "payout_settings", "save");
  if (!settings.data) return <Waiting of={settings} lines={4} />;
  const { payer, approve_above: above, updated_at: at, updated_by: by } = settings.data;
  const change = (what: "payer" | "approval") =>
    may && (
      <Button size="sm" aria-label={t(`${what}.change`)} onClick={() => setChanging(what)}>
        {t("change")}
      </Button>
    );
  return (
    <>
      {!may && <Banner live={false}>{t("readOnly")}</Banner>}
      <Panel title={t("payer.title")} description={t("payer.hint")} actions={change("payer")}>
        {payer ? (
          <p className="tabular-nums">
            {[payer.holder, payer.masked, payer.bic].filter(Boolean).join(" · ")}
            <span className="block text-sm text-muted">
              {[payer.street, payer.postcode, payer.town, payer.country].filter(Boolean).join(", ")}
            </span>
          </p>
        ) : (
          <p className="text-muted">{t("payer.none")}</p>
        )}
      </Panel>
      <Panel title={t("approval.title")} description={t("approval.hint")} actions={change("approval")}>
        <p className={above === null ? "text-muted" : undefined}>
          {above === null ? t("approval.none") : t("approval.above", { amount: money(above, store.currency) })}
        </p>
      </Panel>
      {at && <p className="text-sm text-muted">{t("changed", { name: by ?? "", time: format.dateTime(at) })}</p>}
      {changing === "payer" && <PayerDialog settings={settings.data} onClose={() => setChanging(null)} />}
      {changing === "approval" && <ApprovalDialog settings={settings.data} onClose={() => setChanging(null)} />}
    </>
  );
}

type DialogProps = { settings: PayoutSettings; onClose: () => void };

function useSave(onClose: () => void) {
  const t = useTranslations("payouts.settings");
  const { desk } = useDesk();
  const onSuccess = () => {
    toast.success(t("saved"));
    onClose();
  };
  return useMutation({ ...desk.payout_settings.save.mutation(), onSuccess, gcTime: 0 });
}

function PayerDialog({ settings, onClose }: DialogProps) {
  const t = useTranslations("payouts.settings.payer");
  const fields = useTranslations("payoutDetails");
  const save = useSave(onClose);
  return (
    <PlainDialog
      names={["payer.holder", "payer.iban", "payer.bic", ...addressNames.map((name) => `payer.${name}` as const)]}
      title={t("change")}
      description={t("changeHint")}
      submit={t("save")}
      onClose={onClose}
      onSend={(values) => {
        const filled = Object.entries(values).filter(([, value]) => value.trim() !== "");
        const payer = Object.fromEntries(filled.map(([name, value]) => [name.replace("payer.", ""), value])) as Payer;
        return save.mutateAsync({ body: { payer, approve_above: settings.approve_above } });
      }}
    >
      <PlainField
        name="payer.holder"
        label={t("holder")}
        defaultValue={settings.payer?.holder}
        autoComplete="off"
        data-autofocus
      />
      <PlainField name="payer.iban" label="IBAN" autoComplete="off" spellCheck={false} />
      <PlainField
        name="payer.bic"
        label="BIC"
        description={t("bicHint")}
        defaultValue={settings.payer?.bic}
        autoComplete="off"
        spellCheck={false}
        optional
      />
      {addressNames.map((name) => (
        <PlainField
          key={name}
          name={`payer.${name}`}
          label={fields(`fields.${name}`)}
          description={name === "street" ? fields("addressHint") : undefined}
          defaultValue={settings.payer?.[name]}
          autoComplete="off"
          optional
        >
          {name === "country" ? (
            <CountrySelect name={`payer.${name}`} defaultValue={settings.payer?.country} />
          ) : undefined}
        </PlainField>
      ))}
    </PlainDialog>
  );
}

function ApprovalDialog({ settings, onClose }: DialogProps) {
  const t = useTranslations("payouts.settings.approval");
  const { store } = useDesk();
  const save = useSave(onClose);
  const [above, setAbove] = useState(settings.approve_above ?? Number.NaN);
  return (
    <PlainDialog
      names={["approve_above"]}
      title={t("change")}
      description={t("changeHint")}
      submit={t("save")}
      onClose={onClose}
      onSend={() => save.mutateAsync({ body: { approve_above: Number.isNaN(above) ? null : above } })}
    >
      <PlainField name="approve_above" label={t("amount")} description={t("amountHint")} optional>
        <MoneyInput name="approve_above" value={above} onValueChange={setAbove} currency={store.currency} />
      </PlainField>
    </PlainDialog>
  );
}
