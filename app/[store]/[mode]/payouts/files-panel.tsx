"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { FilePlus2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Failure } from "@/components/failure";
import { PlainDialog, PlainField } from "@/components/forms/plain-form";
import { Waiting } from "@/components/query-error";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DateInput } from "@/components/ui/input";
import { IntentLink, TextLink } from "@/components/ui/intent-link";
import { Panel } from "@/components/ui/panel";
import { useDesk } from "@/lib/api/desk";
import type { BatchFiles } from "@/lib/contract/desk/payout-files";
import { FileRow } from "./file-row";

type Group = BatchFiles["groups"][number];
type LeftOut = BatchFiles["left_out"][number];

/** Files for banks and payment services, which pay a batch. */
export default function FilesPanel({ batch }: { batch: string }) {
  const t = useTranslations("payouts.files");
  const { base, can, desk } = useDesk();
  const files = useQuery(desk.payout_files.list.options({ query: { batch } }));
  const { data } = files;
  return (
    <Panel
      title={t("title")}
      description={t("hint")}
      actions={
        <IntentLink href={`${base}/payouts/settings`} className={buttonClass({ variant: "ghost", size: "sm" })}>
          {t("settings")}
        </IntentLink>
      }
    >
      {data ? (
        <div className="grid gap-4">
          {data.groups.some(({ format }) => format === "sepa") && !data.payer && (
            <Banner
              tone="warning"
              live={false}
              action={
                can("desk", "payout_settings", "save") && (
                  <IntentLink href={`${base}/payouts/settings`} className={buttonClass({ size: "sm" })}>
                    {t("enterPayer")}
                  </IntentLink>
                )
              }
            >
              {t("noPayer")}
            </Banner>
          )}
          <Groups batch={batch} groups={data.groups} payer={data.payer} />
          {data.data.length > 0 && (
            <ul className="grid gap-3">
              {data.data.map((file) => (
                <FileRow key={file.id} file={file} />
              ))}
            </ul>
          )}
          {data.data.length + data.groups.length + data.left_out.length === 0 && (
            <p className="text-muted">{t("nothing")}</p>
          )}
          {data.left_out.length > 0 && <LeftOutList rows={data.left_out} />}
        </div>
      ) : (
        <Waiting of={files} lines={3} />
      )}
    </Panel>
  );
}

function Groups({ batch, groups, payer }: { batch: string; groups: readonly Group[]; payer: boolean }) {
  const t = useTranslations("payouts.files");
  const { desk, money } = useDesk();
  const [sepa, setSepa] = useState<Group | null>(null);
  const create = useMutation(desk.payout_files.create.mutation());
  const make = (format: Group["format"], currency: string) => create.mutate({ body: { batch, format, currency } });
  if (groups.length === 0) return null;
  return (
    <section aria-label={t("open")} className="grid gap-2">
      <Failure of={create} />
      <ul className="grid gap-2">
        {groups.map((group) => {
          const { format, currency, total, payouts } = group;
          const of = { format: t(`formats.${format}`), total: money(total, currency) };
          return (
            <li
              key={format + currency}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed border-line px-3 py-2"
            >
              <span className="min-w-0 flex-1 basis-56">
                <span className="block font-medium">{t(`formats.${format}`)}</span>
                <span className="text-sm text-muted tabular-nums">{t("sum", { total: of.total, count: payouts })}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                {format === "sepa" && (
                  <Button
                    size="sm"
                    pending={create.isPending}
                    aria-label={t("createNamed", { ...of, format: t("formats.bank") })}
                    onClick={() => make("bank", currency)}
                  >
                    {t("createBank")}
                  </Button>
                )}
                <Button
                  size="sm"
                  variant="primary"
                  icon={<FilePlus2 aria-hidden />}
                  pending={create.isPending}
                  disabled={format === "sepa" && !payer}
                  aria-label={t("createNamed", of)}
                  onClick={() => (format === "sepa" ? setSepa(group) : make(format, currency))}
                >
                  {t("create")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      {sepa && <SepaDialog batch={batch} group={sepa} onClose={() => setSepa(null)} />}
    </section>
  );
}

function SepaDialog({ batch, group, onClose }: { batch: string; group: Group; onClose: () => void }) {
  const t = useTranslations("payouts.files");
  const { desk, money } = useDesk();
  const { format, currency, total, payouts } = group;
  const [day, setDay] = useState("");
  const create = useMutation(desk.payout_files.create.mutation());
  return (
    <PlainDialog
      names={["execute_on"]}
      title={t("sepaTitle")}
      description={t("sum", { total: money(total, currency), count: payouts })}
      submit={t("create")}
      onClose={onClose}
      onSend={async () => {
        await create.mutateAsync({ body: { batch, format, currency, ...(day && { execute_on: day }) } });
        onClose();
      }}
    >
      <PlainField name="execute_on" label={t("executeOn")} description={t("executeOnHint")} optional>
        <DateInput name="execute_on" value={day} onValueChange={setDay} />
      </PlainField>
    </PlainDialog>
  );
}

const mostNamed = 10;

function LeftOutList({ rows }: { rows: readonly LeftOut[] }) {
  const t = useTranslations("payouts.files");
  const { base, money } = useDesk();
  const reasons = [...Map.groupBy(rows, ({ reason }) => reason)];
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t("leftOut", { count: rows.length })}</h3>
      <ul className="grid gap-3 text-sm">
        {reasons.map(([reason, own]) => (
          <li key={reason} className="grid gap-1">
            <p>{t(`reasons.${reason}`)}</p>
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {own.slice(0, mostNamed).map(({ payout, affiliate_id: id, affiliate_name: name, amount, currency }) => (
                <li key={payout} className="tabular-nums">
                  <TextLink href={`${base}/affiliates/${encodeURIComponent(id)}`}>{name ?? id}</TextLink>{" "}
                  {money(amount, currency)}
                </li>
              ))}
              {own.length > mostNamed && <li className="text-muted">{t("more", { count: own.length - mostNamed })}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
