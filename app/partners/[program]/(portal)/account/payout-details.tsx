"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PlainField, PlainForm } from "@/components/forms/plain-form";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { accountTypes, detailsKinds } from "@/lib/contract/desk/payout-words";
import { ApiError } from "@/lib/contract/errors";
import type { PartnerDetails, PartnerProfile } from "@/lib/contract/partner/account";
import { usePortal } from "../../portal";

const fields = {
  iban: ["holder", "iban", "bic"],
  paypal: ["paypal_email"],
  wise: ["holder", "wise_email", "wise_recipient"],
  bank_us: ["holder", "routing_number", "account_number", "account_type"],
  bank_uk: ["holder", "sort_code", "account_number"],
} as const;

type DetailsKind = (typeof detailsKinds)[number];

const optional: readonly string[] = ["bic", "wise_email", "wise_recipient"];

type Props = { details: PartnerDetails; profile: PartnerProfile };

export function PayoutDetails({ details: { current, pending }, profile }: Props) {
  const t = useTranslations("partners.account");
  const { email, format, program } = usePortal();
  const [open, setOpen] = useState(false);
  const { payout_method: method } = profile;
  const isKnown = (word: string): word is "paypal" => t.has(`methods.${word}` as "methods.paypal");
  return (
    <Panel
      title={t("payout")}
      description={t("payoutHint", { program })}
      actions={
        (current || method) &&
        !open && (
          <Button size="sm" onClick={() => setOpen(true)}>
            {t("change")}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {current && (
          <p>
            {t("current")}: <strong className="wrap-anywhere">{current.masked}</strong>{" "}
            <span className="text-muted">
              ({t(`kinds.${current.kind}`)}, {t("since", { date: format.date(current.changed_at) })})
            </span>
          </p>
        )}
        {!current && method && (
          <p>
            {t("current")}: <strong>{isKnown(method) ? t(`methods.${method}`) : method}</strong>{" "}
            <span className="text-muted wrap-anywhere">{profile.payout_email}</span>
          </p>
        )}
        {!current && !method && !pending && <p className="text-muted">{t("none")}</p>}
        {pending && (
          <Banner tone="warning" live={false}>
            {t("pending", { details: pending.masked, email })}
          </Banner>
        )}
        {(open || (!current && !method)) && <Form onSaved={() => setOpen(false)} />}
      </div>
    </Panel>
  );
}

function Form({ onSaved }: { onSaved: () => void }) {
  const t = useTranslations("partners.account");
  const router = useRouter();
  const { email, send } = usePortal();
  const [kind, setKind] = useState<DetailsKind>("iban");
  const names: readonly (typeof fields)[DetailsKind][number][] = fields[kind];
  const save = async (values: Record<string, string>) => {
    const filled = Object.entries(values).filter(([, value]) => value.trim() !== "");
    try {
      const sent = { details: { kind, ...Object.fromEntries(filled) } };
      const saved = (await send("PUT", "/payout-details", sent)) as PartnerDetails;
      toast.success(saved.pending ? t("savedPending", { email }) : t("saved"));
    } catch (cause) {
      throw cause instanceof ApiError ? withoutPrefix(cause) : cause;
    }
    onSaved();
    router.refresh();
  };
  return (
    <div className="grid max-w-lg gap-4">
      <Field label={t("kind")}>
        <Select
          value={kind}
          onChange={({ target }) => setKind(target.value as DetailsKind)}
          options={detailsKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
      <PlainForm
        key={kind}
        names={names}
        onSend={save}
        submit={t("save")}
        button={{ variant: "primary", className: "justify-self-start" }}
      >
        {names.map((name) => (
          <PlainField
            key={name}
            name={name}
            label={t(`fields.${name}`)}
            description={name === "wise_email" ? t("wiseHint") : undefined}
            optional={optional.includes(name)}
            autoComplete="off"
            spellCheck={false}
          >
            {name === "account_type" ? (
              <Select
                name={name}
                options={accountTypes.map((value) => ({ value, label: t(`accountTypes.${value}`) }))}
              />
            ) : undefined}
          </PlainField>
        ))}
      </PlainForm>
    </div>
  );
}

/** The form has the fields of `details` only. */
function withoutPrefix({ status, code, message, details }: ApiError): ApiError {
  const own = details.map(({ field, message }) => ({ field: field.replace(/^details\./, ""), message }));
  return new ApiError(status, code, message, own);
}
