"use client";

import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { PlainField } from "@/components/forms/plain-form";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { PayoutDetails } from "@/lib/contract/desk/payout-details";
import { accountTypes, addressNames, detailsKinds } from "@/lib/contract/desk/payout-words";
import { countryCodes } from "@/lib/countries";
import { createFormat } from "@/lib/format";

export type DetailsKind = PayoutDetails["kind"];

const fieldsOf = {
  iban: ["holder", "iban", "bic", ...addressNames],
  paypal: ["paypal_email"],
  wise: ["holder", "wise_email", "wise_recipient"],
  bank_us: ["holder", "routing_number", "account_number", "account_type"],
  bank_uk: ["holder", "sort_code", "account_number"],
} as const satisfies Record<DetailsKind, readonly string[]>;

const optional: readonly string[] = ["bic", "wise_email", "wise_recipient", ...addressNames];
const emails: readonly string[] = ["paypal_email", "wise_email"];

export const namesOf = (kind: DetailsKind) => fieldsOf[kind].map((name) => `details.${name}` as const);

/** What a plain form with these names sends. */
export function toDetails(kind: DetailsKind, values: Record<string, string>): { details: PayoutDetails } {
  const filled = Object.entries(values).filter(([, value]) => value.trim() !== "");
  const entered = Object.fromEntries(filled.map(([name, value]) => [name.replace("details.", ""), value]));
  return { details: { kind, ...entered } as PayoutDetails };
}

type Props = { kind: DetailsKind; onKindChange: (kind: DetailsKind) => void };

export function PayoutDetailsFields({ kind, onKindChange }: Props) {
  const t = useTranslations("payoutDetails");
  const hints: Record<string, string> = {
    holder: t("holderHint"),
    wise_email: t("wiseHint"),
    sort_code: t("lengthsHint"),
    street: t("addressHint"),
  };
  return (
    <>
      <Field label={t("kind")}>
        <Select
          data-autofocus
          value={kind}
          onChange={(event) => onKindChange(event.target.value as DetailsKind)}
          options={detailsKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Field>
      {fieldsOf[kind].map((name) => (
        <PlainField
          key={kind + name}
          name={`details.${name}`}
          label={t(`fields.${name}`)}
          description={hints[name]}
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
          ) : name === "country" ? (
            <CountrySelect name={`details.${name}`} />
          ) : undefined}
        </PlainField>
      ))}
    </>
  );
}

export function CountrySelect({ name, defaultValue }: { name: string; defaultValue?: string | undefined }) {
  const locale = useLocale();
  const options = useMemo(() => {
    const format = createFormat({ locale, currency: "EUR", timeZone: "UTC" });
    const named = countryCodes.map((value) => ({ value, label: format.country(value) }));
    return [{ value: "", label: "—" }, ...named.toSorted((a, b) => format.compare(a.label, b.label))];
  }, [locale]);
  return <Select name={name} options={options} defaultValue={defaultValue} />;
}
